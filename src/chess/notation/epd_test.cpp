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

TEST(Epd, BadLinesAreRefusedWithTheReason) {
    struct Case {
        std::string text;
        EpdError expected;
    };
    const std::string fields{kFields};
    const Case cases[] = {
        {"", EpdError::bad_position},
        {"nonsense", EpdError::bad_position},
        {"8/8/8/8/8/8/8/8 w - - bm e4;", EpdError::bad_position},
        {fields + " id \"open;", EpdError::unterminated_string},
        {fields + " \"id\" x;", EpdError::bad_opcode},
        {fields + " bm e4; !x 3;", EpdError::bad_opcode},
        {fields + " hmvc many;", EpdError::bad_clock},
        {fields + " fmvn -1;", EpdError::bad_clock},
        {fields + " hmvc;", EpdError::bad_clock},
        {fields + " hmvc 99999;", EpdError::bad_clock},
    };
    for (const auto& [text, expected] : cases) {
        const auto record = parse_epd(text);
        ASSERT_FALSE(record) << text;
        EXPECT_EQ(record.error().reason, expected) << text << ": " << record.error().message;
    }
}

}  // namespace
}  // namespace castellan
