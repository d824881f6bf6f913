// The engine's own options: their names and ranges, and what setting them does.
#include <algorithm>
#include <limits>

#include "base/memory.h"
#include "engine/engine.h"

namespace castellan {

const std::vector<Engine::Option>& Engine::option_table() {
    static const std::vector<Option> table = {
        {{"Hash", OptionKind::spin, 16, 1, 1 << 20}, &Engine::set_hash},
        {{"Threads", OptionKind::spin, 1, 1, 512}, &Engine::set_threads},
        {{"MultiPV", OptionKind::spin, 1, 1, 500}, &Engine::set_multi_pv},
        {{"Move Overhead", OptionKind::spin, 30, 0, 5000}, &Engine::set_overhead},
        {{"Clear Hash", OptionKind::button}, &Engine::clear_hash},
        {{"UCI_LimitStrength", OptionKind::check}, &Engine::set_limit_strength},
        {{"UCI_Elo", OptionKind::spin, kStandardElo, kLowestElo, kHighestElo}, &Engine::set_elo},
        {{"Skill Level", OptionKind::spin, kFullSkill, 0, kFullSkill}, &Engine::set_skill},
        {{"Level Seed", OptionKind::spin, 0, 0, std::numeric_limits<int>::max()},
         &Engine::set_level_seed},
    };
    return table;
}

std::vector<OptionSpec> Engine::options() {
    std::vector<OptionSpec> specs;
    for (const Option& option : option_table()) specs.push_back(option.spec);
    return specs;
}

OptionResult Engine::set_option(std::string_view name, std::string_view text) {
    const auto option = std::ranges::find_if(
        option_table(), [&](const Option& each) { return is_named(each.spec, name); });
    if (option == option_table().end())
        return fail(OptionError::unknown,
                    "there is no option '" + std::string{name.substr(0, 40)} + "'");
    return parse_option_value(option->spec, text).and_then([&](const OptionValue& value) {
        return (this->*option->apply)(value);
    });
}

OptionResult Engine::set_hash(const OptionValue& value) {
    const int most = spare_memory_megabytes();
    if (!searcher_.set_table_size(std::min(value.number, most)))
        return fail(OptionError::unavailable, "there is not enough memory; Hash stays as it was");
    if (value.number <= most) return {};
    return "Hash is limited to " + std::to_string(most) + " MB on this machine";
}

OptionResult Engine::set_threads(const OptionValue& value) {
    searcher_.set_threads(value.number);
    return {};
}

OptionResult Engine::set_multi_pv(const OptionValue& value) {
    multi_pv_ = value.number;
    return {};
}

OptionResult Engine::set_overhead(const OptionValue& value) {
    overhead_ = Milliseconds{value.number};
    return {};
}

OptionResult Engine::clear_hash(const OptionValue&) {
    searcher_.forget();
    return {};
}

OptionResult Engine::set_limit_strength(const OptionValue& value) {
    limits_strength_ = value.number != 0;
    return {};
}

OptionResult Engine::set_elo(const OptionValue& value) {
    elo_ = value.number;
    return {};
}

OptionResult Engine::set_skill(const OptionValue& value) {
    skill_ = value.number;
    return {};
}

OptionResult Engine::set_level_seed(const OptionValue& value) {
    level_seed_ = static_cast<std::uint64_t>(value.number);
    draw_seed();
    return {};
}

}  // namespace castellan
