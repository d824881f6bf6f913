#include "chess/pgn/pgn_reader.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "base/utf8.h"
#include "chess/fen.h"
#include "chess/pgn/pgn_tag.h"
#include "chess/san.h"

namespace castellan {
namespace {

constexpr std::size_t kDeepestVariation = 1'000;
constexpr std::size_t kMostNodes = 100'000;
constexpr std::size_t kMostTags = 1'000;
constexpr std::size_t kMostProblems = 100;
constexpr std::size_t kMostNags = 32;
constexpr std::size_t kMostCommentBytes = 16 * 1024 * 1024;
constexpr int kMostTagLines = 8;

/// What a symbol says once its move number and its !? are cut off.
struct Symbol {
    std::string_view move;
    std::string_view marks;
};

Symbol split_symbol(std::string_view text) {
    // A move number is digits and then dots; digits alone are one too, but "0-0" and "1-0" are not.
    std::size_t at = 0;
    while (at < text.size() && is_digit(text[at])) ++at;
    const std::size_t digits = at;
    while (at < text.size() && text[at] == '.') ++at;
    constexpr std::string_view kEllipsis = "…";
    while (text.substr(at).starts_with(kEllipsis)) at += kEllipsis.size();
    if (at > digits || at == text.size()) text.remove_prefix(at);

    std::size_t end = text.size();
    while (end > 0 && (text[end - 1] == '!' || text[end - 1] == '?')) --end;
    return {text.substr(0, end), text.substr(end)};
}

std::optional<PgnResult> result_from_text(std::string_view text) {
    if (text == "1-0") return PgnResult::white_wins;
    if (text == "0-1") return PgnResult::black_wins;
    if (text == "1/2-1/2" || text == "1/2" || text == "½-½") return PgnResult::draw;
    if (text == "*") return PgnResult::unknown;
    return std::nullopt;
}

bool is_null_move(std::string_view text) {
    return text == "--" || text == "Z0" || text == "null" || text == "pass" || text == "@@@@";
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kShown = 40;
    std::string copy{without_partial_character(text.substr(0, kShown))};
    std::ranges::replace_if(
        copy, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return copy;
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

/// A line of play that is being read: the main line, or one of the open variations.
struct Line {
    PgnNodeId node = kPgnRoot;
    Position before;  // where the last move was played, for an alternative to it
    Position now;
    bool is_broken = false;  // after a bad move, the rest of the line is passed over
    bool has_move = false;
    std::string comment_before;
};

/// Builds one game out of tokens.
class GameBuilder {
  public:
    GameBuilder(PgnGame& game, PgnDetail detail) : game_{game}, detail_{detail}, lines_(1) {}

    bool has_tags() const { return !game_.tags.empty(); }
    bool has_started() const { return has_started_; }
    bool is_over() const { return is_over_; }
    bool is_empty() const { return !has_tags() && !has_started_ && game_.problems.empty(); }
    bool has_tag(std::string_view name) const {
        return std::ranges::find(game_.tags, name, &PgnTag::name) != game_.tags.end();
    }

    void add_tag(PgnTag tag, const PgnToken& at) {
        if (has_tag(tag.name))
            return complain(PgnError::repeated_tag, at, tag.name, "this tag is there already");
        if (game_.tags.size() >= kMostTags)
            return complain(PgnError::too_long, at, tag.name, "more tags than a game can need");
        game_.tags.push_back(std::move(tag));
    }

    void add(const PgnToken& token) {
        if (!has_started_) start(token);
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
                return complain(PgnError::unreadable_token, token, "[",
                                "a bracket inside the moves");
            case PgnTokenKind::end:
                return;
        }
    }

    void finish(const PgnToken& at) {
        if (!has_started_) start(at);
        if (lines_.size() + skipped_depth_ > 1)
            complain(PgnError::unterminated_variation, at, {}, "the game ends inside a variation");
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

    void complain(PgnError reason, const PgnToken& at, std::string_view token,
                  std::string message) {
        if (game_.problems.size() < kMostProblems)
            game_.problems.push_back(
                {reason, at.line, at.column, shortened(token), std::move(message)});
    }

  private:
    Line& line() { return lines_.back(); }

    void start(const PgnToken& at) {
        has_started_ = true;
        const auto is_chess960 = chess960_from_variant(game_.tag("Variant"));
        if (!is_chess960)
            complain(PgnError::unknown_variant, at, game_.tag("Variant"),
                     "only standard chess and Chess960 are known");
        if (const std::string_view fen = game_.tag("FEN"); !fen.empty()) {
            const auto position = parse_fen(fen, {.chess960 = is_chess960.value_or(false)});
            if (position) {
                game_.start = *position;
            } else {
                complain(PgnError::bad_start_position, at, fen, position.error().message);
                line().is_broken = true;
            }
        } else {
            game_.start.set_chess960(is_chess960.value_or(false));
        }
        if (!is_chess960) line().is_broken = true;
        line().now = game_.start;
        line().before = game_.start;
    }

    bool passes_over() const { return skipped_depth_ > 0 || lines_.back().is_broken; }

    void add_comment(const PgnToken& token) {
        if (!token.is_complete)
            complain(PgnError::unterminated_comment, token, "{",
                     "the comment has no end, or is too long to keep");
        if (detail_ != PgnDetail::everything || passes_over()) return;
        comment_bytes_ += token.text.size();
        if (comment_bytes_ > kMostCommentBytes) return;
        std::string& target = line().has_move ? game_.nodes[line().node].comment
                              : line().node == kPgnRoot && lines_.size() == 1
                                  ? game_.nodes[kPgnRoot].comment
                                  : line().comment_before;
        const std::string text =
            one_line(token.is_complete ? token.text : without_partial_character(token.text));
        if (!target.empty() && !text.empty()) target += ' ';
        target += text;
    }

    void add_nag(const PgnToken& token) {
        const auto number = parse_number<Nag>(token.text);
        if (!number)
            return complain(PgnError::bad_nag, token, token.text, "$ needs a number behind it");
        mark(*number);
    }

    void mark(Nag nag) {
        if (detail_ != PgnDetail::everything || passes_over() || !line().has_move) return;
        auto& nags = game_.nodes[line().node].nags;
        if (nags.size() < kMostNags && std::ranges::find(nags, nag) == nags.end())
            nags.push_back(nag);
    }

    void open_variation(const PgnToken& token) {
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

    void close_variation(const PgnToken& token) {
        if (skipped_depth_ > 0)
            --skipped_depth_;
        else if (lines_.size() > 1)
            lines_.pop_back();
        else
            complain(PgnError::stray_parenthesis, token, ")", "no variation is open here");
    }

    void add_symbol(const PgnToken& token) {
        const bool in_variation = lines_.size() > 1 || skipped_depth_ > 0;
        if (const auto result = result_from_text(token.text)) {
            // A result inside a variation belongs to that line, and says nothing about the game.
            if (in_variation) return;
            game_.result = *result;
            is_over_ = true;
            return;
        }
        if (detail_ == PgnDetail::headers || passes_over()) return;
        const Symbol symbol = split_symbol(token.text);
        if (symbol.move.empty()) {
            if (const auto nag = nag_from_glyph(symbol.marks)) mark(*nag);
            return;
        }
        if (const auto nag = nag_from_glyph(symbol.move)) return mark(*nag);
        add_move(token, symbol);
    }

    void add_move(const PgnToken& token, const Symbol& symbol) {
        if (game_.nodes.size() >= kMostNodes) {
            complain(PgnError::too_long, token, token.text, "more moves than a game can have");
            line().is_broken = true;
            return;
        }
        if (is_null_move(symbol.move)) {
            if (line().now.in_check())
                return break_line(token, PgnError::illegal_move, "a player in check cannot pass");
            play(Move{}, line().now.after_null());
        } else {
            const auto move = parse_san(line().now, symbol.move);
            if (!move) {
                const MoveError reason = move.error().reason;
                return break_line(token,
                                  reason == MoveError::unreadable  ? PgnError::unreadable_token
                                  : reason == MoveError::ambiguous ? PgnError::ambiguous_move
                                                                   : PgnError::illegal_move,
                                  move.error().message);
            }
            play(*move, line().now.after(*move));
        }
        if (const auto nag = nag_from_glyph(symbol.marks)) mark(*nag);
    }

    void play(Move move, const Position& next) {
        Line& current = line();
        current.node = game_.add_move(current.node, move);
        current.before = current.now;
        current.now = next;
        current.has_move = true;
        if (!current.comment_before.empty())
            game_.nodes[current.node].comment_before = std::move(current.comment_before);
        current.comment_before.clear();
    }

    void break_line(const PgnToken& token, PgnError reason, std::string message) {
        complain(reason, token, token.text, std::move(message));
        line().is_broken = true;
    }

    /// Old files are in Latin-1. One invalid sequence shows it, and then the whole game is.
    void repair_encoding() {
        bool is_valid = true;
        const auto check = [&](const std::string& text) { is_valid &= is_valid_utf8(text); };
        const auto convert = [](std::string& text) { text = utf8_from_latin1(text); };
        for_each_text(check);
        if (!is_valid) for_each_text(convert);
        // What is quoted in a problem may stand in no other text of the game.
        for (PgnProblem& problem : game_.problems)
            if (!is_valid_utf8(problem.token)) convert(problem.token);
    }

    template <typename Function>
    void for_each_text(Function function) {
        for (PgnTag& tag : game_.tags) function(tag.value);
        if (detail_ != PgnDetail::everything) return;
        for (PgnNode& node : game_.nodes) {
            function(node.comment);
            function(node.comment_before);
        }
    }

    PgnGame& game_;
    PgnDetail detail_;
    std::vector<Line> lines_;        // the main line, then the open variations
    std::size_t skipped_depth_ = 0;  // variations opened inside what is passed over
    std::size_t comment_bytes_ = 0;
    bool has_started_ = false;  // the moves have begun, or ended without any
    bool is_over_ = false;
};

/// Reads the tag at the bracket. False: it belongs to the next game, and is left where it is.
bool read_tag_pair(PgnLexer& lexer, const PgnToken& bracket, GameBuilder& builder) {
    TagReading reading{};
    for (int lines = 1; lines <= kMostTagLines; ++lines) {
        reading = read_tag(lexer.lines_ahead(lines));
        if (reading.state != TagState::unfinished) break;
    }
    if (reading.state != TagState::complete) {
        builder.complain(PgnError::bad_tag, bracket, lexer.lines_ahead(1),
                         "a tag is written [Name \"value\"]");
        lexer.advance(1);
        lexer.skip_rest_of_line();
        return true;
    }
    // An empty line may stand among the tags of one game; a tag that is there already, behind an
    // empty line or as the first of the seven, tells that a new game has begun.
    if (builder.has_tag(reading.tag.name) &&
        (bracket.follows_empty_line || reading.tag.name == "Event"))
        return false;
    lexer.advance(reading.length);
    builder.add_tag(std::move(reading.tag), bracket);
    return true;
}

}  // namespace

std::optional<PgnGame> PgnReader::next() {
    PgnGame game;
    GameBuilder builder{game, detail_};
    for (;;) {
        // Until the moves have begun, their first token must be seen, whatever it is.
        const PgnSkim skim = detail_ == PgnDetail::everything ? PgnSkim::nothing
                             : detail_ == PgnDetail::headers && builder.has_started()
                                 ? PgnSkim::moves
                                 : PgnSkim::comments;
        const PgnToken token = lexer_.next(skim);
        if (token.kind == PgnTokenKind::end) {
            if (builder.is_empty()) return std::nullopt;
            builder.finish(token);
            return game;
        }
        if (game.line == 0) game.line = token.line;

        bool is_next_game = false;
        if (token.kind != PgnTokenKind::bracket)
            builder.add(token);
        else if (!builder.has_started())
            is_next_game = !read_tag_pair(lexer_, token, builder);
        else if (token.starts_line)
            is_next_game = true;
        else  // inside the moves, such a bracket is only a stray character
            builder.add(token), lexer_.advance(1);

        if (is_next_game || builder.is_over()) {
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

}  // namespace castellan
