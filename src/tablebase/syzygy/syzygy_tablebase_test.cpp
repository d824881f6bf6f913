#include "tablebase/tablebase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/random.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "tablebase/syzygy/table_files.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

namespace fs = std::filesystem;

const fs::path kTables = fs::path{CASTELLAN_SHARED_DATA} / "syzygy";

/// Where tables can be put, whole or damaged.
class Folder : public TemporaryFolder {
  public:
    std::string name() const { return path(); }
    void copy(const std::string& file) const {
        fs::copy_file(kTables / file, path() / file, fs::copy_options::overwrite_existing);
    }
};

std::string read(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

class Tables : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto none = Tablebase::load("/");
            none.error().reason == TablebaseError::not_built_in)
            GTEST_SKIP() << none.error().message;
        if (!fs::exists(kTables)) GTEST_SKIP() << "no tables in " << kTables;
    }
};

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen);
    EXPECT_TRUE(position) << fen << ": " << position.error().message;
    return position.value_or(Position{});
}

TEST(TableNames, AreThoseThatAProberAsksFor) {
    for (const std::string_view good :
         {"KQvK", "KPvKP", "KQvKR", "KRBvKQ", "KBNPvKR", "KQQQQQvK", "KRPPvKRP"})
        EXPECT_TRUE(is_table_name(good)) << good;
    for (const std::string_view bad :
         {"", "v", "KvK", "KvKQ", "KRvKQ", "KBRvKQ", "KQvKRB", "KQ", "QvK", "KQvQ", "KQvKx", "kqvk",
          "KQvKvK", "KQQQQQQvK", "KPvKQ", "KQvK.", "KKvK"})
        EXPECT_FALSE(is_table_name(bad)) << bad;
}

struct WdlCase {
    std::string_view fen;
    std::optional<Wdl> expected;
};

TEST(TableFolders, AreListedWithoutEmptyOnes) {
    for (const auto& [list, expected] : {std::pair{"", ""}, std::pair{"::", ""},
                                         std::pair{"/a", "/a"}, std::pair{":/a::/b:", "/a:/b"}})
        EXPECT_EQ(without_empty_folders(list), expected) << list;
}

TEST_F(Tables, KnowWhoWins) {
    constexpr WdlCase kCases[] = {
        {"8/8/8/8/8/4k3/8/KQ6 w - - 0 1", Wdl::win},
        {"8/8/8/8/8/4k3/8/KQ6 b - - 0 1", Wdl::loss},
        {"8/8/8/8/8/4K3/8/kq6 b - - 0 1", Wdl::win},
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::win},
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Wdl::loss},
        {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Wdl::draw},
        {"k7/8/K7/P7/8/8/8/8 w - - 0 1", Wdl::draw},  // a rook's pawn
        {"8/8/8/8/8/4k3/8/K4BN1 w - - 0 1", Wdl::win},
        {"8/8/8/8/8/4k3/8/KNN5 w - - 0 1", Wdl::draw},
        {"8/8/8/1pP2k2/8/8/3K4/8 w - b6 0 1", Wdl::win},
        {"8/8/8/1pP2k2/8/8/3K4/8 w - - 0 1", Wdl::draw},  // without the capture in passing
        {"8/8/8/8/8/4k3/8/4K2R w - - 0 1", Wdl::win},
        {"8/8/8/8/8/4k3/8/4K2R w K - 0 1", std::nullopt},  // castling is in no table
        {"8/8/4k3/8/8/PPP5/8/4K3 w - - 0 1", std::nullopt},
        {kStartFen, std::nullopt},
    };
    const auto tables = Tablebase::load(kTables.string()).value();
    EXPECT_EQ(tables->largest(), 4);
    EXPECT_EQ(tables->table_count(), 35);
    for (const auto& [fen, expected] : kCases)
        EXPECT_EQ(tables->probe_wdl(position_of(fen)), expected) << fen;
}

TEST_F(Tables, ThreadsGetTheSameAnswers) {
    const auto tables = Tablebase::load(kTables.string()).value();
    std::vector<Position> positions;
    Random random{7};
    while (positions.size() < 2'000) {
        castellan::Setup setup;
        setup.side_to_move = random.below(2) == 0 ? Color::white : Color::black;
        for (const Piece piece : {Piece::white_king, Piece::black_king, Piece::white_queen,
                                  random.below(2) == 0 ? Piece::black_rook : Piece::black_pawn})
            setup.put(piece, static_cast<Square>(random.below(kSquareCount)));
        if (const auto position = Position::from(setup)) positions.push_back(*position);
    }
    const auto answers = [&] {
        std::vector<std::optional<Wdl>> found;
        for (const Position& position : positions) found.push_back(tables->probe_wdl(position));
        return found;
    };
    const auto expected = answers();
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&] { EXPECT_EQ(answers(), expected); });
}

