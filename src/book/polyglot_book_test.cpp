#include "book/polyglot_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/text.h"
#include "book/polyglot_key.h"
#include "book/polyglot_numbers.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

namespace fs = std::filesystem;

Position after(std::string_view moves, std::string_view fen = kStartFen) {
    Position position = parse_fen(fen).value();
    while (!trim(moves).empty())
        position = position.after(parse_coordinate(position, take_word(moves)).value());
    return position;
}
Move move_in(const Position& position, std::string_view text) {
    return parse_coordinate(position, text).value();
}

struct KeyCase {
    std::string_view moves;
    Key key;
};

TEST(PolyglotKey, IsThePublishedOne) {
    constexpr KeyCase kCases[] = {
        {"", 0x463b96181691fc9c},
        {"e2e4", 0x823c9b50fd114196},
        {"e2e4 d7d5", 0x0756b94461c50fb0},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
    };
    for (const auto& [moves, key] : kCases) EXPECT_EQ(polyglot_key(after(moves)), key) << moves;
}

TEST(PolyglotKey, NumbersAreThoseThatBooksWereMadeWith) {
    // Every number was compared once with the keys of books that the polyglot program had made.
    std::uint64_t mixed = 0;
    for (const std::uint64_t number : kPolyglotNumbers)
        mixed = (mixed ^ number) * 0x9E3779B97F4A7C15;
    EXPECT_EQ(mixed, 1497634112902386950U);
}

TEST(PolyglotKey, CountsAPawnBesideADoubleStepEvenIfItIsPinned) {
    const Position pinned = after("d2d4", "3r3k/8/8/8/4p3/8/3P4/3K4 w - - 0 1");
    const Position pinned_pawn = after("d2d4", "4r2k/8/8/8/4p3/8/3P4/K3R3 w - - 0 1");
    for (const Position& position : {pinned, pinned_pawn}) {
        castellan::Setup without = position.to_setup();
        without.en_passant = Square::none;
        EXPECT_NE(polyglot_key(position), polyglot_key(Position::from(without).value()));
    }
    castellan::Setup lonely = after("d2d4", "7k/8/8/8/7p/8/3P4/K7 w - - 0 1").to_setup();
    const Key with = polyglot_key(Position::from(lonely).value());
    lonely.en_passant = Square::none;
    EXPECT_EQ(polyglot_key(Position::from(lonely).value()), with);
}

PolyglotBook book_of(const std::vector<PolyglotEntry>& entries) {
    return PolyglotBook::from_bytes(to_polyglot(entries)).value();
}

std::string moves_in(const PolyglotBook& book, const Position& position) {
    std::string text;
    for (const BookMove& each : book.moves(position))
        text += to_coordinate(position, each.move) + ":" + std::to_string(each.weight) + " ";
    return text;
}

TEST(PolyglotBook, ListsLegalMovesHeaviestFirst) {
    const Position start;
    const Key key = polyglot_key(start);
    const PolyglotBook book =
        book_of({polyglot_entry(start, move_in(start, "g1f3"), 2),
                 polyglot_entry(start, move_in(start, "e2e4"), 30),
                 polyglot_entry(start, move_in(start, "a2a3"), 0),
                 {key, 0, 100, 0},                       // no move
                 {key, 0xFFFF, 100, 0},                  // nonsense
                 {key, 0x0FFF, 100, 0},                  // h8h8
                 {key, 12 << 6 | 36, 100, 0},            // e2e5
                 {key, 4 << 12 | 12 << 6 | 28, 100, 0},  // e2e4 with a promotion
                 {key ^ 1, 12 << 6 | 28, 100, 0}});
    EXPECT_EQ(moves_in(book, start), "e2e4:30 g1f3:2 a2a3:0 ");
    EXPECT_EQ(moves_in(book, after("e2e4")), "");
}

TEST(PolyglotBook, KingTakesRookIsCastlingOnlyIfAKingStandsThere) {
    const std::string_view with_king = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const std::string_view with_rook = "k7/8/8/8/8/8/1K6/4R2q w - - 0 1";
    constexpr std::uint16_t kE1h1 = 4 << 6 | 7;
    for (const auto& [fen, expected] :
         {std::pair{with_king, "e1g1:1 "}, std::pair{with_rook, "e1h1:1 "}}) {
        const Position position = parse_fen(fen).value();
        EXPECT_EQ(moves_in(book_of({{polyglot_key(position), kE1h1, 1, 0}}), position), expected);
    }
    const Position castles = parse_fen(with_king).value();
    EXPECT_EQ(polyglot_entry(castles, move_in(castles, "e1c1"), 1).move, 4 << 6 | 0);
}

