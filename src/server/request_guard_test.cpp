#include "server/request_guard.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

class RequestGuardTest : public testing::Test {
  protected:
    const RequestGuard open_{{"localhost:8712", "127.0.0.1:8712", "[::1]:8712"}};

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

TEST_F(RequestGuardTest, APublicUrlIsOurNameAndOriginBehindTls) {
    const RequestGuard guard{{"127.0.0.1:8712"}, parse_public_url("https://chess.example.org/")};
    RequestHead request = get("chess.example.org");
    EXPECT_EQ(status(guard, request), 200);
    EXPECT_TRUE(guard.is_secret(request));
    request.host = "chess.example.org:443";
    EXPECT_EQ(status(guard, request), 200);
    request.method = "POST";
    for (const char* const origin : {"http://chess.example.org", "https://chess.example.org:444",
                                     "https://chess.example.org.evil", "null"}) {
        request.origin = origin;
        EXPECT_EQ(status(guard, request), 403) << origin;
    }
    request.origin = "https://chess.example.org";
    EXPECT_EQ(status(guard, request), 200);
    // The host of the server comes without the proxy.
    request.host = "127.0.0.1:8712";
    request.origin = "http://127.0.0.1:8712";
    EXPECT_EQ(status(guard, request), 200);
    EXPECT_FALSE(guard.is_secret(request));
}

TEST_F(RequestGuardTest, ThePortOfTheSchemeNeedNotBeSaid) {
    const RequestGuard guard{{"192.168.1.20:80"}};
    EXPECT_EQ(status(guard, get("192.168.1.20")), 200);
    EXPECT_EQ(status(guard, get("192.168.1.20:80")), 200);
    EXPECT_EQ(status(guard, get("192.168.1.20:8080")), 421);
    RequestHead post = get("192.168.1.20");
    post.method = "POST";
    post.origin = "http://192.168.1.20";
    EXPECT_EQ(status(guard, post), 200);
}

TEST_F(RequestGuardTest, APublicUrlIsAWholeServer) {
    EXPECT_EQ(parse_public_url("http://10.0.0.5:80")->text(), "http://10.0.0.5");
    EXPECT_EQ(parse_public_url("https://chess.example.org:8443")->text(),
              "https://chess.example.org:8443");
    for (const char* const text : {"", "chess.example.org", "ftp://a", "https://", "https://a/b",
                                   "https://me@a", "https://a?b", "https://a b"})
        EXPECT_FALSE(parse_public_url(text)) << text;
}

TEST_F(RequestGuardTest, ABrowserIsKnownByItsCookie) {
    EXPECT_EQ(key_in("other=1; castellan=abc; more=2"), "abc");
    EXPECT_EQ(key_in("castellan="), "");
    EXPECT_EQ(key_in("xcastellan=abc"), "");
    const std::string cookie = cookie_with("abc", true);
    for (const char* const part : {"castellan=abc; ", "HttpOnly", "SameSite=Strict", "Secure"})
        EXPECT_NE(cookie.find(part), std::string::npos) << part;
    EXPECT_EQ(cookie_with("abc", false).find("Secure"), std::string::npos);
}

TEST_F(RequestGuardTest, LongAddressesAreRefused) {
    const std::string target = "/" + std::string(3'000, 'a');
    RequestHead request = get("localhost:8712");
    request.target = target;
    EXPECT_EQ(status(open_, request), 414);
}

}  // namespace
}  // namespace castellan
