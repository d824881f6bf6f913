#include "chess/pgn/pgn_game_builder.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "chess/notation/excerpt.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr std::size_t kDeepestVariation = 1'000;
constexpr std::size_t kMostNodes = 100'000;
constexpr std::size_t kMostTags = 1'000;
constexpr std::size_t kMostProblems = 100;
constexpr std::size_t kMostNags = 32;
constexpr std::size_t kMostCommentBytes = 16 * 1024 * 1024;

constexpr std::string_view kEllipsis = "…";

/// What a symbol says once its move number and its !? are cut off.
struct Symbol {
    std::string_view move;
    std::string_view marks;
};

Symbol split_symbol(std::string_view text) {
    // A move number is digits and then dots; digits alone are one too, but "0-0" and "1-0" are not,
    // nor is "0000", the null move of engines.
    std::size_t at = 0;
    while (at < text.size() && is_digit(text[at])) ++at;
    const std::size_t digits = at;
    while (at < text.size() && text[at] == '.') ++at;
    while (text.substr(at).starts_with(kEllipsis)) at += kEllipsis.size();
    if (at > digits || (at == text.size() && text != "0000")) text.remove_prefix(at);

    std::size_t end = text.size();
    while (end > 0 && (text[end - 1] == '!' || text[end - 1] == '?')) --end;
    return {text.substr(0, end), text.substr(end)};
}

/// "1.", "1.e4" or a lone "1", but not "1..." and not a result.
bool is_first_number_of_white(std::string_view text) {
    if (!text.starts_with('1')) return false;
    text.remove_prefix(1);
    if (text.empty()) return true;
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
    return !text.starts_with('.') && !text.starts_with(kEllipsis);
}

/// Line breaks inside a comment are layout, not text.
std::string one_line(std::string_view text) {
    std::string joined;
    for (std::string_view rest = text;;) {
        const std::string_view word = take_word(rest);
        if (word.empty()) return joined;
        if (!joined.empty()) joined += ' ';
        joined += word;
    }
}

/// True if the variant name means chess with Chess960's castling; nothing if it is another game.
std::optional<bool> chess960_from_variant(std::string_view variant) {
    std::string name;
    for (const char c : variant)
        if (is_letter(c) || is_digit(c)) name += to_lower(c);
    for (const std::string_view standard : {"", "standard", "normal", "chess", "fromposition"})
        if (name == standard) return false;
    for (const std::string_view chess960 : {"chess960", "fischerandom", "fischerrandom",
                                            "freestyle", "freestylechess", "frc", "dfrc"})
        if (name == chess960) return true;
    return std::nullopt;
}

PgnError pgn_error(MoveError reason) {
    if (reason == MoveError::unreadable) return PgnError::unreadable_token;
    if (reason == MoveError::ambiguous) return PgnError::ambiguous_move;
    return PgnError::illegal_move;
}

}  // namespace

bool PgnGameBuilder::has_tag(std::string_view name) const {
    return std::ranges::find(game_.tags, name, &PgnTag::name) != game_.tags.end();
}

void PgnGameBuilder::add_tag(PgnTag tag, const PgnToken& at) {
    if (has_tag(tag.name))
        return complain(PgnError::repeated_tag, at, tag.name, "this tag is there already");
    if (game_.tags.size() >= kMostTags)
        return complain(PgnError::too_long, at, tag.name, "more tags than a game can need");
    if (game_.tags.empty()) preamble_.clear();  // it stood behind the last game
    game_.tags.push_back(std::move(tag));
}

void PgnGameBuilder::add(const PgnToken& token) {
    // A comment may stand among the tags, and one before them all behind the last game.
    if (token.kind != PgnTokenKind::comment && !has_started_) start(token);
    if (token.kind != PgnTokenKind::comment) {
        has_just_opened_ = false;
        result_inside_.reset();
    }
    switch (token.kind) {
        case PgnTokenKind::comment:
            return add_comment(token);
        case PgnTokenKind::nag:
            return add_nag(token);
        case PgnTokenKind::open_variation:
            return open_variation(token);
        case PgnTokenKind::close_variation:
            return close_variation(token);
        case PgnTokenKind::symbol:
            return add_symbol(token);
        case PgnTokenKind::bracket:
            return complain(PgnError::unreadable_token, token, "[", "a bracket inside the moves");
        case PgnTokenKind::end:
            return;
    }
}

