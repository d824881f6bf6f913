#include "chess/notation/epd.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr std::string_view kFields = "4k3/8/8/8/8/8/4P3/4K3 w - -";

EpdRecord read(std::string_view operations) {
    std::string text{kFields};
    text.append(" ").append(operations);
    return parse_epd(text).value();
}

TEST(Epd, OperationsKeepTheirOrderAndOperands) {
    const EpdRecord record = read("bm e4 Kd2; id \"a; b\"; ce 35; xyz 1 2 3; noop;");
    ASSERT_EQ(record.operations.size(), 5U);
    EXPECT_EQ(record.value("id"), "a; b");
    EXPECT_EQ(record.value("ce"), "35");
    EXPECT_EQ(record.find("xyz")->operands.size(), 3U);
    EXPECT_EQ(record.find("noop")->operands.size(), 0U);
    EXPECT_EQ(record.find("absent"), nullptr);
    EXPECT_EQ(record.value("absent"), "");
}

TEST(Epd, WritingAndReadingAgain) {
    const std::string text =
        std::string{kFields} + " bm e4 Kd2; id \"a; b\"; hmvc 12; fmvn 40; c0 \"\";";
    EXPECT_EQ(to_epd(parse_epd(text).value()), text);
}

TEST(Epd, MovesAreReadInContext) {
    const EpdRecord record = read("bm e4 Kd2; pv e4 Kd7 e5;");
    const auto best = epd_moves(record, "bm");
    ASSERT_TRUE(best);
    EXPECT_EQ(best->size(), 2U);
    const auto line = epd_moves(record, "pv");
    ASSERT_TRUE(line) << line.error().message;
    EXPECT_EQ(line->size(), 3U);
    EXPECT_TRUE(epd_moves(record, "am")->empty());
    EXPECT_EQ(epd_moves(read("bm Qh5;"), "bm").error().reason, MoveError::no_such_piece);
}

TEST(Epd, ClocksComeFromOperationsOrFromAFen) {
    EXPECT_EQ(to_fen(read("hmvc 12; fmvn 40;").position), "4k3/8/8/8/8/8/4P3/4K3 w - - 12 40");
    const EpdRecord from_fen = parse_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 12 40").value();
    EXPECT_EQ(to_fen(from_fen.position), "4k3/8/8/8/8/8/4P3/4K3 w - - 12 40");
    EXPECT_EQ(to_epd(from_fen), "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 40;");
    EXPECT_EQ(parse_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 12 40 bm e4;")->value("bm"), "e4");
}

TEST(Epd, SuitesWithOddFormsAreRead) {
    EXPECT_EQ(read("- bm e4;").value("bm"), "e4");      // an extra dash
    EXPECT_EQ(read(";D1 6 ;D2 30").value("D2"), "30");  // semicolons in front
    EXPECT_EQ(read("bm e4").value("bm"), "e4");         // none at the end
    EXPECT_EQ(read("c0 \"" + std::string(5000, 'x') + "\";").value("c0").size(), 5000U);
}

TEST(Epd, LinesWithoutAPositionAreRefused) {
    for (const std::string_view text :
         {"", "nonsense", "8/8/8/8/8/8/8/8 w - - bm e4;", "4k3/8/8/8/8/8/4P3/4K3 w - - 99999 1"}) {
        const auto record = parse_epd(text);
        ASSERT_FALSE(record) << text;
        EXPECT_EQ(record.error().reason, EpdError::bad_position) << text;
        EXPECT_FALSE(record.error().message.empty()) << text;
    }
}

struct BadOperation {
    std::string_view operations;
    EpdError expected;
    std::string_view opcode;
    std::size_t kept;  // operations that can be read
};

constexpr BadOperation kBadOperations[] = {
    {"bm e4; id \"open;", EpdError::unterminated_string, "id", 1},
    {"id \"open; bm e4;", EpdError::unterminated_string, "id", 1},
    {"id \"open", EpdError::unterminated_string, "id", 0},
    {"\"id\" x; bm e4;", EpdError::bad_opcode, "", 1},
    {"bm e4; !x 3; ce 20;", EpdError::bad_opcode, "", 2},
    {"bm e4; !x \"a; b\" 3; ce 20;", EpdError::bad_opcode, "", 2},
    {"bm e4; !x \"a; ce 20;", EpdError::bad_opcode, "", 2},
    {"0 1 17 x; bm e4;", EpdError::bad_opcode, "", 1},  // a third clock
    {"-1 0; bm e4;", EpdError::bad_opcode, "", 1},
    {"b?m e4; bm e4;", EpdError::bad_opcode, "", 1},
    {"hmvc many; bm e4;", EpdError::bad_clock, "hmvc", 1},
    {"fmvn -1; bm e4;", EpdError::bad_clock, "fmvn", 1},
    {"bm e4; hmvc;", EpdError::bad_clock, "hmvc", 1},
    {"hmvc 99999; hmvc 0; bm e4;", EpdError::bad_clock, "hmvc", 2},
};

TEST(Epd, ABadOperationCostsNothingButItself) {
    for (const auto& [operations, expected, opcode, kept] : kBadOperations) {
        const EpdRecord record = read(operations);
        EXPECT_EQ(to_fen(record.position), std::string{kFields} + " 0 1") << operations;
        ASSERT_EQ(record.problems.size(), 1U) << operations;
        EXPECT_EQ(record.problems[0].reason, expected) << operations;
        EXPECT_EQ(record.problems[0].opcode, opcode) << operations;
        EXPECT_FALSE(record.problems[0].message.empty()) << operations;
        EXPECT_EQ(record.operations.size(), kept) << operations;
        if (operations.find("bm e4;") != std::string_view::npos) {
            EXPECT_EQ(record.value("bm"), "e4") << operations;
        }
        EXPECT_TRUE(parse_epd(to_epd(record))->problems.empty()) << operations;
    }
}

TEST(Epd, EveryBadOperationIsNamed) {
    const EpdRecord record = read("!a; bm e4; 3; hmvc x; fmvn x; id \"y");
    EXPECT_EQ(record.problems.size(), 5U);
    EXPECT_EQ(record.operations.size(), 1U);
}

TEST(Epd, MessagesRepeatLittleOfTheTextAndOnOneLine) {
    for (const std::string& word : {std::string(300, '9'), "x" + std::string(300, 'y') + " \"open",
                                    std::string{"!\x1B[2J"}, std::string{"\"a\nb\""}}) {
        const EpdRecord record = read("bm e4; " + word + ";");
        ASSERT_EQ(record.problems.size(), 1U) << word;
        EXPECT_LT(record.problems[0].message.size(), 120U) << word;
        EXPECT_EQ(record.problems[0].message.find_first_of("\n\x1B"), std::string::npos) << word;
    }
}

}  // namespace
}  // namespace castellan
