#include "training/weights_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "eval/classical/tuned_weights.h"

namespace castellan::training {
namespace {

TEST(WeightsText, IsTheHeaderThatTheProgramIsBuiltWith) {
    std::ifstream file{std::string{CASTELLAN_SOURCE_DIR} + "/src/eval/classical/tuned_weights.h"};
    ASSERT_TRUE(file);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_TRUE(weights_header(classical::kWeights) == text.str())
        << "tuned_weights.h is written by `castellan train --classical`, not by hand";
}

TEST(WeightsText, ShowsTheEighthRankOnTop) {
    classical::Weights weights{};
    weights.squares[0][56] = {11, 12};  // a8
    weights.squares[0][7] = {21, 22};   // h1
    const std::string text = weights_header(weights);
    EXPECT_LT(text.find("  11,   0,"), text.find("   0,  21\n"));
    EXPECT_LT(text.find("   0,  21\n"), text.find("  12,   0,"));
    EXPECT_LT(text.find("  12,   0,"), text.find("   0,  22\n"));
}

}  // namespace
}  // namespace castellan::training
