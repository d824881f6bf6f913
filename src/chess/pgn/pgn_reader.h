// PgnReader: game after game from a PGN source; a bad game never costs the next one.
#pragma once

#include <optional>

#include "chess/pgn/pgn_game.h"
#include "chess/pgn/pgn_game_builder.h"
#include "chess/pgn/pgn_lexer.h"
#include "chess/pgn/pgn_tag.h"

namespace castellan {

class PgnReader {
  public:
    explicit PgnReader(ByteSource source, PgnDetail detail = PgnDetail::everything)
        : lexer_{std::move(source)}, detail_{detail} {}

    /// The next game with all its problems, or nothing at the end of the file.
    std::optional<PgnGame> next();

  private:
    PgnSkim skim(const PgnGameBuilder& builder) const;
    PgnToken next_token(const PgnGameBuilder& builder);
    bool is_next_game(PgnToken& token, const PgnGameBuilder& builder);
    bool read_bracket(const PgnToken& bracket, PgnGameBuilder& builder);
    bool pass_forum_mark(const ForumMark& mark, const PgnGameBuilder& builder);
    bool read_tag_pair(const PgnToken& bracket, PgnGameBuilder& builder);
    void skip_stray_bracket(const PgnToken& bracket, PgnGameBuilder& builder);

    PgnLexer lexer_;
    PgnDetail detail_;
    std::optional<PgnToken> held_;  // read already, but the first of the next game
    bool was_empty_line_ = false;   // before a comment that was the last token
};

/// The games of a text in memory.
ByteSource source_of(std::string_view text);

}  // namespace castellan