/// The results of the moves, best rank first.
std::vector<std::pair<std::string, Wdl>> ranked(const Tablebase& tables, std::string_view fen,
                                                bool has_repeated, bool fifty_move_rule) {
    const Position position = position_of(fen);
    auto ranking = tables.probe_root(position, has_repeated, fifty_move_rule);
    if (!ranking) return {};
    std::ranges::stable_sort(ranking->moves, std::ranges::greater{}, &RankedMove::rank);
    std::vector<std::pair<std::string, Wdl>> moves;
    for (const RankedMove& each : ranking->moves)
        moves.emplace_back(to_coordinate(position, each.move), each.result);
    return moves;
}

TEST_F(Tables, RankTheRootMovesByWhatTheClockLeavesOfTheResult) {
    const auto tables = Tablebase::load(kTables.string()).value();
    const auto early = ranked(*tables, "8/8/8/8/8/4k3/8/K4BN1 w - - 0 1", false, true);
    ASSERT_EQ(early.size(), 13U);
    EXPECT_EQ(std::ranges::count(early, Wdl::win, &std::pair<std::string, Wdl>::second), 4);
    EXPECT_EQ(early.front().second, Wdl::win);
    EXPECT_EQ(early.back().second, Wdl::draw);  // one of the pieces is lost

    // With forty plies on the clock only one move is quick enough.
    const auto later = ranked(*tables, "8/8/8/8/8/4k3/8/K4BN1 w - - 40 1", false, true);
    EXPECT_EQ(std::ranges::count(later, Wdl::win, &std::pair<std::string, Wdl>::second), 1);
    EXPECT_EQ(later.front(), (std::pair<std::string, Wdl>{"g1h3", Wdl::win}));

    const auto late = ranked(*tables, "8/8/8/8/8/4k3/8/K4BN1 w - - 80 1", false, true);
    EXPECT_EQ(late.front(), (std::pair<std::string, Wdl>{"g1h3", Wdl::cursed_win}));
    const auto without_rule = ranked(*tables, "8/8/8/8/8/4k3/8/K4BN1 w - - 80 1", false, false);
    EXPECT_EQ(without_rule.front(), (std::pair<std::string, Wdl>{"g1h3", Wdl::win}));

    const auto lost = ranked(*tables, "8/8/8/8/8/4k3/8/K4BN1 b - - 80 1", false, true);
    EXPECT_EQ(lost.front(), (std::pair<std::string, Wdl>{"e3f2", Wdl::draw}));
    EXPECT_EQ(lost.back().second, Wdl::blessed_loss);

    // After a repetition only the quickest way counts.
    const auto hurried =
        tables->probe_root(position_of("8/8/8/8/8/4k3/8/KQ6 w - - 4 3"), true, true);
    ASSERT_TRUE(hurried);
    EXPECT_TRUE(hurried->is_by_distance);
    const int best = std::ranges::max(hurried->moves, {}, &RankedMove::rank).rank;
    EXPECT_EQ(std::ranges::count(hurried->moves, best, &RankedMove::rank), 1);
    EXPECT_FALSE(tables->probe_root(position_of("8/8/8/8/8/4k3/8/4K2R w K - 0 1"), false, true));
}

TEST_F(Tables, ThatAreMissingAreDoneWithout) {
    const Folder folder;
    folder.copy("KQvK.rtbw");
    folder.copy("KRvK.rtbw");
    const auto tables = Tablebase::load(folder.name()).value();
    EXPECT_EQ(tables->largest(), 3);
    EXPECT_EQ(tables->table_count(), 2);
    EXPECT_EQ(tables->probe_wdl(position_of("8/8/8/8/8/4k3/8/KQ6 w - - 0 1")), Wdl::win);
    EXPECT_EQ(tables->probe_wdl(position_of("8/8/8/8/8/4k3/P7/K7 w - - 0 1")), std::nullopt);
    // Without distances the results still tell good moves from bad ones.
    const auto ranking =
        tables->probe_root(position_of("8/8/8/8/8/4k3/8/KQ6 w - - 0 1"), false, true);
    ASSERT_TRUE(ranking);
    EXPECT_FALSE(ranking->is_by_distance);
}

TEST_F(Tables, AreSharedByWhoeverWantsTheSameOnes) {
    const Folder other;
    other.copy("KQvK.rtbw");
    auto first = Tablebase::load(kTables.string()).value();
    auto second = Tablebase::load(kTables.string()).value();
    EXPECT_EQ(first, second);
    const auto refused = Tablebase::load(other.name());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason, TablebaseError::busy);
    first.reset();
    EXPECT_FALSE(Tablebase::load(other.name()));
    second.reset();
    const auto changed = Tablebase::load("/nonexistent/../" + other.name() + ":" + other.name());
    EXPECT_FALSE(changed);  // one of the folders is missing
    EXPECT_EQ(Tablebase::load(":" + other.name() + ":").value()->table_count(), 1);
}

// ---------------------------------------------------------------------------------------------
// Files that are not what they should be.

