#include "engine/background_engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

namespace fs = std::filesystem;

/// An engine, and what it has said.
class Engines : public testing::Test {
  protected:
    std::string book_with(std::initializer_list<std::pair<std::string_view, int>> moves) const {
        std::vector<PolyglotEntry> entries;
        for (const auto& [text, weight] : moves)
            entries.push_back(polyglot_entry(Position{}, parse_coordinate(Position{}, text).value(),
                                             static_cast<std::uint16_t>(weight)));
        const std::string path = folder_ / "book.bin";
        EXPECT_TRUE(write_polyglot(path, entries));
        return path;
    }
    /// The move played; "" as long as there is none.
    std::string answer() const { return answer_; }
    std::string play(Limits limits = {}, SearchMode mode = SearchMode::play) {
        reports_ = 0;
        if (!limits.depth) limits.depth = 2;
        thinker_.go(Game{}, limits, mode);
        thinker_.wait();
        return answer();
    }

    const TemporaryFolder temporary_;
    const fs::path folder_ = temporary_.path();
    std::atomic<int> reports_{0};
    std::string answer_;
    std::vector<std::string> notices_;
    BackgroundEngine thinker_{
        {[this](const Report&) { ++reports_; },
         [this](const Verdict& verdict) { answer_ = to_coordinate(Position{}, verdict.best); },
         [this](std::string_view notice) { notices_.emplace_back(notice); }}};
    Engine& engine_ = thinker_.engine();
};

TEST_F(Engines, PlayFromTheBookAtOnceIfAllowedTo) {
    const std::string book = book_with({{"b1a3", 1}, {"h2h4", 0}});
    EXPECT_EQ(engine_.set_option("BookFile", book).value(), "");
    EXPECT_NE(play(), "b1a3");
    engine_.set_option("OwnBook", "true");
    EXPECT_EQ(play(), "b1a3");
    EXPECT_EQ(reports_, 1);

    Limits restricted;
    restricted.search_moves = {parse_coordinate(Position{}, "e2e4").value()};
    EXPECT_EQ(play(restricted), "e2e4");
    engine_.set_option("BookFile", "<empty>");
    EXPECT_NE(play(), "b1a3");
}

TEST_F(Engines, AnswerAPonderSearchFromTheBookOnlyAfterTheHit) {
    engine_.set_option("BookFile", book_with({{"b1a3", 1}}));
    engine_.set_option("OwnBook", "true");
    thinker_.go(Game{}, {}, SearchMode::ponder);
    EXPECT_TRUE(thinker_.is_searching());
    thinker_.ponder_hit();
    thinker_.wait();
    EXPECT_EQ(answer(), "b1a3");

    Limits shallow;
    shallow.depth = 2;
    thinker_.go(Game{}, shallow, SearchMode::analyse);
    thinker_.stop();
    thinker_.wait();
    EXPECT_NE(answer(), "b1a3");
}

TEST_F(Engines, ChooseBookMovesByTheSeed) {
    engine_.set_option("BookFile", book_with({{"b1a3", 1}, {"h2h4", 1}, {"g2g4", 1}}));
    engine_.set_option("OwnBook", "true");
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        engine_.new_game(seed);
        const std::string move = play();
        engine_.new_game(seed);
        EXPECT_EQ(play(), move);
        seen.insert(move);
    }
    EXPECT_EQ(seen.size(), 3U);
}

TEST_F(Engines, SayWhatIsWrongWithAPathAndPlayOn) {
    std::ofstream{folder_ / "KQvK.rtbw"} << "no table";
    std::ofstream{folder_ / "empty.bin"};
    for (const auto& [name, value] : {std::pair<std::string_view, std::string>{"BookFile", "/none"},
                                      {"BookFile", folder_ / "empty.bin"},
                                      {"BookFile", folder_},
                                      {"SyzygyPath", "/none"},
                                      {"SyzygyPath", folder_}}) {
        const OptionResult result = engine_.set_option(name, value);
        ASSERT_FALSE(result) << name << ' ' << value;
        EXPECT_EQ(result.error().reason, OptionError::unavailable);
        EXPECT_FALSE(result.error().message.empty());
        EXPECT_EQ(play().size(), 4U);
    }
    for (const auto& [name, value] :
         {std::pair{"SyzygyProbeDepth", "0"}, std::pair{"SyzygyProbeLimit", "8"},
          std::pair{"Syzygy50MoveRule", "perhaps"}})
        EXPECT_FALSE(engine_.set_option(name, value)) << name;
}

TEST_F(Engines, SwitchTablesOffThatVanishDuringAGame) {
    const fs::path tables = fs::path{CASTELLAN_SHARED_DATA} / "syzygy";
    if (!fs::exists(tables)) GTEST_SKIP() << "no tables in " << tables;
    for (const char* const name : {"KQvKR.rtbw", "KQvKR.rtbz", "KQvK.rtbw", "KRvK.rtbw"})
        fs::copy_file(tables / name, folder_ / name);
    const OptionResult found = engine_.set_option("SyzygyPath", folder_.string());
    if (!found) GTEST_SKIP() << found.error().message;
    EXPECT_EQ(*found, "found 3 tablebases, up to 4 pieces");
    fs::resize_file(folder_ / "KQvKR.rtbw", 0);
    Limits limits;
    limits.depth = 4;
    const Game game{parse_fen("7r/8/8/8/8/4k3/8/KQ6 w - - 0 1").value()};
    for (int i = 0; i < 2; ++i) {
        thinker_.go(game, limits, SearchMode::play);
        thinker_.wait();
        EXPECT_EQ(answer().size(), 4U);
        ASSERT_EQ(notices_.size(), 1U);  // told once
    }
    EXPECT_TRUE(engine_.set_option("SyzygyPath", tables.string()));
}

}  // namespace
}  // namespace castellan
