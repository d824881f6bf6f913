// One engine behind every door: the same game comes out of UCI, XBoard, the terminal, the browser's
// session and a match, if nodes, hash and seeds are the same.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "chess/notation/coordinate.h"
#include "chess/notation/epd.h"
#include "chess/notation/fen.h"
#include "chess/pgn/pgn_reader.h"
#include "house/lobby.h"
#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/piped_program.h"
#include "tests/support/posted_work.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

constexpr int kPlies = 30;
constexpr int kHash = 4;
constexpr int kNodes = 3'000;
constexpr int kSeed = 21;  // White's engine gets 2 * kSeed, Black's one more

/// Who plays both sides: Castellan at a level, or at full strength.
struct Opponent {
    const char* name;
    std::optional<int> elo;

    Seat seat() const {
        return elo ? Seat{SeatKind::level, "level", *elo} : Seat{SeatKind::full, "full", 0};
    }
    std::string word() const { return elo ? "level:" + std::to_string(*elo) : "full"; }
};

using Moves = std::vector<std::string>;

Moves first_plies(Moves moves) {
    if (moves.size() > kPlies) moves.resize(kPlies);
    return moves;
}

class Doors : public testing::TestWithParam<Opponent> {
  protected:
    /// What is set in every engine that is a program of its own.
    std::vector<std::pair<std::string, std::string>> options(int seed) const {
        std::vector<std::pair<std::string, std::string>> list = {
            {"Hash", std::to_string(kHash)}, {"Level Seed", std::to_string(seed)}};
        if (const auto elo = GetParam().elo) {
            list.emplace_back("UCI_Elo", std::to_string(*elo));
            list.emplace_back("UCI_LimitStrength", "true");
        }
        return list;
    }
    std::string path(const char* name) const { return folder_ / name; }
    Moves stored_moves(GameStore& store, GameId id) const {
        const StoredGame game = store.load(id).value();
        Moves moves;
        Position position = game.setup.start;
        for (const auto& [move, spent] : game.moves) {
            moves.push_back(to_coordinate(position, move));
            position = position.after(move);
        }
        return first_plies(moves);
    }

    Moves by_uci() const;
    Moves by_xboard() const;
    Moves in_terminal() const;
    Moves in_browser() const;
    Moves in_match() const;

    const TemporaryFolder folder_;
};

Moves Doors::by_uci() const {
    PipedProgram white{"exec " CASTELLAN_PROGRAM " uci"};
    PipedProgram black{"exec " CASTELLAN_PROGRAM " uci"};
    int seed = 2 * kSeed;
    for (const PipedProgram* const side : {&white, &black}) {
        for (const auto& [name, value] : options(seed++))
            side->send("setoption name " + name + " value " + value);
        side->send("ucinewgame");
    }
    Moves moves;
    std::string line = "position startpos moves";
    while (moves.size() < kPlies) {
        PipedProgram& side = moves.size() % 2 == 0 ? white : black;
        side.send(line);
        side.send("go nodes " + std::to_string(kNodes));
        const auto answer = side.read_until("bestmove");
        if (!answer) break;
        const std::size_t start = answer->rfind("bestmove ") + 9;
        moves.push_back(answer->substr(start, answer->find_first_of(" \n", start) - start));
        line += ' ' + moves.back();
    }
    return moves;
}

Moves Doors::by_xboard() const {
    PipedProgram white{"exec " CASTELLAN_PROGRAM " xboard"};
    PipedProgram black{"exec " CASTELLAN_PROGRAM " xboard"};
    int seed = 2 * kSeed;
    for (const PipedProgram* const side : {&white, &black}) {
        side->send("xboard");
        side->send("protover 2");
        for (const auto& [name, value] : options(seed++))
            side->send("option " + name + '=' + (value == "true" ? "1" : value));
        side->send("option Node Limit=" + std::to_string(kNodes));
        for (const char* const word : {"new", "easy", "st 1000"}) side->send(word);
    }
    white.send("go");
    Moves moves;
    while (moves.size() < kPlies) {
        PipedProgram& side = moves.size() % 2 == 0 ? white : black;
        const auto answer = side.read_until("move ");
        if (!answer) break;
        const std::size_t start = answer->rfind("move ") + 5;
        moves.push_back(answer->substr(start, answer->find('\n', start) - start));
        (&side == &white ? black : white).send("usermove " + moves.back());
    }
    return moves;
}

Moves Doors::in_terminal() const {
    const std::string command =
        "CASTELLAN_DATA=" + folder_.path().string() +
        " " CASTELLAN_PROGRAM " play --plain --fast --bots " + GetParam().word() + ' ' +
        GetParam().word() + " --seed " + std::to_string(kSeed) + " --threads 1 --hash " +
        std::to_string(kHash) + " --nodes " + std::to_string(kNodes) + " </dev/null 2>&1";
    EXPECT_EQ(run_program(command).exit_code, 0);
    auto store = SqliteGameStore::open(path("games.db")).value();
    return stored_moves(store, store.list()->front().id);
}

