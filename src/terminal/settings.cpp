#include "terminal/settings.h"

#include "base/text.h"

namespace castellan {
namespace {

char initial(std::string_view text) { return text.empty() ? ' ' : to_lower(text[0]); }

}  // namespace

Choice<bool> parse_yes(std::string_view text) {
    if (initial(text) == 'y') return true;
    if (initial(text) == 'n') return false;
    return fail(ChoiceError::not_understood, "yes or no?");
}

Choice<PieceSet> parse_pieces(std::string_view text) {
    if (initial(text) == 'u') return PieceSet::unicode;
    if (initial(text) == 'l') return PieceSet::letters;
    return fail(ChoiceError::not_understood, "unicode or letters?");
}

Settings read_settings(GameStore* store) {
    Settings settings;
    if (store == nullptr) return settings;
    const auto read = [&](std::string_view key, const auto& parse, auto& value) {
        if (const auto text = store->setting(key))
            if (const auto parsed = parse(*text)) value = *parsed;
    };
    if (const auto name = store->setting(kNameSetting)) settings.name = *name;
    read(kPiecesSetting, parse_pieces, settings.pieces);
    read(kScreenSetting, parse_yes, settings.fills_screen);
    read(kFastSetting, parse_yes, settings.is_fast);
    return settings;
}

}  // namespace castellan