TEST(PolyglotBook, EveryMoveComesBackAsItWasWritten) {
    for (const std::string_view fen :
         {kStartFen,
          std::string_view{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
          std::string_view{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"},
          std::string_view{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
          std::string_view{"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"}}) {
        const Position position = parse_fen(fen).value();
        std::vector<PolyglotEntry> entries;
        for (const Move move : legal_moves(position))
            entries.push_back(polyglot_entry(position, move, 1));
        EXPECT_EQ(book_of(entries).moves(position).size(), legal_moves(position).size()) << fen;
    }
}

TEST(PolyglotBook, MovesAreChosenAsOftenAsTheyWeigh) {
    const Position start;
    const std::vector<BookMove> moves = {
        {move_in(start, "e2e4"), 3}, {move_in(start, "d2d4"), 1}, {move_in(start, "a2a3"), 0}};
    Random random{1};
    std::map<std::uint16_t, int> chosen;
    for (int i = 0; i < 4'000; ++i) ++chosen[choose(moves, random)->bits()];
    EXPECT_EQ(chosen.size(), 2U);
    EXPECT_NEAR(chosen[moves[0].move.bits()], 3'000, 150);
    EXPECT_FALSE(choose({}, random));
    EXPECT_FALSE(choose({moves[2]}, random));
    Random again{1};
    Random same{1};
    EXPECT_EQ(choose(moves, again), choose(moves, same));
}

// ---------------------------------------------------------------------------------------------
// Files.

class BookFiles : public testing::Test {
  protected:
    std::string write(const std::string& bytes) const {
        return temporary_.write("book.bin", bytes);
    }

    const TemporaryFolder temporary_;
    const fs::path folder_ = temporary_.path();
};

TEST_F(BookFiles, AreWrittenAndReadAgain) {
    const Position start;
    std::vector<PolyglotEntry> entries;
    for (const Move move : legal_moves(start)) {
        entries.push_back(polyglot_entry(start, move, 7));
        const Position next = start.after(move);
        entries.push_back(polyglot_entry(next, legal_moves(next)[0], 1));
    }
    const std::string path = folder_ / "own.bin";
    EXPECT_EQ(write_polyglot(path, entries).value(), 40U);
    EXPECT_EQ(fs::file_size(path), 640U);
    const PolyglotBook book = PolyglotBook::open(path).value();
    EXPECT_EQ(book.note(), "");
    EXPECT_TRUE(std::ranges::is_permutation(book.entries(), entries));
    EXPECT_EQ(book.moves(start).size(), 20U);
    const auto refused = write_polyglot("/nonexistent/book.bin", entries);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason, BookError::cannot_write);
    EXPECT_EQ(write_polyglot("/dev/full", entries).error().reason, BookError::cannot_write);
}

TEST_F(BookFiles, ThatAreCutOrOutOfOrderAreReadWithANote) {
    const Position start;
    const Position next = after("e2e4");
    const std::string bytes = to_polyglot({polyglot_entry(start, move_in(start, "e2e4"), 1),
                                           polyglot_entry(next, move_in(next, "c7c5"), 1)});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto book = PolyglotBook::open(write(bytes.substr(0, size)));
        EXPECT_EQ(book.has_value(), size >= 16) << size;
        EXPECT_EQ(book && book->note().empty(), size == 16) << size;
    }
    const auto swapped = PolyglotBook::open(write(bytes.substr(16) + bytes.substr(0, 16)));
    ASSERT_TRUE(swapped);
    EXPECT_NE(swapped->note(), "");
    EXPECT_EQ(moves_in(*swapped, start), "e2e4:1 ");
    EXPECT_EQ(moves_in(*swapped, next), "c7c5:1 ");
}

TEST_F(BookFiles, ThatAreNoneAreRefusedWithTheReason) {
    const std::pair<std::string, BookError> kBad[] = {
        {folder_ / "missing.bin", BookError::cannot_open},
        {folder_, BookError::cannot_open},
        {"/dev/null", BookError::cannot_open},
        {"", BookError::cannot_open},
        {write(""), BookError::no_entries},
    };
    for (const auto& [path, reason] : kBad) {
        const auto book = PolyglotBook::open(path);
        ASSERT_FALSE(book) << path;
        EXPECT_EQ(book.error().reason, reason) << path;
        EXPECT_NE(book.error().message.find(path), std::string::npos);
    }
}

TEST_F(BookFiles, OfGarbageHoldNothingThatCouldBePlayed) {
    Random random{4};
    std::string bytes;
    for (int i = 0; i < 4'096; ++i) bytes += static_cast<char>(random.below(256));
    for (int i = 0; i < 256; ++i) {  // the right key with any move
        bytes += to_polyglot(
            {{polyglot_key(Position{}), static_cast<std::uint16_t>(random.below(65'536)),
              static_cast<std::uint16_t>(random.below(65'536)), 0}});
    }
    const PolyglotBook book = PolyglotBook::open(write(bytes)).value();
    const MoveList legal = legal_moves(Position{});
    for (const BookMove& each : book.moves(Position{}))
        EXPECT_NE(std::ranges::find(legal, each.move), legal.end());
}

}  // namespace
}  // namespace castellan
