#include <gtest/gtest.h>

#include "chess/chess960.h"
#include "chess/notation/fen.h"
#include "tests/support/test_files.h"
#include "training/game_reader.h"
#include "training/game_writer.h"

namespace castellan::training {
namespace {

/// The games that can be read before the end or the first problem.
struct Reading {
    std::vector<TrainingGame> games;
    std::optional<Error<GameFileError>> error;
    std::uint64_t unfinished_bytes = 0;
};

Reading read_all(const std::string& path) {
    Reading reading;
    auto reader = GameReader::open(path);
    if (!reader) {
        reading.error = reader.error();
        return reading;
    }
    for (;;) {
        auto game = reader->next();
        if (!game) {
            reading.error = game.error();
            return reading;
        }
        if (!*game) break;
        reading.games.push_back(std::move(**game));
    }
    reading.unfinished_bytes = reader->unfinished_bytes();
    return reading;
}

void expect_same(const TrainingGame& a, const TrainingGame& b) {
    EXPECT_EQ(to_fen(a.start), to_fen(b.start));
    EXPECT_EQ(a.moves, b.moves);
    EXPECT_EQ(a.result, b.result);
}

std::vector<TrainingGame> some_games() {
    return {random_game(1, 6), random_game(2, 0), random_game(3, 9, chess960_start(17))};
}

Bytes file_with(const std::vector<TrainingGame>& games) {
    Bytes bytes = encode_file_header();
    for (const TrainingGame& game : games) {
        const Bytes encoded = encode(game);
        bytes.insert(bytes.end(), encoded.begin(), encoded.end());
    }
    return bytes;
}

/// Where each game ends; the first entry is the end of the header.
std::vector<std::size_t> ends_of(const std::vector<TrainingGame>& games) {
    std::vector<std::size_t> ends{kFileHeaderSize};
    for (const TrainingGame& game : games) ends.push_back(ends.back() + encode(game).size());
    return ends;
}

class GameFile : public FolderTest {};

TEST_F(GameFile, GivesBackWhatWasWritten) {
    std::vector<TrainingGame> games = some_games();
    for (std::uint64_t seed = 10; seed < 40; ++seed) games.push_back(random_game(seed, 300));
    {
        auto writer = GameWriter::open(path("games")).value();
        for (const TrainingGame& game : games) ASSERT_TRUE(writer.append(game));
        EXPECT_EQ(writer.games(), games.size());
    }
    const Reading reading = read_all(path("games"));
    ASSERT_FALSE(reading.error) << reading.error->message;
    ASSERT_EQ(reading.games.size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) expect_same(reading.games[i], games[i]);
}

TEST_F(GameFile, TakesAboutFourBytesAMove) {
    const TrainingGame game = random_game(5, 100);
    EXPECT_LE(encode(game).size(), 4 * game.moves.size() + 44);
}

TEST_F(GameFile, IsWholeUpToItsLastGameWhereverItIsCut) {
    const auto games = some_games();
    const auto ends = ends_of(games);
    const Bytes whole = file_with(games);
    ASSERT_EQ(whole.size(), ends.back());
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const std::string cut =
            file("cut", Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
        std::size_t expected = 0;
        while (expected < games.size() && ends[expected + 1] <= size) ++expected;
        const std::size_t kept = size < kFileHeaderSize ? 0 : ends[expected];

        const Reading reading = read_all(cut);
        ASSERT_FALSE(reading.error) << size << ": " << reading.error->message;
        ASSERT_EQ(reading.games.size(), expected) << size;
        ASSERT_EQ(reading.unfinished_bytes, size - kept) << size;

        // The rest is cut off and the games that are missing are appended.
        {
            auto writer = GameWriter::open(cut);
            ASSERT_TRUE(writer) << size << ": " << writer.error().message;
            ASSERT_EQ(writer->games(), expected);
            ASSERT_EQ(writer->cut_bytes(), size - kept);
            for (std::size_t i = expected; i < games.size(); ++i)
                ASSERT_TRUE(writer->append(games[i]));
        }
        ASSERT_EQ(bytes_of(cut), whole) << size;
    }
}

TEST_F(GameFile, NoFlippedBitGoesUnseen) {
    const auto games = some_games();
    const auto ends = ends_of(games);
    const Bytes whole = file_with(games);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        // Every bit of a length counts; elsewhere one of eight is enough and saves seconds.
        const bool is_length = i == ends[0] || i == ends[0] + 1;
        for (std::size_t bit = is_length ? 0 : i % 8; bit < 8; bit += is_length ? 1 : 8) {
            Bytes damaged = whole;
            damaged[i] ^= static_cast<std::uint8_t>(1 << bit);
            const Reading reading = read_all(file("damaged", damaged));
            ASSERT_TRUE(reading.error) << "byte " << i << ", bit " << bit;
            std::size_t before = 0;  // games before the damage
            while (before < games.size() && ends[before + 1] <= i) ++before;
            ASSERT_EQ(reading.games.size(), i < kFileHeaderSize ? 0 : before);
            const std::size_t offset = i < kFileHeaderSize ? 0 : ends[before];
            ASSERT_NE(reading.error->message.find("at byte " + std::to_string(offset) + ":"),
                      std::string::npos)
                << reading.error->message;
        }
    }
}

TEST_F(GameFile, ADamagedFileIsNotAppendedTo) {
    Bytes damaged = file_with(some_games());
    damaged[kFileHeaderSize + 20] ^= 4;
    const std::string name = file("damaged", damaged);
    const auto writer = GameWriter::open(name);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().reason, GameFileError::damaged);
    EXPECT_EQ(bytes_of(name), damaged);
}

