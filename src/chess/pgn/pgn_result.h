// The result of a game as PGN writes it, and as people do.
#pragma once

#include <optional>
#include <string_view>

#include "chess/color.h"

namespace castellan {

enum class PgnResult { unknown, white_wins, black_wins, draw };

constexpr PgnResult win_of(Color color) {
    return color == Color::white ? PgnResult::white_wins : PgnResult::black_wins;
}

constexpr std::string_view to_text(PgnResult result) {
    switch (result) {
        case PgnResult::white_wins:
            return "1-0";
        case PgnResult::black_wins:
            return "0-1";
        case PgnResult::draw:
            return "1/2-1/2";
        case PgnResult::unknown:
            break;
    }
    return "*";
}

/// Also reads ½-½, a lone 1/2, and dashes of any kind, in UTF-8 or in the encodings of old files.
std::optional<PgnResult> result_from_text(std::string_view text);

}  // namespace castellan
