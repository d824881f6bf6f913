// PgnGameBuilder: makes one game out of the tokens of its text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/pgn/pgn_game.h"
#include "chess/pgn/pgn_lexer.h"

namespace castellan {

enum class PgnDetail {
    headers,    // tags and result; moves are not looked at
    main_line,  // moves are checked; variations, comments and marks are passed over
    everything,
};

class PgnGameBuilder {
  public:
    /// The game must be new and outlive the builder.
    PgnGameBuilder(PgnGame& game, PgnDetail detail) : game_{game}, detail_{detail}, lines_(1) {}

    /// Whether the moves have begun; no tag belongs to this game any more.
    bool has_started() const { return has_started_; }
    /// Whether the result has been read.
    bool is_over() const { return is_over_; }
    bool is_empty() const { return game_.tags.empty() && !has_started_ && game_.problems.empty(); }
    bool has_tag(std::string_view name) const;
    bool is_inside_variation() const { return lines_.size() + skipped_depth_ > 1; }
    /// Whether this symbol shows that the next game has begun, though a variation is still open.
    bool is_next_game(const PgnToken& symbol) const;

    void add_tag(PgnTag tag, const PgnToken& at);
    /// Any token but a bracket that starts a tag.
    void add(const PgnToken& token);
    /// Settles what can only be judged at the end; nothing may be added any more.
    void finish(const PgnToken& at);

    void complain(PgnError reason, const PgnToken& at, std::string_view token, std::string message);

  private:
    /// A line of play that is being read: the main line, or one of the open variations.
    struct Line {
        PgnNodeId node = kPgnRoot;
        Position before;  // where the last move was played, for an alternative to it
        Position now;
        bool is_broken = false;  // after a bad move, the rest of the line is passed over
        bool has_move = false;
        std::string comment_before;
    };

    Line& line() { return lines_.back(); }
    bool passes_over() const { return skipped_depth_ > 0 || lines_.back().is_broken; }

    void start(const PgnToken& at);
    void add_comment(const PgnToken& token);
    std::string& comment_target();
    void add_nag(const PgnToken& token);
    void mark(Nag nag);
    void open_variation(const PgnToken& token);
    void close_variation(const PgnToken& token);
    void add_symbol(const PgnToken& token);
    void add_move(const PgnToken& token, std::string_view text);
    void play(Move move, const Position& next);
    void break_line(const PgnToken& token, PgnError reason, std::string message);
    void repair_encoding();
    template <typename Function>
    void for_each_text(Function function);

    PgnGame& game_;
    PgnDetail detail_;
    std::vector<Line> lines_;        // the main line, then the open variations
    std::size_t skipped_depth_ = 0;  // variations opened inside what is passed over
    std::size_t comment_bytes_ = 0;
    PgnToken variation_start_{};    // of the outermost variation that is open
    bool has_just_opened_ = false;  // nothing but comments stands behind the last parenthesis
    std::optional<PgnResult> result_inside_;  // the last thing that an open variation has said
    std::string preamble_;  // comments before the moves; the game's, unless its first tag follows
    bool has_started_ = false;
    bool is_over_ = false;
};

}  // namespace castellan