TEST_F(GameFile, IllegalContentWithRightChecksumsIsRefused) {
    TrainingGame illegal = random_game(1, 6);
    illegal.moves[3].move = Move::normal(Square::e1, Square::e8);
    const Reading reading = read_all(file("illegal", file_with({random_game(2, 5), illegal})));
    ASSERT_TRUE(reading.error);
    EXPECT_EQ(reading.error->reason, GameFileError::illegal_move);
    EXPECT_EQ(reading.games.size(), 1U);

    Bytes head(kGameHeadSize, 0);  // an empty board
    Bytes bytes = encode_file_header();
    bytes.insert(bytes.end(), head.begin(), head.end());
    append_number(bytes, crc32(head));
    append_number(bytes, crc32({}));
    EXPECT_EQ(read_all(file("empty board", bytes)).error->reason,
              GameFileError::impossible_position);
}

TEST_F(GameFile, OtherFilesAreRefusedWithTheReason) {
    const std::string text = "[Event \"not a game file\"]";
    Bytes later = encode_file_header();
    later[8] = 2;
    const std::tuple<std::string, Bytes, GameFileError> cases[] = {
        {"text", {text.begin(), text.end()}, GameFileError::not_a_game_file},
        {"short", {'[', 'E'}, GameFileError::not_a_game_file},
        {"later version", later, GameFileError::unknown_version},
    };
    for (const auto& [name, bytes, reason] : cases) {
        const std::string other = file(name, bytes);
        EXPECT_EQ(read_all(other).error->reason, reason) << name;
        EXPECT_EQ(GameWriter::open(other).error().reason, reason) << name;
        EXPECT_EQ(bytes_of(other), bytes) << name;
    }
    EXPECT_EQ(read_all(path("missing")).error->reason, GameFileError::cannot_open);
    EXPECT_EQ(read_all(path(".")).error->reason, GameFileError::cannot_read);
    for (const std::string& other : {path("."), std::string{"/dev/null"}})
        EXPECT_EQ(GameWriter::open(other).error().reason, GameFileError::cannot_open) << other;
}

TEST_F(GameFile, HasOneWriterAtATime) {
    const auto first = GameWriter::open(path("games"));
    ASSERT_TRUE(first);
    const auto second = GameWriter::open(path("games"));
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().reason, GameFileError::in_use);
}

}  // namespace
}  // namespace castellan::training
