// Positions with a known mate: whatever the search finds, it never mates the wrong side, and every
// mate it claims has a line that ends in it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "engine/suite.h"

namespace castellan {
namespace {

/// Every `step`th record of a file; nothing if there is no such file.
std::vector<EpdRecord> records_of(const std::string& path, std::size_t step) {
    std::ifstream file{path};
    std::vector<EpdRecord> records;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('#') && number++ % step == 0)
            records.push_back(parse_epd(line).value());
    return records;
}

/// Our own, and every twentieth of a larger set where it is there; all of it with
/// CASTELLAN_MATES=all.
std::vector<EpdRecord> mates() {
    const char* const wish = std::getenv("CASTELLAN_MATES");
    const std::size_t step = wish != nullptr && std::string_view{wish} == "all" ? 1 : 20;
    std::vector<EpdRecord> records = records_of(CASTELLAN_SOURCE_DIR "/tests/data/mates.epd", 1);
    for (EpdRecord& record : records_of(CASTELLAN_SHARED_DATA "/mates/mates-1000.epd", step))
        records.push_back(std::move(record));
    return records;
}

struct Setting {
    int threads;
    int lines;
};

class Mates : public testing::TestWithParam<Setting> {};

TEST_P(Mates, AreNeverOfTheWrongSignAndAlwaysShown) {
    const std::vector<EpdRecord> records = mates();
    ASSERT_GE(records.size(), 30U);
    Engine engine{{.threads = GetParam().threads}};
    ASSERT_TRUE(engine.set_option("MultiPV", std::to_string(GetParam().lines)));
    Limits limits;
    limits.nodes = CASTELLAN_IS_SANITIZED ? 5'000 : 100'000;
    int solved = 0;
    for (const EpdRecord& record : records) {
        const SuiteAnswer answer = solve(engine, record, limits);
        EXPECT_EQ(answer.fault, "") << to_epd(record);
        solved += answer.is_solved ? 1 : 0;
    }
    RecordProperty("solved", solved);
    EXPECT_GT(solved, 0);
}

INSTANTIATE_TEST_SUITE_P(Settings, Mates,
                         testing::Values(Setting{1, 1}, Setting{4, 1}, Setting{1, 20}),
                         [](const auto& setting) {
                             return std::to_string(setting.param.threads) + "Threads" +
                                    std::to_string(setting.param.lines) + "Lines";
                         });

}  // namespace
}  // namespace castellan
