#include "chess/openings/opening_names.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

Game played(std::string_view moves) {
    Game game;
    while (!moves.empty()) game.play(parse_san(game.position(), take_word(moves)).value());
    return game;
}

/// Legal, written as SAN writes it, unique by position and by name, in order of code.
TEST(OpeningNames, EveryLineIsLegalAndUnique) {
    std::map<std::string, std::string_view> positions;
    std::set<std::pair<std::string_view, std::string_view>> names;
    std::string_view previous = "A00";
    for (const auto& volume : opening_volumes())
        for (const OpeningLine& line : volume) {
            SCOPED_TRACE(std::string{line.eco} + ' ' + std::string{line.name});
            ASSERT_EQ(line.eco.size(), 3U);
            EXPECT_TRUE(line.eco[0] >= 'A' && line.eco[0] <= 'E' && is_digit(line.eco[1]) &&
                        is_digit(line.eco[2]));
            EXPECT_LE(previous, line.eco);
            previous = line.eco;
            EXPECT_FALSE(line.name.empty());

            Position position;
            for (std::string_view rest = line.moves; !rest.empty();) {
                const std::string_view text = take_word(rest);
                const auto move = parse_san(position, text);
                ASSERT_TRUE(move) << text << ": " << move.error().message;
                EXPECT_EQ(to_san(position, *move), text);
                position = position.after(*move);
            }
            const auto [entry, is_new] = positions.emplace(to_epd_fields(position), line.name);
            EXPECT_TRUE(is_new) << "the same position as " << entry->second;
            EXPECT_TRUE(names.emplace(line.eco, line.name).second);
        }
    EXPECT_GE(positions.size(), 500U);
}

TEST(OpeningNames, EveryEcoCodeHasAName) {
    std::set<std::string_view> codes;
    for (const auto& volume : opening_volumes())
        for (const OpeningLine& line : volume) codes.insert(line.eco);
    EXPECT_EQ(codes.size(), 500U);
}

TEST(OpeningNames, WellKnownOpeningsAreFound) {
    struct Case {
        std::string_view moves;
        std::string_view eco;
        std::string_view name;
    };
    constexpr Case kCases[] = {
        {"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defence: Najdorf Variation"},
        {"e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy Lopez"},
        {"d4 Nf6 c4 g6", "E60", "King's Indian Defence"},
        {"d4 d5 c4", "D06", "Queen's Gambit"},
        {"e4 e6", "C00", "French Defence"},
        {"e4 c6", "B10", "Caro-Kann Defence"},
        {"c4", "A10", "English Opening"},
    };
    const OpeningNames names;
    for (const auto& [moves, eco, name] : kCases) {
        const OpeningLine* line = names.find(played(moves));
        ASSERT_NE(line, nullptr) << moves;
        EXPECT_EQ(line->eco, eco) << moves;
        EXPECT_EQ(line->name, name) << moves;
    }
}

TEST(OpeningNames, TranspositionsFindTheSameName) {
    const OpeningNames names;
    const OpeningLine* direct = names.find(played("d4 Nf6 c4 e6 Nc3 Bb4"));
    const OpeningLine* transposed = names.find(played("c4 Nf6 Nc3 e6 d4 Bb4"));
    ASSERT_NE(direct, nullptr);
    EXPECT_EQ(direct, transposed);
}

TEST(OpeningNames, AGameKeepsTheNameOfItsLastNamedPosition) {
    const OpeningNames names;
    const OpeningLine* line = names.find(played("e4 e5 Nf3 Nc6 Bb5 h5 Nc3 h4 a3 a5"));
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line->eco, "C60");
    EXPECT_EQ(names.find(Game{}), nullptr);
}

}  // namespace
}  // namespace castellan
