#include "clients/xboard_client_features.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(XboardFeatures, PairsAreReadWithAndWithoutQuotes) {
    EXPECT_EQ(parse_features(" ping=1 myname=\"A B=C\" variants=\"normal,fischerandom\" done=1"),
              (std::vector<XboardFeature>{{"ping", "1"},
                                          {"myname", "A B=C"},
                                          {"variants", "normal,fischerandom"},
                                          {"done", "1"}}));
    EXPECT_EQ(parse_features("myname=\"never ends"),
              (std::vector<XboardFeature>{{"myname", "never ends"}}));
    EXPECT_EQ(parse_features("done"), std::vector<XboardFeature>{});
    EXPECT_EQ(parse_features("ping="), (std::vector<XboardFeature>{{"ping", ""}}));
    EXPECT_EQ(parse_features(""), std::vector<XboardFeature>{});
}

TEST(XboardFeatures, WhatWeUseIsTakenOverAndTheRestRejected) {
    XboardFeatures features;
    EXPECT_EQ(features.version, 1);
    EXPECT_TRUE(features.apply({"setboard", "1"}));
    EXPECT_TRUE(features.apply({"reuse", "0"}));
    EXPECT_TRUE(features.apply({"option", "Hash size -spin 16 1 64"}));
    EXPECT_FALSE(features.apply({"playother", "1"}));
    EXPECT_EQ(features.version, 2);
    EXPECT_TRUE(features.setboard);
    EXPECT_FALSE(features.reuse);
    EXPECT_EQ(features.options, std::vector<std::string>{"Hash size"});
}

}  // namespace
}  // namespace castellan
