#include "chess/pgn/pgn_lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace castellan {
namespace {

constexpr std::size_t kBufferSize = 32 * 1024;
constexpr std::size_t kLongestComment = 1024 * 1024;
constexpr std::size_t kLongestSymbol = 255;
constexpr std::size_t kLongestLookAhead = 16 * 1024;  // must be less than the buffer

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

constexpr int kByteOrderMark[] = {0xEF, 0xBB, 0xBF};

/// "1-0", "0-1", "1/2-1/2", "*", and the first byte of "½", in UTF-8 or in Latin-1.
constexpr bool may_start_result(int c) {
    return c == '0' || c == '1' || c == '*' || c == 0xC2 || c == 0xBD;
}

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

PgnToken PgnLexer::next(PgnSkim skim) {
    PgnToken token{PgnTokenKind::end, {}, line_, 0};
    text_.clear();
    is_cut_ = false;
    skip_blanks(token);
    if (skim == PgnSkim::moves)
        while (skip_moves()) skip_blanks(token);
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
            read_brace_comment(token, skim == PgnSkim::nothing);
            break;
        case ';':
            get();
            read_line_comment(token, skim == PgnSkim::nothing);
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
            token.text = read_symbol();
            break;
        case ']':
        case '}':  // closes nothing: a token of its own, for the reader to complain about
            append(1, get());
            token.text = text_;
            token.kind = PgnTokenKind::symbol;
            break;
        default:
            token.kind = PgnTokenKind::symbol;
            token.text = read_symbol();
            break;
    }
    token.is_complete &= !is_cut_;
    return token;
}

void PgnLexer::skip_blanks(PgnToken& token) {
    token.starts_line = consumed_ + at_ == line_start_;
    for (int c = peek(); c != kEnd; c = peek()) {
        if (c == '%' && consumed_ + at_ == line_start_) {
            skip_rest_of_line();
            token.starts_line = false;  // its own line is not empty
        } else if (c == '\n' || c == '\r') {
            // Two line ends with only blanks between them make an empty line.
            token.follows_empty_line |= token.starts_line;
            token.starts_line = true;
            get();
        } else if (c == kByteOrderMark[0] && peek_after(1) == kByteOrderMark[1] &&
                   peek_after(2) == kByteOrderMark[2]) {
            at_ += 3;  // there may be one wherever files were joined
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
        if (c == '}' || c == kEnd) {
            token.is_complete = c == '}';
            token.text = text_;
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
    token.text = text_;
}

/// "e8(Q)": some programs write promotions so, without a blank before the parenthesis.
bool PgnLexer::at_parenthesised_promotion(int previous, std::size_t ahead) {
    if (previous != '8' && previous != '1') return false;
    const int letter = peek_after(ahead + 1);
    return letter > 0 && std::strchr("QRBNqrbn", letter) != nullptr && peek_after(ahead + 2) == ')';
}

/// Runs over symbols and blanks up to what may be a result or is neither; false if it is there.
bool PgnLexer::skip_moves() {
    const std::uint64_t start = consumed_ + at_;
    bool starts_symbol = true;
    int previous = 0;
    for (int c = peek(); c != kEnd; c = peek()) {
        if (c == ' ')
            starts_symbol = true;
        else if (kIsSymbol[c] &&
                 !(starts_symbol && (may_start_result(c) || c == kByteOrderMark[0])))
            starts_symbol = false;
        else if (c == '(' && !starts_symbol && at_parenthesised_promotion(previous, 0))
            at_ += 2;
        else
            break;
        previous = c;
        ++at_;
    }
    return consumed_ + at_ != start;
}

/// Most of a file is symbols, so they are shown in the buffer, not copied.
std::string_view PgnLexer::read_symbol() {
    std::size_t length = 0;
    for (;;) {
        while (at_ + length < end_ && kIsSymbol[static_cast<unsigned char>(buffer_[at_ + length])])
            ++length;
        if (length > kLongestSymbol) break;
        const int c = peek_after(length);
        if (c == '(' && length > 0 && at_parenthesised_promotion(peek_after(length - 1), length))
            length += 3;
        else if (c == kEnd || !kIsSymbol[c])
            break;
    }
    if (length <= kLongestSymbol) {
        at_ += length;
        return {buffer_.data() + at_ - length, length};
    }
    text_.assign(buffer_.data() + at_, kLongestSymbol);
    is_cut_ = true;
    at_ += length;
    for (int c = peek(); c != kEnd && kIsSymbol[c]; c = peek()) ++at_;
    return text_;
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
