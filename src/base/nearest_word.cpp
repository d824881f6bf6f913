#include "base/nearest_word.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace castellan {
namespace {

/// How many letters are wrong, missing or too many; two that have changed places count as one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool is_same = a[i - 1] == b[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t kShortWord = 3;
    std::size_t nearest = word.size() <= kShortWord ? 2 : 3;  // this far is too far
    std::string found;
    for (const std::string& candidate : known) {
        const bool is_beginning = word.size() >= 2 && candidate.starts_with(word);
        const std::size_t distance = is_beginning ? 1 : edit_distance(word, candidate);
        if (distance >= nearest) continue;
        nearest = distance;
        found = candidate;
    }
    return found;
}

}  // namespace castellan
