// What each of the five ancestors could do, and what it could not: one test for each, named after
// it. DESIGN.md has the lists.
#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "search/textbook.h"
#include "store/game_store.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/terminal.h"

namespace castellan {
namespace {

class AncestorTest : public testing::Test {
  protected:
    std::string data() const { return folder_.path(); }

  private:
    const TemporaryFolder folder_;
};

int material(const Position& position) {
    int sum = 0;
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        constexpr int kValues[] = {1, 3, 3, 5, 9, 0};
        const int value = kValues[static_cast<int>(type_of(piece))];
        sum += color_of(piece) == position.side_to_move() ? value : -value;
    }
    return sum;
}

/// What the engine answers to these lines.
std::string conversation(const std::string& command, const std::string& lines) {
    return run_program("(printf '" + lines + "'; sleep 1) | " + CASTELLAN_PROGRAM + ' ' + command)
        .output;
}

void leave_bots(Terminal& terminal) {
    EXPECT_TRUE(terminal.says("quit", "Leave it?")) << terminal.rest();
    terminal.type("yes");
}

TEST_F(AncestorTest, MinmaxAB) {
    // Alpha-beta to a fixed depth; mate is a million, stalemate nothing.
    const auto mate =
        textbook::alpha_beta(*parse_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), 2, material);
    EXPECT_EQ(mate.move, Move::normal(Square::a1, Square::a8));
    EXPECT_EQ(mate.score, textbook::kMate - 1);
    EXPECT_EQ(textbook::alpha_beta(*parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 2, material).score,
              0);
    // Several engines and a person behind one interface.
    {
        Terminal terminal{data(), {"play", "--opponent", "textbook:2", "--fast"}};
        ASSERT_TRUE(terminal.shows("1. White> "));
        EXPECT_TRUE(terminal.says("e4", "2. White> ")) << terminal.rest();
    }
    {
        Terminal terminal{data(), {"play", "--bots", "textbook:1", "level:400", "--fast"}};
        EXPECT_TRUE(terminal.shows("Black plays 2... ")) << terminal.rest();
    }
    // The XBoard connection, finished.
    const std::string answers =
        conversation("xboard", "xboard\\nprotover 2\\nnew\\nsd 3\\nusermove e2e4\\nping 1\\n");
    EXPECT_NE(answers.find("\nmove "), std::string::npos) << answers;
}

