#include "house/people.h"

#include <gtest/gtest.h>

#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

constexpr const char* kInvitation = "0123456789abcdef0123456789abcdef";

class PeopleTest : public testing::Test {
  protected:
    PeopleTest() : store_{*SqliteGameStore::open(folder_ / "games.db")} {}
    People several() {
        return People{{.are_several = true, .invitation = kInvitation, .host_secret = "h"},
                      &store_};
    }
    const TemporaryFolder folder_;
    SqliteGameStore store_;
};

TEST_F(PeopleTest, WhereNobodyElseCanComeThereIsOnlyTheHost) {
    const People people{{}, &store_};
    EXPECT_EQ(people.person_with(""), kHost);
    EXPECT_FALSE(people.is_invitation(""));
    EXPECT_FALSE(people.is_host_secret(""));
}

TEST_F(PeopleTest, ABrowserIsKnownByItsKeyAlsoAfterARestart) {
    std::string key;
    {
        People people = several();
        key = people.welcome("Ann").value();
        EXPECT_EQ(key.size(), 32U);
        EXPECT_EQ(people.person_with(key), 1);
        EXPECT_EQ(people.person_with(""), std::nullopt);
        EXPECT_EQ(people.person_with(key.substr(1)), std::nullopt);
    }
    const People people = several();
    EXPECT_EQ(people.person_with(key), 1);
    EXPECT_EQ(people.name(1), "Ann");
}

TEST_F(PeopleTest, WhoIsRemovedIsNobodyAndTheNumberIsNeverUsedAgain) {
    People people = several();
    const std::string key = people.welcome("Ann").value();
    const std::string pass = people.make_pass(1);
    ASSERT_TRUE(people.remove(1));
    EXPECT_EQ(people.person_with(key), std::nullopt);
    EXPECT_EQ(people.person_with_pass(pass), std::nullopt);
    EXPECT_FALSE(people.remove(1));
    EXPECT_EQ(people.person_with(people.welcome("Bob").value()), 2);
    EXPECT_EQ(several().person_with(key), std::nullopt) << "not after a restart either";
}

TEST_F(PeopleTest, APassMakesAnotherBrowserTheSamePerson) {
    People people = several();
    ASSERT_TRUE(people.welcome("Ann"));
    const std::string pass = people.make_pass(1);
    EXPECT_EQ(people.person_with_pass(pass), 1);
    EXPECT_EQ(people.person_with_pass(""), std::nullopt);
    const std::string key = people.add_browser(1).value();
    EXPECT_EQ(people.person_with(key), 1);
    ASSERT_TRUE(people.forget(key));
    EXPECT_EQ(people.person_with(key), std::nullopt);
}

TEST_F(PeopleTest, OnlyTheNewestPassesOfAPersonAreGood) {
    People people = several();
    ASSERT_TRUE(people.welcome("Ann"));
    std::vector<std::string> passes;
    for (int i = 0; i < 10; ++i) passes.push_back(people.make_pass(1));
    EXPECT_EQ(std::ranges::count_if(
                  passes, [&](auto& pass) { return people.person_with_pass(pass).has_value(); }),
              5);
    EXPECT_TRUE(people.person_with_pass(passes.back()));
}

TEST_F(PeopleTest, ARevokedInvitationIsNone) {
    std::string kept;
    People people{{.are_several = true,
                   .invitation = kInvitation,
                   .host_secret = "h",
                   .keep_invitation = [&](const std::string& invitation) { kept = invitation; }},
                  &store_};
    EXPECT_TRUE(people.is_invitation(kInvitation));
    people.renew_invitation();
    EXPECT_FALSE(people.is_invitation(kInvitation));
    EXPECT_TRUE(people.is_invitation(kept));
}

TEST_F(PeopleTest, OnlySoManyComeAtOnce) {
    People people = several();
    int welcomed = 0;
    for (int i = 0; i < 100; ++i) welcomed += people.welcome("Ann") ? 1 : 0;
    EXPECT_GE(welcomed, 60);
    EXPECT_LT(welcomed, 65);
}

TEST_F(PeopleTest, WithoutAStoreTheyAreKnownAsLongAsTheServerRuns) {
    People people{{.are_several = true, .invitation = kInvitation, .host_secret = "h"}, nullptr};
    const std::string key = people.welcome("Ann").value();
    EXPECT_EQ(people.person_with(key), 1);
    EXPECT_EQ(people.name(1), "Ann");
}

}  // namespace
}  // namespace castellan
