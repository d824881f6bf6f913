// PgnGame: one game as PGN holds it, with its tags, its tree of moves, and what was wrong with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/pgn/nag.h"
#include "chess/pgn/pgn_result.h"
#include "chess/position.h"

namespace castellan {

struct PgnTag {
    std::string name;
    std::string value;
};

/// Nodes live in one vector and know each other by index; 0 is the root, which has no move.
using PgnNodeId = std::uint32_t;
inline constexpr PgnNodeId kPgnRoot = 0;

struct PgnNode {
    Move move;  // Move{} is a null move, written --
    PgnNodeId parent = 0;
    PgnNodeId first_child = 0;  // the main continuation; 0: none
    PgnNodeId last_child = 0;
    PgnNodeId next_sibling = 0;  // the next alternative to this move; 0: none
    std::vector<Nag> nags;
    std::string comment_before;  // only where a line of play starts
    std::string comment;
};

enum class PgnError {
    bad_tag,
    repeated_tag,
    bad_start_position,
    unknown_variant,
    unreadable_token,
    illegal_move,
    ambiguous_move,
    unterminated_comment,
    unterminated_variation,
    stray_parenthesis,
    variation_without_move,
    too_deep,
    too_long,
    bad_nag,
    missing_result,
    contradicting_result,
};

/// Where in the file something is wrong, counted from 1.
struct PgnProblem {
    PgnError reason;
    std::uint64_t line;
    std::uint64_t column;
    std::string token;    // the offending text, shortened
    std::string message;  // for people
};

class PgnGame {
  public:
    PgnGame() : nodes{PgnNode{}} {}

    /// The value of a tag, or nothing.
    std::string_view tag(std::string_view name) const;
    void set_tag(std::string_view name, std::string_view value);

    /// Appends a continuation or, if there is one already, an alternative.
    PgnNodeId add_move(PgnNodeId parent, Move move);

    /// How many moves the main line has, null moves among them.
    std::size_t ply_count() const;

    /// The moves of the main line that can be played as a Game: those before the first null move.
    std::vector<Move> main_line() const;

    std::vector<PgnTag> tags;
    Position start;
    std::vector<PgnNode> nodes;
    PgnResult result = PgnResult::unknown;
    std::vector<PgnProblem> problems;
    std::uint64_t line = 0;  // of the file, where the game starts
};

}  // namespace castellan
