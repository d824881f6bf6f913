#include "chess/pgn/pgn_lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace castellan {
namespace {

constexpr std::size_t kBufferSize = 128 * 1024;
constexpr std::size_t kLongestComment = 1024 * 1024;
constexpr std::size_t kLongestSymbol = 255;
constexpr std::size_t kLongestLookAhead = 64 * 1024;  // must be less than the buffer

/// NUL and DOS's end-of-file mark separate tokens like blanks.
constexpr bool is_separator(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r' || c == 0 ||
           c == 0x1A;
}

constexpr std::array<bool, 256> make_symbol_table() {
    std::array<bool, 256> is_symbol{};
    for (int c = 0; c < 256; ++c)
        is_symbol[c] = !is_separator(c) && c != '{' && c != '}' && c != '(' && c != ')' &&
                       c != ';' && c != '$' && c != '[' && c != ']';
    return is_symbol;
}
constexpr std::array<bool, 256> kIsSymbol = make_symbol_table();

}  // namespace

PgnLexer::PgnLexer(ByteSource source) : source_{std::move(source)}, buffer_(kBufferSize) {}

bool PgnLexer::refill() {
    // What is left moves to the front, so that a few characters can be looked at ahead.
    std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
    consumed_ += at_;
    end_ -= at_;
    at_ = 0;
    const std::size_t added = source_(buffer_.data() + end_, buffer_.size() - end_);
    end_ += added;
    return added > 0;
}

int PgnLexer::peek_after(std::size_t ahead) {
    while (at_ + ahead >= end_)
        if (!refill()) return kEnd;
    return static_cast<unsigned char>(buffer_[at_ + ahead]);
}

int PgnLexer::get() {
    const int c = peek();
    if (c == kEnd) return c;
    ++at_;
    if (c == '\n' || c == '\r') [[unlikely]] {
        if (c == '\r') return get_line_end();
        ++line_;
        line_start_ = consumed_ + at_;
    }
    return c;
}

int PgnLexer::get_line_end() {
    while (peek() == '\r') ++at_;
    if (peek() == '\n') ++at_;
    ++line_;
    line_start_ = consumed_ + at_;
    return '\n';
}

void PgnLexer::append(std::size_t limit, int c) {
    if (text_.size() < limit)
        text_ += static_cast<char>(c);
    else
        is_cut_ = true;
}

PgnToken PgnLexer::next(bool keep_comments) {
    PgnToken token{PgnTokenKind::end, {}, line_, 0};
    text_.clear();
    is_cut_ = false;
    skip_blanks(token);
    token.line = line_;
    token.column = consumed_ + at_ - line_start_ + 1;

    switch (peek()) {
        case kEnd:
            return token;
        case '[':
            token.kind = PgnTokenKind::bracket;
            return token;
        case '{':
            get();
            read_brace_comment(token, keep_comments);
            break;
        case ';':
            get();
            read_line_comment(token, keep_comments);
            break;
        case '(':
            get();
            token.kind = PgnTokenKind::open_variation;
            return token;
        case ')':
            get();
            token.kind = PgnTokenKind::close_variation;
            return token;
        case '$':
            get();
            token.kind = PgnTokenKind::nag;
            read_symbol();
            break;
        case ']':
        case '}':  // closes nothing: a token of its own, for the reader to complain about
            append(1, get());
            token.kind = PgnTokenKind::symbol;
            break;
        default:
            token.kind = PgnTokenKind::symbol;
            read_symbol();
            break;
    }
    token.text = text_;
    token.is_complete &= !is_cut_;
    return token;
}

void PgnLexer::skip_blanks(PgnToken& token) {
    token.starts_line = consumed_ + at_ == line_start_;
    for (int c = peek(); c != kEnd; c = peek()) {
        if (c == '%' && consumed_ + at_ == line_start_) {
            skip_rest_of_line();
        } else if (c == '\n' || c == '\r') {
            // Two line ends with only blanks between them make an empty line.
            token.follows_empty_line |= token.starts_line;
            token.starts_line = true;
            get();
        } else if (c == 0xEF && peek_after(1) == 0xBB && peek_after(2) == 0xBF) {
            at_ += 3;  // a byte order mark, wherever files were joined
        } else if (is_separator(c)) {
            get();
        } else {
            return;
        }
    }
}

void PgnLexer::skip_rest_of_line() {
    for (int c = peek(); c != kEnd && c != '\n' && c != '\r'; c = peek()) ++at_;
}

void PgnLexer::read_brace_comment(PgnToken& token, bool keep) {
    token.kind = PgnTokenKind::comment;
    for (;;) {
        const int c = get();
        if (c == '}') return;
        if (c == kEnd) {
            token.is_complete = false;
            return;
        }
        if (keep && c != 0) append(kLongestComment, c);
    }
}

void PgnLexer::read_line_comment(PgnToken& token, bool keep) {
    token.kind = PgnTokenKind::comment;
    for (int c = peek(); c != kEnd && c != '\n' && c != '\r'; c = peek()) {
        ++at_;
        if (keep && c != 0) append(kLongestComment, c);
    }
}

/// "e8(Q)": some programs write promotions so, without a blank before the parenthesis.
bool PgnLexer::at_parenthesised_promotion() {
    if (text_.empty() || (text_.back() != '8' && text_.back() != '1')) return false;
    const int letter = peek_after(1);
    return letter != kEnd && std::strchr("QRBNqrbn", letter) != nullptr && letter != 0 &&
           peek_after(2) == ')';
}

void PgnLexer::read_symbol() {
    for (int c = peek(); c != kEnd; c = peek()) {
        if (kIsSymbol[static_cast<std::size_t>(c)]) {
            ++at_;
            append(kLongestSymbol, c);
        } else if (c == '(' && at_parenthesised_promotion()) {
            for (int i = 0; i < 3; ++i) append(kLongestSymbol, get());
        } else {
            return;
        }
    }
}

std::string_view PgnLexer::lines_ahead(int count) {
    std::size_t length = 0;
    for (; length < kLongestLookAhead; ++length) {
        const int c = peek_after(length);
        if (c == kEnd) break;
        // CRLF ends one line, not two.
        if (c == '\n' || (c == '\r' && peek_after(length + 1) != '\n'))
            if (--count == 0) break;
    }
    return {buffer_.data() + at_, length};
}

void PgnLexer::advance(std::size_t length) {
    const std::size_t target = at_ + length;
    while (at_ < target) get();
}

}  // namespace castellan
