// What a person has chosen for good; the store keeps it as text.
#pragma once

#include "store/game_store.h"
#include "terminal/board_text.h"

namespace castellan {

enum class ChoiceError { not_understood };
template <typename Value>
using Choice = Result<Value, ChoiceError>;

Choice<bool> parse_yes(std::string_view text);
Choice<PieceSet> parse_pieces(std::string_view text);

struct Settings {
    std::string name = "You";
    std::optional<PieceSet> pieces;  // nothing: what the terminal can show
    bool fills_screen = true;
    bool is_fast = false;  // levels answer at once
};

/// Under these keys.
inline constexpr std::string_view kNameSetting = "name";
inline constexpr std::string_view kPiecesSetting = "pieces";
inline constexpr std::string_view kScreenSetting = "screen";
inline constexpr std::string_view kFastSetting = "fast";

/// Without a store, or where it says nothing: the usual.
Settings read_settings(GameStore* store);

}  // namespace castellan