void PgnGameBuilder::finish(const PgnToken& at) {
    if (!has_started_) start(at);
    if (is_inside_variation()) {
        complain(PgnError::unterminated_variation, variation_start_, "(",
                 "this variation is not closed before the game ends");
        // A result with nothing behind it is that of the game.
        is_over_ = result_inside_.has_value();
        game_.result = result_inside_.value_or(PgnResult::unknown);
    }
    const auto from_tag = result_from_text(game_.tag("Result"));
    if (!is_over_) {
        complain(PgnError::missing_result, at, {}, "the game ends without a result");
        game_.result = from_tag.value_or(PgnResult::unknown);
    } else if (from_tag && *from_tag != game_.result) {
        complain(PgnError::contradicting_result, at, game_.tag("Result"),
                 "the Result tag and the end of the moves differ");
    }
    repair_encoding();
}

bool PgnGameBuilder::is_next_game(const PgnToken& symbol) const {
    if (!is_inside_variation()) return false;
    const bool is_number = is_first_number_of_white(symbol.text);
    if (result_inside_)
        return is_number || (symbol.follows_empty_line && !result_from_text(symbol.text));
    // Only at its start can a variation itself have such a number.
    return is_number && symbol.follows_empty_line && !has_just_opened_;
}

void PgnGameBuilder::complain(PgnError reason, const PgnToken& at, std::string_view token,
                              std::string message) {
    if (game_.problems.size() < kMostProblems)
        game_.problems.push_back({reason, at.line, at.column, excerpt(token), std::move(message)});
}

void PgnGameBuilder::start(const PgnToken& at) {
    has_started_ = true;
    game_.nodes[kPgnRoot].comment = std::move(preamble_);
    const auto is_chess960 = chess960_from_variant(game_.tag("Variant"));
    if (!is_chess960) {
        complain(PgnError::unknown_variant, at, game_.tag("Variant"),
                 "only standard chess and Chess960 are known");
        line().is_broken = true;
    }
    game_.start.set_chess960(is_chess960.value_or(false));
    if (const std::string_view fen = game_.tag("FEN"); !fen.empty()) {
        const auto position = parse_fen(fen, {.chess960 = is_chess960.value_or(false)});
        if (position) {
            game_.start = *position;
        } else {
            complain(PgnError::bad_start_position, at, fen, position.error().message);
            line().is_broken = true;
        }
    }
    line().now = game_.start;
    line().before = game_.start;
}

void PgnGameBuilder::add_comment(const PgnToken& token) {
    if (!token.is_complete)
        complain(PgnError::unterminated_comment, token, "{",
                 "the comment has no end, or is too long to keep");
    if (detail_ != PgnDetail::everything || passes_over()) return;
    comment_bytes_ += token.text.size();
    if (comment_bytes_ > kMostCommentBytes) return;
    std::string& target = comment_target();
    const std::string text =
        one_line(token.is_complete ? token.text : without_partial_character(token.text));
    if (!target.empty() && !text.empty()) target += ' ';
    target += text;
}

/// What a comment at this point is about: the last move, the line that begins, or the whole game.
std::string& PgnGameBuilder::comment_target() {
    if (!has_started_) return preamble_;
    if (line().has_move) return game_.nodes[line().node].comment;
    return lines_.size() == 1 ? game_.nodes[kPgnRoot].comment : line().comment_before;
}

void PgnGameBuilder::add_nag(const PgnToken& token) {
    const auto number = parse_number<Nag>(token.text);
    if (!number)
        return complain(PgnError::bad_nag, token, token.text, "$ needs a number behind it");
    mark(*number);
}

