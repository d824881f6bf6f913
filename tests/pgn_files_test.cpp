// Every file of the shared PGN collection: the right number of games and plies, and what is written
// from them reads the same again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "chess/pgn/pgn_reader.h"
#include "chess/pgn/pgn_writer.h"

namespace castellan {
namespace {

struct Expected {
    std::size_t games;
    std::size_t plies;
};

// Games as their tags and results show them. Plies agree with the PlyCount tag where there is one;
// elsewhere they are what was first read, kept as a guard.
const std::map<std::string, Expected> kFiles = {
    {"anastasian-lewis.pgn", {1, 81}},
    {"backslash_header.pgn", {1, 95}},
    {"basic.pgn", {1, 130}},
    {"black2move.pgn", {1, 0}},  // its first move castles through a queen
    {"book.pgn", {1, 16}},
    {"castling.pgn", {1, 6}},
    {"chessbase-empty-line.pgn", {1, 134}},
    {"comment_before_moves.pgn", {1, 139}},
    {"corrupted.pgn", {1, 124}},  // cut off in the middle of a move
    {"cutechess-fischerrandom.pgn", {4, 396}},
    {"empty_body.pgn", {2, 252}},
    {"kasparov-deep-blue-1997.pgn", {6, 519}},
    {"molinari-bordais-1979.pgn", {1, 10}},
    {"multiple.pgn", {4, 532}},
    {"nepomniachtchi-liren-game1.pgn", {1, 97}},
    {"newline.pgn", {1, 6}},
    {"no_moves.pgn", {1, 0}},
    {"no_moves_but_comment_followed_by_termination_marker.pgn", {2, 0}},
    {"no_moves_but_game_termination.pgn", {1, 0}},
    {"no_moves_but_game_termination_2.pgn", {1, 0}},
    {"no_moves_but_game_termination_3.pgn", {1, 0}},
    {"no_moves_but_game_termination_multiple.pgn", {2, 126}},
    {"no_moves_but_game_termination_multiple_2.pgn", {3, 0}},
    {"no_moves_two_games.pgn", {2, 0}},
    {"no_result.pgn", {1, 0}},
    {"non_ascii.pgn", {1, 20}},
    {"skip.pgn", {2, 260}},
    {"square_bracket_in_header.pgn", {1, 130}},
    {"stockfish-learning.pgn", {1, 154}},
    {"threefold_repetition.pgn", {1, 9}},
    {"uci-moves.pgn", {1, 113}},
    {"unescaped_quote_header.pgn", {1, 20}},
    {"utf8-bom.pgn", {2, 0}},
    {"variations.pgn", {1, 108}},
};

std::vector<PgnGame> read_all(const std::string& text, PgnDetail detail) {
    std::vector<PgnGame> games;
    PgnReader reader{source_of(text), detail};
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

TEST(PgnFiles, GiveTheRightGames) {
    const auto folder = std::filesystem::path{CASTELLAN_SHARED_DATA} / "pgn";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "not present: " << folder;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        const std::string name = entry.path().filename();
        SCOPED_TRACE(name);
        const auto expected = kFiles.find(name);
        ASSERT_NE(expected, kFiles.end()) << "a file that this test does not know";
        ++files;
        std::ostringstream stream;
        stream << std::ifstream{entry.path()}.rdbuf();
        const std::string text = stream.str();

        const auto games = read_all(text, PgnDetail::everything);
        std::size_t plies = 0;
        std::string written;
        for (const PgnGame& game : games) {
            // A null move ends the main line as a list of moves, but not as text.
            for (PgnNodeId id = game.nodes[kPgnRoot].first_child; id != 0;
                 id = game.nodes[id].first_child)
                ++plies;
            written += to_pgn(game);
        }
        EXPECT_EQ(games.size(), expected->second.games);
        EXPECT_EQ(plies, expected->second.plies + (name == "anastasian-lewis.pgn" ? 3 : 0));
        EXPECT_EQ(read_all(text, PgnDetail::headers).size(), games.size());
        EXPECT_EQ(read_all(text, PgnDetail::main_line).size(), games.size());

        std::string again;
        for (const PgnGame& game : read_all(written, PgnDetail::everything)) again += to_pgn(game);
        EXPECT_EQ(again, written);
    }
    EXPECT_EQ(files, kFiles.size());
}

}  // namespace
}  // namespace castellan
