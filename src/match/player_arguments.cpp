#include "match/player_arguments.h"

#include <utility>

#include "base/text.h"
#include "match/player_factory.h"

namespace castellan {
namespace {

ArgumentStatus read_text(std::string_view option, const KeyValue& word, std::string& place) {
    if (word.value.empty())
        return fail(ArgumentError::missing_value,
                    "-" + std::string{option} + ' ' + std::string{word.key} + "= needs a value");
    place = word.value;
    return {};
}

ArgumentStatus read_protocol(std::string_view option, const KeyValue& word, MatchPlayer& player) {
    if (word.value == "uci")
        player.protocol = EngineProtocol::uci;
    else if (word.value == "xboard" || word.value == "cecp")
        player.protocol = EngineProtocol::xboard;
    else
        return refuse_value(option, word.key, word.value, "uci or xboard");
    return {};
}

ArgumentStatus read_time(std::string_view option, const KeyValue& word, MatchPlayer& player) {
    const auto& [key, value] = word;
    if (key == "tc") {
        const auto control = parse_time_control(value);
        if (!control) return fail(ArgumentError::bad_value, control.error().message);
        player.control = *control;
        player.limits.move_time.reset();
    } else if (key == "st") {
        const auto seconds = parse_seconds(value);
        if (!seconds || seconds->count() == 0)
            return refuse_value(option, key, value, "a number of seconds");
        player.control = {};
        player.control.per_move = player.limits.move_time = *seconds;
    } else {
        const auto margin = parse_number<int>(value);
        if (!margin || *margin < 0)
            return refuse_value(option, key, value, "a number of milliseconds");
        player.time_margin = Milliseconds{*margin};
    }
    return {};
}

ArgumentStatus read_limit(std::string_view option, const KeyValue& word, MatchPlayer& player) {
    const auto& [key, value] = word;
    if (key == "depth") {
        player.limits.depth = parse_number<int>(value);
        if (player.limits.depth.value_or(0) <= 0)
            return refuse_value(option, key, value, "a depth from 1 on");
    } else {
        player.limits.nodes = parse_number<std::uint64_t>(value);
        if (player.limits.nodes.value_or(0) == 0)
            return refuse_value(option, key, value, "a number of nodes from 1 on");
    }
    return {};
}

}  // namespace

ArgumentStatus read_player_argument(std::string_view option, std::string_view text,
                                    MatchPlayer& player) {
    constexpr std::string_view kOptionPrefix = "option.";
    if (text.starts_with(kOptionPrefix)) {
        const auto [name, value] = split_argument(text.substr(kOptionPrefix.size()));
        player.options.push_back({std::string{name}, std::string{value}});
        return {};
    }
    const KeyValue word = split_argument(text);
    const auto& [key, value] = word;
    if (key == "cmd") {
        // Our own players are checked at once; programs show later whether they can be started.
        if (const std::string problem = own_player_problem(value); !problem.empty())
            return fail(ArgumentError::bad_value, problem);
        return read_text(option, word, player.command);
    }
    if (key == "name") return read_text(option, word, player.name);
    if (key == "dir") return read_text(option, word, player.directory);
    if (key == "log") return read_text(option, word, player.log_path);
    if (key == "proto") return read_protocol(option, word, player);
    if (key == "tc" || key == "st" || key == "timemargin") return read_time(option, word, player);
    if (key == "depth" || key == "nodes") return read_limit(option, word, player);
    if (key == "args")
        for (std::string& argument : split_words(value))
            player.arguments.push_back(std::move(argument));
    else if (key == "arg")
        player.arguments.emplace_back(value);
    else if (key == "restart")
        player.restarts = is_on(value);
    else if (key == "ponder")
        player.ponders = is_on(value);
    else
        return refuse_key(option, key);
    return {};
}

KeyValue split_argument(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return {word, {}};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

bool is_on(std::string_view value) {
    return value.empty() || value == "on" || value == "true" || value == "1" || value == "yes";
}

tl::unexpected<Error<ArgumentError>> refuse_value(std::string_view option, std::string_view key,
                                                  std::string_view value, std::string_view wanted) {
    std::string text = "-" + std::string{option};
    if (!key.empty()) text.append(" ").append(key);
    text.append(": '").append(value).append("' is not ").append(wanted);
    return fail(ArgumentError::bad_value, text);
}

tl::unexpected<Error<ArgumentError>> refuse_key(std::string_view option, std::string_view key) {
    return fail(ArgumentError::unknown_key,
                "-" + std::string{option} + ": unknown key '" + std::string{key} + "'");
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool has_word = false;
    char quote = 0;
    for (const char c : text) {
        if (quote != 0 ? c == quote : c == '"' || c == '\'') {
            quote = quote != 0 ? '\0' : c;
            has_word = true;
        } else if (quote == 0 && is_blank(c)) {
            if (has_word) words.push_back(std::exchange(word, {}));
            has_word = false;
        } else {
            word += c;
            has_word = true;
        }
    }
    if (has_word) words.push_back(word);
    return words;
}

}  // namespace castellan
