#include "chess/pgn/pgn_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace castellan {
namespace {

constexpr int kMostTagLines = 8;

}  // namespace

/// The next token; comments do not hide the empty line that stands before them.
PgnToken PgnReader::next_token(const PgnGameBuilder& builder) {
    if (held_) return *std::exchange(held_, std::nullopt);
    PgnToken token = lexer_.next(skim(builder));
    token.follows_empty_line |= was_empty_line_;
    was_empty_line_ = token.kind == PgnTokenKind::comment && token.follows_empty_line;
    return token;
}

/// Whether an open variation has swallowed the end of the game; the token is then held back.
bool PgnReader::is_next_game(PgnToken& token, const PgnGameBuilder& builder) {
    if (token.kind != PgnTokenKind::symbol || !builder.is_next_game(token)) return false;
    // "1. ..." is a move of Black's. Looking ahead may move the text that the token shows.
    for (const std::string_view number : {"1", "1."}) {
        if (token.text != number) continue;
        token.text = number;
        const std::string_view ahead = trim(lexer_.lines_ahead(1));
        if (ahead.starts_with('.') || ahead.starts_with("…")) return false;
    }
    held_ = token;
    return true;
}

/// Reads what the bracket begins. False: the next game has begun, and begins where the text is now.
bool PgnReader::read_bracket(const PgnToken& bracket, PgnGameBuilder& builder) {
    if (const auto mark = read_forum_mark(lexer_.lines_ahead(1)))
        return pass_forum_mark(*mark, builder);
    if (!builder.has_started()) return read_tag_pair(bracket, builder);
    if (bracket.starts_line) return false;
    skip_stray_bracket(bracket, builder);
    return true;
}

/// A mark says nothing but where a game ends, should it lack its result.
bool PgnReader::pass_forum_mark(const ForumMark& mark, const PgnGameBuilder& builder) {
    const bool ends_game = mark.closes ? !builder.is_empty() : builder.has_started();
    lexer_.advance(mark.length);
    return !ends_game;
}

/// Reads the tag at the bracket. False: it belongs to the next game, and is left where it is.
bool PgnReader::read_tag_pair(const PgnToken& bracket, PgnGameBuilder& builder) {
    TagReading reading{};
    for (int lines = 1; lines <= kMostTagLines; ++lines) {
        reading = read_tag(lexer_.lines_ahead(lines));
        if (reading.state != TagState::unfinished) break;
    }
    if (reading.state != TagState::complete) {
        builder.complain(PgnError::bad_tag, bracket, lexer_.lines_ahead(1),
                         "a tag is written [Name \"value\"]");
        lexer_.advance(1);
        lexer_.skip_rest_of_line();
        return true;
    }
    // An empty line may stand among the tags of one game; a tag that is there already, behind an
    // empty line or as the first of the seven, tells that a new game has begun.
    if (builder.has_tag(reading.tag.name) &&
        (bracket.follows_empty_line || reading.tag.name == "Event"))
        return false;
    lexer_.advance(reading.length);
    builder.add_tag(std::move(reading.tag), bracket);
    return true;
}

/// Inside the moves, a bracket that does not start its line is only a stray character.
void PgnReader::skip_stray_bracket(const PgnToken& bracket, PgnGameBuilder& builder) {
    builder.add(bracket);
    lexer_.advance(1);
}

PgnSkim PgnReader::skim(const PgnGameBuilder& builder) const {
    if (detail_ == PgnDetail::everything) return PgnSkim::nothing;
    // Until the moves have begun, their first token must be seen, whatever it is.
    // Inside a variation, all of them must be: it may be one that is never closed.
    if (detail_ == PgnDetail::headers && builder.has_started() && !builder.is_inside_variation())
        return PgnSkim::moves;
    return PgnSkim::comments;
}

std::optional<PgnGame> PgnReader::next() {
    PgnGame game;
    PgnGameBuilder builder{game, detail_};
    for (;;) {
        PgnToken token = next_token(builder);
        if (token.kind == PgnTokenKind::end) {
            if (builder.is_empty()) return std::nullopt;
            builder.finish(token);
            return game;
        }
        if (builder.is_empty()) game.line = token.line;

        bool has_ended = is_next_game(token, builder);
        if (token.kind == PgnTokenKind::bracket)
            has_ended = !read_bracket(token, builder);
        else if (!has_ended)
            builder.add(token);

        if (has_ended || builder.is_over()) {
            builder.finish(token);
            return game;
        }
    }
}

ByteSource source_of(std::string_view text) {
    return [text](char* buffer, std::size_t capacity) mutable {
        const std::size_t length = std::min(capacity, text.size());
        std::memcpy(buffer, text.data(), length);
        text.remove_prefix(length);
        return length;
    };
}

}  // namespace castellan