class Deaf final : public Client {
  public:
    void send(Message) noexcept override {}
    std::uint64_t number() const override { return 1; }
};

Moves Doors::in_browser() const {
    auto store = SqliteGameStore::open(path("browser.db")).value();
    GameSetup setup;
    setup.seats = {GetParam().seat(), GetParam().seat()};
    setup.seed = kSeed;
    setup.is_fast = true;
    const GameId game = store.create(setup).value();
    PostedWork work;
    const OpeningNames names;
    LobbySettings settings;
    settings.pool.engine = {.hash_megabytes = kHash, .nodes = kNodes};
    Deaf client;
    Lobby lobby{settings, names, &store, "", work.poster()};
    lobby.connect(client);
    lobby.receive(client, Json{{"id", "1"}, {"do", "watch"}, {"game", game}}.dump());
    for (int answers = 0; answers < kPlies && work.run_one(std::chrono::seconds{60}); ++answers) {
    }
    lobby.settle();
    return stored_moves(store, game);
}

Moves Doors::in_match() const {
    std::string command = CASTELLAN_PROGRAM " match -each tc=inf nodes=" + std::to_string(kNodes) +
                          " -rounds 1 -maxmoves 15 -pgnout " + path("match.pgn");
    int seed = 2 * kSeed;
    for (const char* const name : {"white", "black"}) {
        command += std::string{" -engine cmd=" CASTELLAN_PROGRAM " name="} + name;
        for (const auto& [option, value] : options(seed))
            command += " 'option." + option + '=' + value + '\'';
        ++seed;
    }
    EXPECT_EQ(run_program(command + " 2>&1").exit_code, 0);
    std::ifstream file{path("match.pgn")};
    PgnReader reader{[&](char* bytes, std::size_t capacity) {
        file.read(bytes, static_cast<std::streamsize>(capacity));
        return static_cast<std::size_t>(file.gcount());
    }};
    while (const auto game = reader.next()) {
        if (game->tag("White") != "white") continue;
        Moves moves;
        Position position = game->start;
        for (const Move move : game->main_line()) {
            moves.push_back(to_coordinate(position, move));
            position = position.after(move);
        }
        return first_plies(moves);
    }
    return {};
}

TEST_P(Doors, LeadToTheSameGame) {
    const Moves expected = by_uci();
    ASSERT_EQ(expected.size(), kPlies);
    EXPECT_EQ(by_xboard(), expected);
    EXPECT_EQ(in_terminal(), expected);
    EXPECT_EQ(in_browser(), expected);
    EXPECT_EQ(in_match(), expected);
}

INSTANTIATE_TEST_SUITE_P(Opponents, Doors,
                         testing::Values(Opponent{"FullStrength", {}}, Opponent{"Level1500", 1500}),
                         [](const auto& each) { return std::string{each.param.name}; });

/// Every 150th of our own openings.
std::vector<Position> sample_of_positions() {
    std::ifstream file{CASTELLAN_SOURCE_DIR "/data/openings/standard.epd"};
    std::vector<Position> positions;
    int number = 0;
    for (std::string line; std::getline(file, line) && positions.size() < 30;)
        if (number++ % 150 == 0) positions.push_back(parse_epd(line).value().position);
    return positions;
}

TEST(SolvedPositions, GetTheMoveThatUciGives) {
    const TemporaryFolder folder;
    const std::vector<Position> positions = sample_of_positions();
    ASSERT_EQ(positions.size(), 30U);
    PipedProgram engine{"exec " CASTELLAN_PROGRAM " uci"};
    std::ofstream suite{folder / "suite.epd"};
    for (const Position& position : positions) {
        engine.send("ucinewgame");
        engine.send("position fen " + to_fen(position));
        engine.send("go nodes 200000");
        const auto answer = engine.read_until("bestmove", 60);
        ASSERT_TRUE(answer);
        const std::size_t start = answer->rfind("bestmove ") + 9;
        const std::string move = answer->substr(start, answer->find_first_of(" \n", start) - start);
        EpdRecord record;
        record.position = position;
        suite << to_epd(record) << " bm " << move << ";\n";
    }
    suite.close();
    const ProgramRun solved = run_program(CASTELLAN_PROGRAM " epd --solve --nodes 200000 " +
                                          (folder / "suite.epd").string());
    EXPECT_EQ(solved.exit_code, 0);
    EXPECT_NE(solved.output.find("30 of 30 solved, 0 faults"), std::string::npos) << solved.output;
}

}  // namespace
}  // namespace castellan