TEST_F(AncestorTest, Matrix) {
    Terminal terminal{data(), {"play", "--two-players"}};
    ASSERT_TRUE(terminal.shows("1. White> "));
    EXPECT_TRUE(terminal.says("e9", "Not played")) << "the form of a move is checked";
    EXPECT_TRUE(terminal.says("e2e5", "Not played")) << "and whether it is legal";
    // Castling and en passant.
    for (const char* const move : {"e4", "a6", "e5", "d5", "exd6", "a5", "Nf3", "a4", "Be2", "a3"})
        EXPECT_TRUE(terminal.says(move, "> ")) << move;
    EXPECT_TRUE(terminal.says("O-O", " Black> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("moves", "3. exd6 a5 4. Nf3 a4 5. Be2 a3 6. O-O"));
    terminal.type("quit");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    // Mate is not stalemate.
    {
        Terminal end{data(), {"play", "--two-players", "--fen", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"}};
        ASSERT_TRUE(end.shows("1. White> "));
        EXPECT_TRUE(end.says("Qf7", "Draw: stalemate (1/2-1/2)")) << end.rest();
        EXPECT_TRUE(end.says("undo", "1. White> "));
        EXPECT_TRUE(end.says("Qf8#", "Checkmate: White wins (1-0)")) << end.rest();
    }
    // Repetition.
    {
        Terminal end{data(), {"play", "--two-players"}};
        ASSERT_TRUE(end.shows("1. White> "));
        for (int i = 0; i < 2; ++i)
            for (const char* const move : {"Nf3", "Nf6", "Ng1", "Ng8"})
                EXPECT_TRUE(end.says(move, "> "));
        EXPECT_TRUE(end.says("draw", "Draw: threefold repetition")) << end.rest();
    }
    // Black's side of the board.
    Terminal black{data(), {"play", "--level", "400", "--color", "black", "--fast"}};
    EXPECT_TRUE(black.shows("White plays 1. ")) << black.rest();
    EXPECT_TRUE(black.shows("1... Black> ")) << black.rest();
}

TEST_F(AncestorTest, ArtOfWar) {
    // Its words of XBoard, every promotion, castling, en passant, and a way out of check.
    const std::string answers =
        conversation("xboard",
                     "xboard\\nprotover 2\\nnew\\nforce\\nusermove e2e4\\nusermove e7e5\\nsd "
                     "2\\nwhite\\nblack\\n"
                     "force\\nsetboard 8/P6k/8/8/8/8/8/K7 w - - 0 1\\nusermove a7a8n\\n"
                     "setboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\\nsd 1\\ngo\\nping 1\\n");
    EXPECT_EQ(answers.find("Illegal"), std::string::npos) << answers;
    EXPECT_EQ(answers.find("Error"), std::string::npos) << answers;
    EXPECT_NE(answers.find("move e1e2"), std::string::npos) << answers;
    // Its evaluation, term by term.
    const auto eval =
        run_program(std::string{CASTELLAN_PROGRAM} + " eval '" + std::string{kStartFen} + "'");
    for (const char* const term : {"Material", "Squares", "Mobility", "Support", "Pawns"})
        EXPECT_NE(eval.output.find(term), std::string::npos) << term << "\n" << eval.output;
}

TEST_F(AncestorTest, Phone) {
    Terminal terminal{data(), {}};
    ASSERT_TRUE(terminal.shows("Choose> "));
    // Four difficulty levels; what was chosen is kept.
    EXPECT_TRUE(terminal.says("play", "Easy, Medium, Hard, Expert"));
    EXPECT_TRUE(terminal.says("Hard", "Your colour"));
    EXPECT_TRUE(terminal.says("white", "Clock"));
    EXPECT_TRUE(terminal.says("none", "1. White> ")) << terminal.rest();
    // Reset and Forfeit.
    EXPECT_TRUE(terminal.says("e4", "2. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("reset", "1. White> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("forfeit", "yes or no> "));
    EXPECT_TRUE(terminal.says("yes", "White resigns: Black wins (0-1)"));
    EXPECT_TRUE(terminal.says("quit", "Choose> "));
    EXPECT_TRUE(terminal.says("play", "Opponent [Hard]> "));
    terminal.end(SIGTERM);
    // Two people on one device, the board turning to whoever moves.
    {
        Terminal two{data(), {"play", "--two-players", "--turn-board"}};
        ASSERT_TRUE(two.shows("a  b  c")) << two.all();
        EXPECT_TRUE(two.says("e4", "h  g  f")) << two.rest();
    }
    // Computer against computer, and a warning before it is left.
    Terminal bots{data(), {"play", "--bots", "Easy", "Medium"}};
    ASSERT_TRUE(bots.shows("White plays 1. "));
    EXPECT_TRUE(bots.says("quit", "Leave it?"));
    EXPECT_TRUE(bots.says("no", "> "));
    EXPECT_TRUE(bots.shows(" plays ")) << "it goes on";
    leave_bots(bots);
}

TEST_F(AncestorTest, BotVBot) {
    Terminal terminal{data(), {}};
    ASSERT_TRUE(terminal.shows("Play against the computer"));
    ASSERT_TRUE(terminal.shows("Two players"));
    ASSERT_TRUE(terminal.shows("Watch two bots"));
    // One player, Black this time.
    terminal.type("play");
    EXPECT_TRUE(terminal.says("Easy", "Your colour"));
    EXPECT_TRUE(terminal.says("black", "Clock"));
    EXPECT_TRUE(terminal.says("none", "1... Black> ")) << terminal.rest();
    // Make and unmake, check, the heuristic value.
    EXPECT_TRUE(terminal.says("e5", "2... Black> ")) << terminal.rest();
    EXPECT_TRUE(terminal.says("undo", "1... Black> "));
    EXPECT_TRUE(terminal.says("eval", "Material")) << terminal.rest();
    EXPECT_TRUE(terminal.says("quit", "Choose> "));
    EXPECT_TRUE(terminal.says("bots", "White [Herald]> "));
    EXPECT_TRUE(terminal.says("textbook:1", "Black [Squire]> "));
    EXPECT_TRUE(terminal.says("400", "White plays 1. "));
    leave_bots(terminal);
    // Iterative deepening: each depth after the one before.
    const std::string answers = conversation("uci", "uci\\ngo depth 4\\n");
    std::size_t at = 0;
    for (const char* const depth : {"info depth 1 ", "info depth 2 ", "info depth 3 "}) {
        at = answers.find(depth, at);
        ASSERT_NE(at, std::string::npos) << answers;
    }
}

}  // namespace
}  // namespace castellan
