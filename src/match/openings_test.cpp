#include "match/openings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/text.h"
#include "book/polyglot_book.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

class OpeningsTest : public testing::Test {
  protected:
    std::string file(const std::string& name, const std::string& text) const {
        return folder_.write(name, text);
    }

  private:
    const TemporaryFolder folder_;
};

constexpr const char* kFive =
    "8/8/8/8/8/2k5/8/K6R w - -\n\n8/8/8/8/8/8/2k5/K6R w - - hmvc 3;\n8/8/8/8/8/8/3k4/K6R w - -\n"
    "8/8/8/8/8/8/4k3/K6R w - - 0 9\n8/8/8/8/8/8/5k2/K6R w - -\n";

std::vector<std::string> fens(const Openings& openings) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < openings.size(); ++i) texts.push_back(to_fen(openings.at(i).start));
    return texts;
}

TEST_F(OpeningsTest, EpdLinesComeInOrderFromTheChosenOneAndBeginAgain) {
    OpeningSettings settings;
    settings.path = file("a.epd", kFive);
    settings.start = 4;
    const auto openings = Openings::load(settings, false, 0);
    ASSERT_TRUE(openings) << openings.error().message;
    EXPECT_EQ(openings->size(), 5U);
    EXPECT_EQ(to_fen(openings->at(0).start), "8/8/8/8/8/8/4k3/K6R w - - 0 9");
    EXPECT_EQ(to_fen(openings->at(2).start), "8/8/8/8/8/2k5/8/K6R w - - 0 1");
    EXPECT_EQ(to_fen(openings->at(5).start), to_fen(openings->at(0).start));
}

TEST_F(OpeningsTest, TheSeedDecidesARandomOrder) {
    OpeningSettings settings;
    settings.path = file("b.epd", kFive);
    settings.order = OpeningOrder::random;
    const auto order = [&](std::uint64_t seed) {
        return fens(*Openings::load(settings, false, seed));
    };
    EXPECT_EQ(order(1), order(1));
    std::set<std::vector<std::string>> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed) seen.insert(order(seed));
    EXPECT_GT(seen.size(), 5U);
}

TEST_F(OpeningsTest, ABadLineIsNamed) {
    OpeningSettings settings;
    settings.path = file("e.epd", "8/8/8/8/8/8/2k5/K6R w - -\n8/8/8/8/8/8/1k6/K6R w - -\n");
    const auto openings = Openings::load(settings, false, 0);
    ASSERT_FALSE(openings) << "the kings of the second line touch";
    EXPECT_EQ(openings.error().reason, OpeningError::bad_line);
    EXPECT_NE(openings.error().message.find(":2:"), std::string::npos) << openings.error().message;
}

TEST_F(OpeningsTest, PgnGamesAreCutAtTheWantedPly) {
    OpeningSettings settings;
    settings.path = file("c.pgn", "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 *\n");
    settings.format = OpeningFormat::pgn;
    settings.plies = 3;
    const auto openings = Openings::load(settings, false, 0);
    ASSERT_TRUE(openings) << openings.error().message;
    ASSERT_EQ(openings->size(), 2U);
    EXPECT_EQ(openings->at(0).moves.size(), 3U);
    EXPECT_EQ(openings->at(1).moves.size(), 1U);
}

TEST_F(OpeningsTest, APolyglotBookGivesEachOfItsLinesOnce) {
    std::vector<PolyglotEntry> entries;
    for (const std::string_view line : {"e4 e5 Nf3", "e4 c5", "d4"}) {
        Position position;
        for (std::string_view rest = line; !rest.empty();) {
            const Move move = *parse_san(position, take_word(rest));
            entries.push_back(polyglot_entry(position, move, 1));
            position = position.after(move);
        }
    }
    OpeningSettings settings;
    settings.path = file("f.bin", to_polyglot(entries));
    settings.format = OpeningFormat::polyglot;
    const auto lengths = [&] {
        std::multiset<std::size_t> found;
        const auto openings = Openings::load(settings, false, 3);
        for (std::size_t i = 0; i < openings->size(); ++i)
            found.insert(openings->at(i).moves.size());
        return found;
    };
    EXPECT_EQ(lengths(), (std::multiset<std::size_t>{1, 2, 3}));
    settings.plies = 1;
    EXPECT_EQ(lengths(), (std::multiset<std::size_t>{1, 1}));
    settings.path = "/nonexistent.bin";
    EXPECT_EQ(Openings::load(settings, false, 0).error().reason, OpeningError::cannot_open);
}

TEST_F(OpeningsTest, Chess960WithoutAFileDrawsFromAllStarts) {
    const auto one = Openings::load({}, true, 1);
    const auto other = Openings::load({}, true, 2);
    EXPECT_EQ(one->size(), 960U);
    EXPECT_TRUE(one->at(0).start.is_chess960());
    EXPECT_NE(fens(*one), fens(*other));
    EXPECT_EQ(fens(*one), fens(*Openings::load({}, true, 1)));
}

TEST_F(OpeningsTest, AMissingOrEmptyFileIsNamed) {
    OpeningSettings settings;
    settings.path = "/nonexistent.epd";
    EXPECT_EQ(Openings::load(settings, false, 0).error().reason, OpeningError::cannot_open);
    settings.path = file("d.epd", "\n");
    EXPECT_EQ(Openings::load(settings, false, 0).error().reason, OpeningError::nothing_found);
}

}  // namespace
}  // namespace castellan
