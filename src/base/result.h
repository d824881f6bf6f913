// Result: a value, or the reason why there is none.
#pragma once

#include <string>
#include <utility>

// Debian's tl::expected; where it is not installed, a C++23 compiler's own does the same.
#if __has_include(<tl/expected.hpp>)
#include <tl/expected.hpp>
#else
#include <expected>
namespace tl = std;
#endif

namespace castellan {

/// Why something from outside was refused: `reason` for programs, `message` for people.
template <typename Reason>
struct Error {
    Reason reason;
    std::string message;
};

template <typename T, typename Reason>
using Result = tl::expected<T, Error<Reason>>;

template <typename Reason>
tl::unexpected<Error<Reason>> fail(Reason reason, std::string message) {
    return tl::unexpected<Error<Reason>>(Error<Reason>{reason, std::move(message)});
}

}  // namespace castellan