void PgnGameBuilder::mark(Nag nag) {
    if (detail_ != PgnDetail::everything || passes_over() || !line().has_move) return;
    auto& nags = game_.nodes[line().node].nags;
    if (nags.size() < kMostNags && std::ranges::find(nags, nag) == nags.end()) nags.push_back(nag);
}

void PgnGameBuilder::open_variation(const PgnToken& token) {
    if (!is_inside_variation()) variation_start_ = token;
    has_just_opened_ = true;
    if (detail_ != PgnDetail::everything || passes_over()) {
        ++skipped_depth_;
    } else if (!line().has_move) {
        complain(PgnError::variation_without_move, token, "(",
                 "a variation needs a move to be an alternative to");
        ++skipped_depth_;
    } else if (lines_.size() >= kDeepestVariation) {
        complain(PgnError::too_deep, token, "(", "variations are nested too deeply");
        ++skipped_depth_;
    } else {
        Line variation;
        variation.node = game_.nodes[line().node].parent;
        variation.before = line().before;
        variation.now = line().before;
        lines_.push_back(std::move(variation));
    }
}

void PgnGameBuilder::close_variation(const PgnToken& token) {
    if (skipped_depth_ > 0)
        --skipped_depth_;
    else if (lines_.size() > 1)
        lines_.pop_back();
    else
        complain(PgnError::stray_parenthesis, token, ")", "no variation is open here");
}

void PgnGameBuilder::add_symbol(const PgnToken& token) {
    if (const auto result = result_from_text(token.text)) {
        // A result inside a variation belongs to that line, if the variation ends behind it.
        if (is_inside_variation()) {
            result_inside_ = result;
            return;
        }
        game_.result = *result;
        is_over_ = true;
        return;
    }
    if (detail_ == PgnDetail::headers || passes_over()) return;
    if (token.text == "e.p." || token.text == "ep") return;  // said of the move before it
    const auto [text, marks] = split_symbol(token.text);
    if (const auto nag = nag_from_glyph(text)) return mark(*nag);
    if (!text.empty()) add_move(token, text);
    if (const auto nag = nag_from_glyph(marks)) mark(*nag);
}

void PgnGameBuilder::add_move(const PgnToken& token, std::string_view text) {
    if (game_.nodes.size() >= kMostNodes)
        return break_line(token, PgnError::too_long, "more moves than a game can have");
    const auto move = parse_san(line().now, text);
    if (!move && move.error().reason == MoveError::null_move) {
        if (line().now.in_check())
            return break_line(token, PgnError::illegal_move, "a player in check cannot pass");
        return play(Move{}, line().now.after_null());
    }
    if (!move) return break_line(token, pgn_error(move.error().reason), move.error().message);
    play(*move, line().now.after(*move));
}

void PgnGameBuilder::play(Move move, const Position& next) {
    Line& current = line();
    current.node = game_.add_move(current.node, move);
    current.before = current.now;
    current.now = next;
    current.has_move = true;
    game_.nodes[current.node].comment_before = std::move(current.comment_before);
    current.comment_before.clear();
}

void PgnGameBuilder::break_line(const PgnToken& token, PgnError reason, std::string message) {
    complain(reason, token, token.text, std::move(message));
    line().is_broken = true;
}

/// Old files are in Latin-1. One invalid sequence shows it, and then the whole game is.
void PgnGameBuilder::repair_encoding() {
    bool is_valid = true;
    const auto check = [&](const std::string& text) { is_valid &= is_valid_utf8(text); };
    const auto convert = [](std::string& text) { text = utf8_from_latin1(text); };
    for_each_text(check);
    if (!is_valid) for_each_text(convert);
}

template <typename Function>
void PgnGameBuilder::for_each_text(Function function) {
    for (PgnTag& tag : game_.tags) function(tag.value);
    if (detail_ != PgnDetail::everything) return;
    for (PgnNode& node : game_.nodes) {
        function(node.comment);
        function(node.comment_before);
    }
}

}  // namespace castellan
