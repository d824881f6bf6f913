#include "server/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <boost/asio/ip/address.hpp>
#include <memory>

namespace castellan {

bool is_loopback(const std::string& address) {
    boost::system::error_code error;
    const auto parsed = boost::asio::ip::make_address(address, error);
    return !error && parsed.is_loopback();
}

bool is_any_address(const std::string& address) {
    boost::system::error_code error;
    const auto parsed = boost::asio::ip::make_address(address, error);
    return !error && parsed.is_unspecified();
}

std::string own_address() {
    ifaddrs* found = nullptr;
    if (getifaddrs(&found) != 0) return "127.0.0.1";
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all{found, &freeifaddrs};
    for (const ifaddrs* one = found; one != nullptr; one = one->ifa_next) {
        const bool is_useful = one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET &&
                               (one->ifa_flags & IFF_UP) != 0 &&
                               (one->ifa_flags & IFF_LOOPBACK) == 0;
        if (!is_useful) continue;
        char text[INET_ADDRSTRLEN];
        const auto* const address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
        if (inet_ntop(AF_INET, &address->sin_addr, text, sizeof text) != nullptr) return text;
    }
    return "127.0.0.1";
}

std::string without_usual_port(std::string authority) {
    constexpr std::string_view kUsual = ":80";
    if (authority.ends_with(kUsual)) authority.resize(authority.size() - kUsual.size());
    return authority;
}

}  // namespace castellan
