#include "match/match_arguments.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "play/textbook_player.h"

namespace castellan {
namespace {

using Status = Result<void, ArgumentError>;

/// An option and the words behind it.
struct Group {
    std::string name;  // without dashes
    std::vector<std::string> values;
};

bool is_option(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && (is_letter(word[1]) || word[1] == '-');
}

std::vector<Group> group_arguments(std::span<const std::string> arguments) {
    std::vector<Group> groups;
    for (const std::string& word : arguments) {
        if (!is_option(word)) {
            if (groups.empty()) groups.push_back({});
            groups.back().values.push_back(word);
            continue;
        }
        std::string name = word.substr(word.find_first_not_of('-'));
        Group group;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            group.values.push_back(name.substr(equals + 1));
            name.resize(equals);
        }
        group.name = name;
        groups.push_back(std::move(group));
    }
    return groups;
}

struct KeyValue {
    std::string_view key;
    std::string_view value;
};

KeyValue split(std::string_view word) {
    // The name of an engine's option may itself hold an equals sign only behind the first.
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return {word, {}};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

tl::unexpected<Error<ArgumentError>> bad_value(std::string_view option, std::string_view key,
                                               std::string_view value, std::string_view wanted) {
    std::string text = "-" + std::string{option};
    if (!key.empty()) text.append(" ").append(key);
    text.append(": '").append(value).append("' is not ").append(wanted);
    return fail(ArgumentError::bad_value, text);
}

class Reader {
  public:
    Result<MatchSettings, ArgumentError> read(std::span<const std::string> arguments);

  private:
    struct Option {
        std::string_view name;
        int least_values;
        int most_values;  // -1: any number
        Status (Reader::*read)(const Group& group);
    };
    static const std::vector<Option>& options();

    Status read_group(const Group& group);
    Status read_engine(const Group& group);
    Status read_each(const Group& group);
    Status read_openings(const Group& group);
    Status read_sprt(const Group& group);
    Status read_draw(const Group& group);
    Status read_resign(const Group& group);
    Status read_number(const Group& group);
    Status read_text(const Group& group);
    Status read_switch(const Group& group);
    Status read_tournament(const Group& group);
    Status read_variant(const Group& group);
    Status read_seed(const Group& group);
    Status read_time(const Group& group);
    Status read_repeat(const Group& group);

    Status apply_to_player(const Group& group, std::string_view word, MatchPlayer& player);
    Status apply_limit(const Group& group, const KeyValue& pair, MatchPlayer& player);
    Status finish_players();
    Status finish();

    MatchSettings settings_;
    std::vector<Group> engines_;
    std::vector<Group> each_;
    bool is_debug_ = false;
};

const std::vector<Reader::Option>& Reader::options() {
    static const std::vector<Option> table = {
        {"engine", 1, -1, &Reader::read_engine},
        {"each", 1, -1, &Reader::read_each},
        {"openings", 1, -1, &Reader::read_openings},
        {"sprt", 1, -1, &Reader::read_sprt},
        {"draw", 0, -1, &Reader::read_draw},
        {"resign", 0, -1, &Reader::read_resign},
        {"rounds", 1, 1, &Reader::read_number},
        {"games", 1, 1, &Reader::read_number},
        {"concurrency", 1, 1, &Reader::read_number},
        {"maxmoves", 1, 1, &Reader::read_number},
        {"ratinginterval", 1, 1, &Reader::read_number},
        {"event", 1, 1, &Reader::read_text},
        {"site", 1, 1, &Reader::read_text},
        {"pgnout", 1, 3, &Reader::read_text},
        {"epdout", 1, 1, &Reader::read_text},
        {"state", 1, 1, &Reader::read_text},
        {"tb", 1, 1, &Reader::read_text},
        {"recover", 0, 0, &Reader::read_switch},
        {"resume", 0, 0, &Reader::read_switch},
        {"debug", 0, 0, &Reader::read_switch},
        {"json", 0, 0, &Reader::read_switch},
        {"noswap", 0, 0, &Reader::read_switch},
        {"norepeat", 0, 0, &Reader::read_switch},
        {"no-check-pv", 0, 0, &Reader::read_switch},
        {"check-pv", 0, 0, &Reader::read_switch},
        {"repeat", 0, 1, &Reader::read_repeat},
        {"tournament", 1, 1, &Reader::read_tournament},
        {"variant", 1, 1, &Reader::read_variant},
        {"srand", 1, 1, &Reader::read_seed},
        {"timemargin", 1, 1, &Reader::read_time},
        {"stall", 1, 1, &Reader::read_time},
    };
    return table;
}

Result<MatchSettings, ArgumentError> Reader::read(std::span<const std::string> arguments) {
    for (const Group& group : group_arguments(arguments))
        if (const Status status = read_group(group); !status)
            return tl::make_unexpected(status.error());
    if (const Status status = finish_players(); !status) return tl::make_unexpected(status.error());
    if (const Status status = finish(); !status) return tl::make_unexpected(status.error());
    return settings_;
}

Status Reader::read_group(const Group& group) {
    if (group.name.empty())
        return fail(ArgumentError::unknown_option,
                    "'" + group.values.front() + "' stands before any option");
    const auto option = std::ranges::find(options(), group.name, &Option::name);
    if (option == options().end())
        return fail(ArgumentError::unknown_option, "unknown option -" + group.name);
    const auto count = static_cast<int>(group.values.size());
    if (count < option->least_values)
        return fail(ArgumentError::missing_value, "-" + group.name + " needs a value");
    if (option->most_values >= 0 && count > option->most_values)
        return fail(ArgumentError::bad_value,
                    "-" + group.name + ": '" +
                        group.values[static_cast<std::size_t>(option->most_values)] +
                        "' is one value too many");
    return (this->*option->read)(group);
}

Status Reader::read_engine(const Group& group) {
    engines_.push_back(group);
    return {};
}

Status Reader::read_each(const Group& group) {
    each_.push_back(group);
    return {};
}

bool is_on(std::string_view value) {
    return value.empty() || value == "on" || value == "true" || value == "1" || value == "yes";
}

Status Reader::apply_to_player(const Group& group, std::string_view word, MatchPlayer& player) {
    constexpr std::string_view kOptionPrefix = "option.";
    if (word.starts_with(kOptionPrefix)) {
        const auto [name, value] = split(word.substr(kOptionPrefix.size()));
        player.options.push_back({std::string{name}, std::string{value}});
        return {};
    }
    const KeyValue pair = split(word);
    const auto& [key, value] = pair;
    const std::map<std::string_view, std::string*> texts = {{"cmd", &player.command},
                                                            {"name", &player.name},
                                                            {"dir", &player.directory},
                                                            {"log", &player.log_path}};
    if (const auto text = texts.find(key); text != texts.end()) {
        if (value.empty())
            return fail(ArgumentError::missing_value,
                        "-" + group.name + " " + std::string{key} + "= needs a value");
        *text->second = value;
    } else if (key == "args") {
        for (std::string& argument : split_words(value)) player.arguments.push_back(argument);
    } else if (key == "arg") {
        player.arguments.emplace_back(value);
    } else if (key == "proto") {
        if (value == "uci")
            player.protocol = EngineProtocol::uci;
        else if (value == "xboard" || value == "cecp")
            player.protocol = EngineProtocol::xboard;
        else
            return bad_value(group.name, key, value, "uci or xboard");
    } else if (key == "restart") {
        player.restarts = is_on(value);
    } else if (key == "ponder") {
        player.ponders = is_on(value);
    } else {
        return apply_limit(group, pair, player);
    }
    return {};
}

Status Reader::apply_limit(const Group& group, const KeyValue& pair, MatchPlayer& player) {
    const auto& [key, value] = pair;
    if (key == "tc") {
        const auto control = parse_time_control(value);
        if (!control) return fail(ArgumentError::bad_value, control.error().message);
        player.control = *control;
    } else if (key == "st") {
        const auto seconds = parse_seconds(value);
        if (!seconds || seconds->count() == 0)
            return bad_value(group.name, key, value, "a number of seconds");
        player.control = {};
        player.control.per_move = player.limits.move_time = *seconds;
    } else if (key == "timemargin") {
        const auto margin = parse_number<int>(value);
        if (!margin || *margin < 0)
            return bad_value(group.name, key, value, "a number of milliseconds");
        player.time_margin = Milliseconds{*margin};
    } else if (key == "depth" || key == "plies") {
        player.limits.depth = parse_number<int>(value);
        if (player.limits.depth.value_or(0) <= 0)
            return bad_value(group.name, key, value, "a depth from 1 on");
    } else if (key == "nodes") {
        player.limits.nodes = parse_number<std::uint64_t>(value);
        if (player.limits.nodes.value_or(0) == 0)
            return bad_value(group.name, key, value, "a number of nodes from 1 on");
    } else {
        return fail(ArgumentError::unknown_key,
                    "-" + group.name + ": unknown key '" + std::string{key} + "'");
    }
    return {};
}

Status Reader::read_openings(const Group& group) {
    OpeningSettings& openings = settings_.openings;
    bool has_format = false;
    for (const std::string& word : group.values) {
        const auto [key, value] = split(word);
        if (key == "file") {
            openings.path = value;
        } else if (key == "format") {
            has_format = true;
            if (value == "epd")
                openings.format = OpeningFormat::epd;
            else if (value == "pgn")
                openings.format = OpeningFormat::pgn;
            else if (value == "polyglot")
                openings.format = OpeningFormat::polyglot;
            else
                return bad_value(group.name, key, value, "epd, pgn or polyglot");
        } else if (key == "order") {
            if (value != "random" && value != "sequential")
                return bad_value(group.name, key, value, "random or sequential");
            openings.order = value == "random" ? OpeningOrder::random : OpeningOrder::sequential;
        } else if (key == "plies" || key == "start") {
            const auto number = parse_number<int>(value);
            if (!number || *number < 1)
                return bad_value(group.name, key, value, "a number from 1 on");
            (key == "plies" ? openings.plies : openings.start) = *number;
        } else if (key != "policy") {  // of the other runners: how openings move on; ours is fixed
            return fail(ArgumentError::unknown_key,
                        "-openings: unknown key '" + std::string{key} + "'");
        }
    }
    if (openings.path.empty()) return fail(ArgumentError::missing_value, "-openings needs file=");
    if (!has_format && openings.path.ends_with(".pgn")) openings.format = OpeningFormat::pgn;
    if (!has_format && openings.path.ends_with(".bin")) openings.format = OpeningFormat::polyglot;
    return {};
}

Status Reader::read_sprt(const Group& group) {
    SprtSettings sprt;
    for (const std::string& word : group.values) {
        const auto [key, value] = split(word);
        if (key == "model") {
            if (value != "normalized" && value != "logistic")
                return bad_value(group.name, key, value, "normalized or logistic");
            sprt.model = value == "logistic" ? SprtModel::logistic : SprtModel::normalized;
            continue;
        }
        const std::map<std::string_view, double*> numbers = {{"elo0", &sprt.elo0},
                                                             {"elo1", &sprt.elo1},
                                                             {"alpha", &sprt.alpha},
                                                             {"beta", &sprt.beta}};
        const auto number = numbers.find(key);
        if (number == numbers.end())
            return fail(ArgumentError::unknown_key,
                        "-sprt: unknown key '" + std::string{key} + "'");
        const auto parsed = parse_number<double>(value);
        if (!parsed || !std::isfinite(*parsed))
            return bad_value(group.name, key, value, "a number");
        *number->second = *parsed;
    }
    if (sprt.elo0 >= sprt.elo1)
        return fail(ArgumentError::contradiction, "-sprt: elo0 must be less than elo1");
    for (const double risk : {sprt.alpha, sprt.beta})
        if (risk <= 0 || risk >= 0.5)
            return fail(ArgumentError::bad_value, "-sprt: alpha and beta lie between 0 and 0.5");
    settings_.sprt = sprt;
    return {};
}

/// key=number pairs into their places.
Status read_numbers(const Group& group, const std::map<std::string_view, int*>& places) {
    for (const std::string& word : group.values) {
        const auto [key, value] = split(word);
        const auto place = places.find(key);
        if (place == places.end())
            return fail(ArgumentError::unknown_key,
                        "-" + group.name + ": unknown key '" + std::string{key} + "'");
        const auto number = parse_number<int>(value);
        if (!number || *number < 0) return bad_value(group.name, key, value, "a number from 0 on");
        *place->second = *number;
    }
    return {};
}

Status Reader::read_draw(const Group& group) {
    DrawRule& rule = settings_.adjudication.draw.emplace();
    return read_numbers(group, {{"movenumber", &rule.move_number},
                                {"movecount", &rule.move_count},
                                {"score", &rule.score}});
}

Status Reader::read_resign(const Group& group) {
    ResignRule& rule = settings_.adjudication.resign.emplace();
    Group numbers{group.name, {}};
    for (const std::string& word : group.values)
        if (const auto [key, value] = split(word); key == "twosided")
            rule.two_sided = is_on(value);
        else
            numbers.values.push_back(word);
    return read_numbers(numbers, {{"movecount", &rule.move_count}, {"score", &rule.score}});
}

Status Reader::read_number(const Group& group) {
    const auto number = parse_number<int>(group.values.front());
    const int least = group.name == "maxmoves" || group.name == "ratinginterval" ? 0 : 1;
    if (!number || *number < least)
        return bad_value(group.name, "", group.values.front(),
                         "a number from " + std::to_string(least) + " on");
    if (group.name == "rounds") settings_.rounds = *number;
    if (group.name == "games") settings_.games = *number;
    if (group.name == "concurrency") settings_.concurrency = std::min(*number, 1024);
    if (group.name == "maxmoves") settings_.adjudication.max_moves = *number;
    if (group.name == "ratinginterval") settings_.rating_interval = *number;
    return {};
}

Status Reader::read_text(const Group& group) {
    std::string value = group.values.front();
    if (value.starts_with("file=")) value.erase(0, 5);
    if (group.name == "event") settings_.event = value;
    if (group.name == "site") settings_.site = value;
    if (group.name == "pgnout") settings_.pgn_path = value;
    if (group.name == "epdout") settings_.epd_path = value;
    if (group.name == "state") settings_.state_path = value;
    if (group.name == "tb") settings_.tablebase_path = value;
    return {};
}

Status Reader::read_switch(const Group& group) {
    if (group.name == "recover") settings_.recovers = true;
    if (group.name == "resume") settings_.resumes = true;
    if (group.name == "debug") is_debug_ = true;
    if (group.name == "json") settings_.is_json = true;
    if (group.name == "noswap") settings_.swaps = false;
    if (group.name == "norepeat") settings_.repeats = false;
    if (group.name == "no-check-pv") settings_.checks_pv = false;
    return {};
}

Status Reader::read_repeat(const Group& group) {
    settings_.repeats = true;
    if (!group.values.empty() && group.values.front() != "2")
        return bad_value(group.name, "", group.values.front(), "2: each opening is played twice");
    return {};
}

Status Reader::read_tournament(const Group& group) {
    const std::string& kind = group.values.front();
    if (kind == "round-robin" || kind == "roundrobin")
        settings_.kind = TournamentKind::round_robin;
    else if (kind == "gauntlet")
        settings_.kind = TournamentKind::gauntlet;
    else
        return bad_value(group.name, "", kind, "round-robin or gauntlet");
    return {};
}

Status Reader::read_variant(const Group& group) {
    const std::string& variant = group.values.front();
    if (variant != "standard" && variant != "fischerandom" && variant != "chess960")
        return bad_value(group.name, "", variant, "standard or fischerandom");
    settings_.is_chess960 = variant != "standard";
    return {};
}

Status Reader::read_seed(const Group& group) {
    const auto seed = parse_number<std::uint64_t>(group.values.front());
    if (!seed) return bad_value(group.name, "", group.values.front(), "a number from 0 on");
    settings_.seed = *seed;
    settings_.has_seed = true;
    return {};
}

Status Reader::read_time(const Group& group) {
    const auto number = parse_number<double>(group.values.front());
    if (!number || !(*number >= 0) || *number > 1e6)
        return bad_value(group.name, "", group.values.front(), "a length of time");
    if (group.name == "stall") {
        settings_.stall_limit = Milliseconds{std::llround(*number * 1000)};
        return {};
    }
    each_.push_back({"each", {"timemargin=" + group.values.front()}});
    return {};
}

Status Reader::finish_players() {
    std::set<std::string> names;
    for (const Group& engine : engines_) {
        MatchPlayer player;
        for (const Group& each : each_)
            for (const std::string& word : each.values)
                if (const Status status = apply_to_player(each, word, player); !status)
                    return status;
        for (const std::string& word : engine.values)
            if (const Status status = apply_to_player(engine, word, player); !status) return status;
        if (player.command.empty()) return fail(ArgumentError::missing_value, "-engine needs cmd=");
        if (player.name.empty()) player.name = player.command.substr(player.command.rfind('/') + 1);
        std::string unique = player.name;
        for (int number = 2; !names.insert(unique).second; ++number)
            unique = player.name + ' ' + std::to_string(number);
        player.name = unique;
        if (is_debug_ && player.log_path.empty()) {
            player.log_path = unique + ".log";
            std::ranges::replace(player.log_path, '/', '-');
        }
        const bool is_own = player.command.starts_with("textbook:");
        if (!is_own && player.control.is_unlimited() && player.limits == ThinkingLimits{})
            return fail(ArgumentError::missing_value,
                        player.name +
                            " has no limit: give tc=, st=, nodes= or depth= with -engine "
                            "or -each");
        settings_.players.push_back(std::move(player));
    }
    return {};
}

Status Reader::finish() {
    if (settings_.state_path.empty() && !settings_.pgn_path.empty())
        settings_.state_path = settings_.pgn_path + ".state";
    if (settings_.resumes && settings_.state_path.empty())
        return fail(ArgumentError::missing_value,
                    "-resume needs the file that the match was kept in: -state FILE, or -pgnout");
    if (settings_.resumes && settings_.players.empty()) return {};  // all of it is in the file
    if (settings_.players.size() < 2)
        return fail(ArgumentError::missing_value,
                    "a match needs two engines: -engine cmd=... twice");
    if (settings_.sprt && settings_.players.size() != 2)
        return fail(ArgumentError::contradiction, "-sprt compares exactly two engines");
    // A pair is one opening with both colours.
    if (!settings_.swaps) settings_.repeats = false;
    return {};
}

}  // namespace

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

Result<MatchSettings, ArgumentError> parse_match_arguments(std::span<const std::string> arguments) {
    return Reader{}.read(arguments);
}

}  // namespace castellan
