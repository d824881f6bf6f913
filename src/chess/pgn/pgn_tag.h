// Tag pairs: [Name "value"], in all the shapes in which files have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/pgn/pgn_game.h"

namespace castellan {

enum class TagState {
    complete,
    unfinished,  // the text ended where the next line may go on
    malformed,
};

struct TagReading {
    TagState state;
    PgnTag tag;
    std::size_t length;  // how much of the text was read
};

/// `text` starts with the opening bracket. A tag may be spread over lines, its value may not.
/// Quotes inside the value need not be escaped: the one that ends it is followed by a bracket that
/// ends the tag, and what stands behind that on the line has no quotes but those of comments and
/// further tags.
TagReading read_tag(std::string_view text);

/// `[pgn]` or `[/pgn]`, which people copy along with a game from a forum.
struct ForumMark {
    bool closes;
    std::size_t length;
};

/// `text` starts with the opening bracket. Case does not matter, nor do parameters: [PGN
/// height=300].
std::optional<ForumMark> read_forum_mark(std::string_view text);

/// With quotes and backslashes escaped, and control characters turned into blanks.
std::string tag_text(std::string_view name, std::string_view value);

}  // namespace castellan
