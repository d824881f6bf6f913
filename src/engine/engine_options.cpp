// The engine's own options: their names and ranges, and what setting them does.
#include <algorithm>
#include <limits>

#include "base/memory.h"
#include "base/text.h"
#include "engine/engine.h"
#include "eval/nnue/network_file.h"
#include "search/params.h"

namespace castellan {

const std::vector<Engine::Option>& Engine::option_table() {
    static const std::vector<Option> table = {
        {{"Hash", OptionKind::spin, 16, 1, 1 << 20}, &Engine::set_hash},
        {{"Threads", OptionKind::spin, 1, 1, 512}, &Engine::set_threads},
        {{"MultiPV", OptionKind::spin, 1, 1, 500}, &Engine::set_multi_pv},
        {{"Move Overhead", OptionKind::spin, 30, 0, 5000}, &Engine::set_overhead},
        {{"Node Limit", OptionKind::spin, 0, 0, std::numeric_limits<int>::max()},
         &Engine::set_node_limit},
        {{"nodestime", OptionKind::spin, 0, 0, 10'000}, &Engine::set_nodes_time},
        {{"Clear Hash", OptionKind::button}, &Engine::clear_hash},
        {{"SyzygyPath", OptionKind::folder}, &Engine::set_syzygy_path},
        {{"SyzygyProbeDepth", OptionKind::spin, 1, 1, 100}, &Engine::set_syzygy_probe_depth},
        {{"Syzygy50MoveRule", OptionKind::check, 1}, &Engine::set_syzygy_fifty_move_rule},
        {{"SyzygyProbeLimit", OptionKind::spin, 7, 0, 7}, &Engine::set_syzygy_probe_limit},
        {{"OwnBook", OptionKind::check, 0}, &Engine::set_own_book},
        {{"BookFile", OptionKind::file}, &Engine::set_book_file},
        {{"EvalFile", OptionKind::file}, &Engine::set_eval_file},
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
#ifdef CASTELLAN_TUNE
    for (const params::Param* param : params::Param::all())
        specs.push_back({param->name, OptionKind::spin, param->value, param->low, param->high});
#endif
    return specs;
}

OptionResult Engine::set_option(std::string_view name, std::string_view text) {
    const auto option = std::ranges::find_if(
        option_table(), [&](const Option& each) { return is_named(each.spec, name); });
#ifdef CASTELLAN_TUNE
    for (params::Param* const param : params::Param::all())
        if (const OptionSpec spec{param->name, OptionKind::spin, param->value, param->low,
                                  param->high};
            is_named(spec, name)) {
            const auto value = parse_option_value(spec, text);
            if (!value) return tl::unexpected(value.error());
            param->value = value->number;
            return {};
        }
#endif
    if (option == option_table().end())
        return fail(OptionError::unknown,
                    "there is no option '" + std::string{name.substr(0, 40)} + "'");
    const auto value = parse_option_value(option->spec, text);
    if (!value) return tl::unexpected(value.error());
    return (this->*option->apply)(*value);
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
    if (searcher_.threads() == value.number) return {};
    return "Threads is limited to " + std::to_string(searcher_.threads()) + " by this system";
}

OptionResult Engine::set_multi_pv(const OptionValue& value) {
    multi_pv_ = value.number;
    return {};
}

OptionResult Engine::set_overhead(const OptionValue& value) {
    overhead_ = Milliseconds{value.number};
    return {};
}

/// For every move; none: other limits decide.
OptionResult Engine::set_node_limit(const OptionValue& value) {
    node_limit_.reset();
    if (value.number > 0) node_limit_ = static_cast<std::uint64_t>(value.number);
    return {};
}

/// In nodes per millisecond; none: the clock counts time.
OptionResult Engine::set_nodes_time(const OptionValue& value) {
    nodes_per_second_.reset();
    if (value.number > 0) nodes_per_second_ = static_cast<std::uint64_t>(value.number) * 1000;
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
    draw_seed({});
    return {};
}

// ---------------------------------------------------------------------------------------------
// Endgame tables and the opening book. A path that cannot be used leaves them off: whoever named it
// did not want the ones before.

OptionResult Engine::set_syzygy_path(const OptionValue& value) {
    use_tables(nullptr);  // lets go of what is loaded
    if (value.text.empty()) return {};
    auto tables = Tablebase::load(value.text);
    if (!tables)
        return fail(OptionError::unavailable, tables.error().message + "; tablebases are off");
    use_tables(*tables);
    return "found " + counted((*tables)->table_count(), "tablebase", "tablebases") + ", up to " +
           std::to_string((*tables)->largest()) + " pieces";
}

OptionResult Engine::set_syzygy_probe_depth(const OptionValue& value) {
    tablebase_.least_depth = value.number;
    searcher_.use_tablebase(tablebase_);
    return {};
}

OptionResult Engine::set_syzygy_fifty_move_rule(const OptionValue& value) {
    tablebase_.fifty_move_rule = value.number != 0;
    searcher_.use_tablebase(tablebase_);
    return {};
}

OptionResult Engine::set_syzygy_probe_limit(const OptionValue& value) {
    tablebase_.most_pieces = value.number;
    searcher_.use_tablebase(tablebase_);
    return {};
}

OptionResult Engine::set_own_book(const OptionValue& value) {
    plays_book_ = value.number != 0;
    return {};
}

OptionResult Engine::set_eval_file(const OptionValue& value) {
    auto network = nnue::network_named(value.text);
    if (!network)
        return fail(OptionError::unavailable,
                    network.error().message + "; the evaluation stays as it was");
    searcher_.use_network(std::move(*network));
    return searcher_.network() != nullptr ? searcher_.network()->description : "";
}

OptionResult Engine::set_book_file(const OptionValue& value) {
    book_.reset();
    if (value.text.empty()) return {};
    auto book = PolyglotBook::open(value.text);
    if (!book) return fail(OptionError::unavailable, book.error().message + "; there is no book");
    book_ = std::make_shared<const PolyglotBook>(std::move(*book));
    return book_->note();
}

}  // namespace castellan
