#include "base/secret.h"

#include <random>

namespace castellan {

std::string make_secret() {
    std::random_device device;
    std::string secret;
    for (int i = 0; i < 32; ++i) secret += "0123456789abcdef"[device() % 16];
    return secret;
}

bool is_same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

}  // namespace castellan