TEST_F(Tables, ThatCannotBeTablesAreRefusedByName) {
    const std::string good = read(kTables / "KQvK.rtbw");
    const std::string distances = read(kTables / "KQvK.rtbz");
    const std::pair<std::string, std::string> kBad[] = {
        {"KRvK.rtbw", ""},
        {"KRvK.rtbw", good.substr(0, 16)},
        {"KRvK.rtbw", good.substr(0, good.size() - 1)},
        {"KRvK.rtbw", good.substr(0, good.size() - 64)},  // right size, wrong content
        {"KRvK.rtbw", good + std::string(64, '\0')},
        {"KRvK.rtbw", distances},
        {"KRvK.rtbz", good},
        {"KRvK.rtbw", std::string(good.size(), '\0')},
        {"KRvK.rtbw", std::string(good.size(), '\xFF')},
        {"KQvKR.rtbw", good},  // the table of another ending
    };
    for (const auto& [name, bytes] : kBad) {
        const Folder folder;
        folder.copy("KQvK.rtbw");
        folder.write(name, bytes);
        const auto tables = Tablebase::load(folder.name());
        if (tables) {
            // Some damage cannot be told from a table; it must not hurt.
            (*tables)->probe_wdl(position_of("8/8/8/8/8/4k3/8/KR6 w - - 0 1"));
            continue;
        }
        EXPECT_EQ(tables.error().reason, TablebaseError::damaged) << name << ' ' << bytes.size();
        EXPECT_NE(tables.error().message.find(name), std::string::npos) << tables.error().message;
    }
    for (const std::string& folders :
         {std::string{}, std::string{":"}, std::string{"/nonexistent"},
          (kTables / "KQvK.rtbw").string(), std::string{"/dev/null"}}) {
        const auto tables = Tablebase::load(folders);
        ASSERT_FALSE(tables) << folders;
        EXPECT_NE(tables.error().reason, TablebaseError::damaged) << folders;
    }
    const Folder odd;
    fs::create_directory(odd.path() / "KQvK.rtbw");
    EXPECT_EQ(Tablebase::load(odd.name()).error().reason, TablebaseError::damaged);
}

TEST_F(Tables, WithAnyOfTheirFirstBytesChangedDoNoHarm) {
    // Every load tries some 1,500 file names, which takes its time where memory is watched.
    const std::size_t step = CASTELLAN_IS_SANITIZED ? 5 : 1;
    int refused = 0;
    int changed = 0;
    for (const std::string name : {"KPvK.rtbw", "KQvK.rtbz"}) {
        const Folder folder;
        folder.copy("KQvK.rtbw");
        const std::string good = read(kTables / name);
        for (std::size_t byte = 0; byte < 64; byte += step)
            for (const char value : {'\0', '\xFF', static_cast<char>(~good[byte])}) {
                std::string bytes = good;
                bytes[byte] = value;
                if (bytes == good) continue;
                ++changed;
                folder.write(name, bytes);
                const auto tables = Tablebase::load(folder.name());
                if (!tables) {
                    ++refused;
                    continue;
                }
                for (const std::string_view fen :
                     {"8/8/8/8/8/4k3/8/KQ6 w - - 0 1", "8/8/8/8/8/4k3/8/KQ6 b - - 0 1",
                      "8/8/8/8/4k3/8/P7/K7 w - - 0 1"}) {
                    (*tables)->probe_wdl(position_of(fen));
                    (*tables)->probe_root(position_of(fen), false, true);
                }
            }
    }
    EXPECT_GT(changed, 300 / static_cast<int>(step));
    // The rest changes bits that nobody reads, or little enough to go unnoticed.
    EXPECT_GT(refused, changed * 6 / 10) << "of " << changed;
}

TEST_F(Tables, CutShortWhileInUseAreSwitchedOff) {
    const Folder folder;
    for (const char* const name : {"KQvK.rtbw", "KQvKR.rtbw", "KRvK.rtbw"}) folder.copy(name);
    const auto tables = Tablebase::load(folder.name()).value();
    const Position position = position_of("7r/8/8/8/8/4k3/8/KQ6 w - - 0 1");
    ASSERT_TRUE(tables->probe_wdl(position));
    fs::resize_file(folder.path() / "KQvKR.rtbw", 0);
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { EXPECT_FALSE(tables->probe_wdl(position)); });
    threads.clear();
    EXPECT_TRUE(tables->has_failed());
    EXPECT_FALSE(tables->probe_wdl(position_of("8/8/8/8/8/4k3/8/KQ6 w - - 0 1")));
    EXPECT_FALSE(tables->probe_root(position, false, true));
}

TEST_F(Tables, CanBeLoadedAgainAfterTheyFailed) {
    const Folder folder;
    folder.copy("KQvK.rtbw");
    const Position position = position_of("8/8/8/8/8/4k3/8/KQ6 b - - 0 1");
    for (int i = 0; i < 3; ++i) {
        const auto tables = Tablebase::load(folder.name()).value();
        EXPECT_EQ(tables->probe_wdl(position), Wdl::loss);
        fs::resize_file(folder.path() / "KQvK.rtbw", 0);
        tables->probe_wdl(position);
        EXPECT_TRUE(tables->has_failed());
        folder.copy("KQvK.rtbw");
    }
}

}  // namespace
}  // namespace castellan
