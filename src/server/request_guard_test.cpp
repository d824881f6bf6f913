#include "server/request_guard.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";

class RequestGuardTest : public testing::Test {
  protected:
    const RequestGuard open_{{"localhost:8712", "127.0.0.1:8712", "[::1]:8712"}, ""};
    const RequestGuard locked_{{"10.0.0.5:8712"}, kToken};

    static RequestHead get(std::string_view host) {
        return {"GET", "/", host, std::nullopt, "", false};
    }
    static int status(const RequestGuard& guard, const RequestHead& request) {
        const auto refusal = guard.check(request);
        return refusal ? refusal->status : 200;
    }
};

TEST_F(RequestGuardTest, OnlyOurOwnNamesAreAnswered) {
    for (const char* const host :
         {"localhost:8712", "LOCALHOST:8712", "127.0.0.1:8712", "[::1]:8712"})
        EXPECT_EQ(status(open_, get(host)), 200) << host;
    for (const char* const host :
         {"", "evil.example", "evil.example:8712", "localhost", "localhost:80",
          "localhost:8712.evil", "127.0.0.1:8712@evil", "127.0.0.2:8712", " localhost:8712"})
        EXPECT_EQ(status(open_, get(host)), 421) << host;
    RequestHead without = get("");
    without.host.reset();
    EXPECT_EQ(status(open_, without), 421);
}

TEST_F(RequestGuardTest, UpgradesAndChangesNeedOurOrigin) {
    for (const bool is_upgrade : {false, true}) {
        RequestHead request{
            is_upgrade ? "GET" : "POST", "/ws", "localhost:8712", std::nullopt, "", is_upgrade};
        EXPECT_EQ(status(open_, request), 403) << "no origin at all";
        for (const char* const origin :
             {"", "null", "http://evil.example", "https://localhost:8712", "http://localhost:8713",
              "http://localhost:8712/", "http://localhost:8712.evil.example"}) {
            request.origin = origin;
            EXPECT_EQ(status(open_, request), 403) << origin;
        }
        request.origin = "http://localhost:8712";
        EXPECT_EQ(status(open_, request), 200);
        request.origin = "http://127.0.0.1:8712";
        EXPECT_EQ(status(open_, request), 200);
    }
}

TEST_F(RequestGuardTest, TheTokenIsAskedForAndBecomesACookie) {
    RequestHead request = get("10.0.0.5:8712");
    EXPECT_EQ(status(locked_, request), 401);
    request.target = "/?token=0123456789abcdef0123456789abcdee";
    EXPECT_EQ(status(locked_, request), 401);
    EXPECT_FALSE(locked_.is_invitation(request));
    const std::string invitation = std::string{"/?token="} + kToken;
    request.target = invitation;
    EXPECT_EQ(status(locked_, request), 200);
    EXPECT_TRUE(locked_.is_invitation(request));
    request.target = "/";
    const std::string cookie = std::string{"other=1; castellan="} + kToken + "; more=2";
    request.cookie = cookie;
    EXPECT_EQ(status(locked_, request), 200);
    request.cookie = "castellan=";
    EXPECT_EQ(status(locked_, request), 401);
    EXPECT_FALSE(open_.is_invitation({"GET", "/?token=", "localhost:8712", {}, "", false}));
}

TEST_F(RequestGuardTest, LongAddressesAreRefused) {
    const std::string target = "/" + std::string(3'000, 'a');
    RequestHead request = get("localhost:8712");
    request.target = target;
    EXPECT_EQ(status(open_, request), 414);
}

TEST_F(RequestGuardTest, TokensAreLongAndDifferent) {
    EXPECT_EQ(make_token().size(), 32U);
    EXPECT_NE(make_token(), make_token());
}

}  // namespace
}  // namespace castellan
