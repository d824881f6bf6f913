#include "match/match_arguments.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/nearest_word.h"
#include "base/text.h"
#include "match/player_factory.h"

namespace castellan {
namespace {

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

class Reader {
  public:
    Result<MatchSettings, ArgumentError> read(std::span<const std::string> arguments);

  private:
    struct Option {
        std::string_view name;
        int least_values;
        int most_values;  // -1: any number
        ArgumentStatus (Reader::*read)(const Group& group);
    };
    static const std::vector<Option>& options();

    ArgumentStatus read_group(const Group& group);
    ArgumentStatus read_engine(const Group& group);
    ArgumentStatus read_each(const Group& group);
    ArgumentStatus read_openings(const Group& group);
    ArgumentStatus read_sprt(const Group& group);
    ArgumentStatus read_draw(const Group& group);
    ArgumentStatus read_resign(const Group& group);
    ArgumentStatus read_number(const Group& group);
    ArgumentStatus read_text(const Group& group);
    ArgumentStatus read_switch(const Group& group);
    ArgumentStatus read_tournament(const Group& group);
    ArgumentStatus read_variant(const Group& group);
    ArgumentStatus read_seed(const Group& group);
    ArgumentStatus read_time(const Group& group);
    ArgumentStatus read_repeat(const Group& group);

    ArgumentStatus finish_players();
    ArgumentStatus finish();

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
        if (const ArgumentStatus status = read_group(group); !status)
            return tl::unexpected(status.error());
    if (const ArgumentStatus status = finish_players(); !status)
        return tl::unexpected(status.error());
    if (const ArgumentStatus status = finish(); !status) return tl::unexpected(status.error());
    return settings_;
}

ArgumentStatus Reader::read_group(const Group& group) {
    if (group.name.empty())
        return fail(ArgumentError::unknown_option,
                    "'" + group.values.front() + "' stands before any option");
    const auto option = std::ranges::find(options(), group.name, &Option::name);
    if (option == options().end()) {
        std::vector<std::string> names;
        for (const Option& one : options()) names.emplace_back(one.name);
        const std::string near = nearest_word(group.name, names);
        return fail(ArgumentError::unknown_option,
                    "unknown option -" + group.name +
                        (near.empty() ? "" : "; did you mean -" + near + "?"));
    }
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

ArgumentStatus Reader::read_engine(const Group& group) {
    engines_.push_back(group);
    return {};
}

ArgumentStatus Reader::read_each(const Group& group) {
    each_.push_back(group);
    return {};
}

ArgumentStatus Reader::read_openings(const Group& group) {
    OpeningSettings& openings = settings_.openings;
    bool has_format = false;
    for (const std::string& word : group.values) {
        const auto [key, value] = split_argument(word);
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
                return refuse_value(group.name, key, value, "epd, pgn or polyglot");
        } else if (key == "order") {
            if (value != "random" && value != "sequential")
                return refuse_value(group.name, key, value, "random or sequential");
            openings.order = value == "random" ? OpeningOrder::random : OpeningOrder::sequential;
        } else if (key == "plies" || key == "start") {
            const auto number = parse_number<int>(value);
            if (!number || *number < 1)
                return refuse_value(group.name, key, value, "a number from 1 on");
            (key == "plies" ? openings.plies : openings.start) = *number;
        } else if (key != "policy") {  // of the other runners: how openings move on; ours is fixed
            return refuse_key(group.name, key);
        }
    }
    if (openings.path.empty()) return fail(ArgumentError::missing_value, "-openings needs file=");
    if (!has_format && openings.path.ends_with(".pgn")) openings.format = OpeningFormat::pgn;
    if (!has_format && openings.path.ends_with(".bin")) openings.format = OpeningFormat::polyglot;
    return {};
}

ArgumentStatus Reader::read_sprt(const Group& group) {
    SprtSettings sprt;
    for (const std::string& word : group.values) {
        const auto [key, value] = split_argument(word);
        if (key == "model") {
            if (value != "normalized" && value != "logistic")
                return refuse_value(group.name, key, value, "normalized or logistic");
            sprt.model = value == "logistic" ? SprtModel::logistic : SprtModel::normalized;
            continue;
        }
        const std::map<std::string_view, double*> numbers = {{"elo0", &sprt.elo0},
                                                             {"elo1", &sprt.elo1},
                                                             {"alpha", &sprt.alpha},
                                                             {"beta", &sprt.beta}};
        const auto number = numbers.find(key);
        if (number == numbers.end()) return refuse_key(group.name, key);
        const auto parsed = parse_number<double>(value);
        if (!parsed || !std::isfinite(*parsed))
            return refuse_value(group.name, key, value, "a number");
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
ArgumentStatus read_numbers(const Group& group, const std::map<std::string_view, int*>& places) {
    for (const std::string& word : group.values) {
        const auto [key, value] = split_argument(word);
        const auto place = places.find(key);
        if (place == places.end()) return refuse_key(group.name, key);
        const auto number = parse_number<int>(value);
        if (!number || *number < 0)
            return refuse_value(group.name, key, value, "a number from 0 on");
        *place->second = *number;
    }
    return {};
}

ArgumentStatus Reader::read_draw(const Group& group) {
    DrawRule& rule = settings_.adjudication.draw.emplace();
    return read_numbers(group, {{"movenumber", &rule.move_number},
                                {"movecount", &rule.move_count},
                                {"score", &rule.score}});
}

ArgumentStatus Reader::read_resign(const Group& group) {
    ResignRule& rule = settings_.adjudication.resign.emplace();
    Group numbers{group.name, {}};
    for (const std::string& word : group.values)
        if (const auto [key, value] = split_argument(word); key == "twosided")
            rule.two_sided = is_on(value);
        else
            numbers.values.push_back(word);
    return read_numbers(numbers, {{"movecount", &rule.move_count}, {"score", &rule.score}});
}

ArgumentStatus Reader::read_number(const Group& group) {
    const auto number = parse_number<int>(group.values.front());
    const int least = group.name == "maxmoves" || group.name == "ratinginterval" ? 0 : 1;
    if (!number || *number < least)
        return refuse_value(group.name, "", group.values.front(),
                            "a number from " + std::to_string(least) + " on");
    if (group.name == "rounds") settings_.rounds = *number;
    if (group.name == "games") settings_.games = *number;
    if (group.name == "concurrency") settings_.concurrency = std::min(*number, 1024);
    if (group.name == "maxmoves") settings_.adjudication.max_moves = *number;
    if (group.name == "ratinginterval") settings_.rating_interval = *number;
    return {};
}

ArgumentStatus Reader::read_text(const Group& group) {
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

ArgumentStatus Reader::read_switch(const Group& group) {
    if (group.name == "recover") settings_.recovers = true;
    if (group.name == "resume") settings_.resumes = true;
    if (group.name == "debug") is_debug_ = true;
    if (group.name == "json") settings_.is_json = true;
    if (group.name == "noswap") settings_.swaps = false;
    if (group.name == "norepeat") settings_.repeats = false;
    if (group.name == "no-check-pv") settings_.checks_pv = false;
    return {};
}

ArgumentStatus Reader::read_repeat(const Group& group) {
    settings_.repeats = true;
    if (!group.values.empty() && group.values.front() != "2")
        return refuse_value(group.name, "", group.values.front(),
                            "2: each opening is played twice");
    return {};
}

ArgumentStatus Reader::read_tournament(const Group& group) {
    const std::string& kind = group.values.front();
    if (kind == "round-robin" || kind == "roundrobin")
        settings_.kind = TournamentKind::round_robin;
    else if (kind == "gauntlet")
        settings_.kind = TournamentKind::gauntlet;
    else
        return refuse_value(group.name, "", kind, "round-robin or gauntlet");
    return {};
}

ArgumentStatus Reader::read_variant(const Group& group) {
    const std::string& variant = group.values.front();
    if (variant != "standard" && variant != "fischerandom" && variant != "chess960")
        return refuse_value(group.name, "", variant, "standard or fischerandom");
    settings_.is_chess960 = variant != "standard";
    return {};
}

ArgumentStatus Reader::read_seed(const Group& group) {
    const auto seed = parse_number<std::uint64_t>(group.values.front());
    if (!seed) return refuse_value(group.name, "", group.values.front(), "a number from 0 on");
    settings_.seed = *seed;
    settings_.has_seed = true;
    return {};
}

ArgumentStatus Reader::read_time(const Group& group) {
    const auto number = parse_number<double>(group.values.front());
    if (!number || !(*number >= 0) || *number > 1e6)
        return refuse_value(group.name, "", group.values.front(), "a length of time");
    if (group.name == "stall") {
        settings_.stall_limit = Milliseconds{std::llround(*number * 1000)};
        return {};
    }
    each_.push_back({"each", {"timemargin=" + group.values.front()}});
    return {};
}

ArgumentStatus Reader::finish_players() {
    std::set<std::string> names;
    for (const Group& engine : engines_) {
        MatchPlayer player;
        for (const Group& each : each_)
            for (const std::string& word : each.values)
                if (const ArgumentStatus status = read_player_argument(each.name, word, player);
                    !status)
                    return status;
        for (const std::string& word : engine.values)
            if (const ArgumentStatus status = read_player_argument(engine.name, word, player);
                !status)
                return status;
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
        const bool is_own = is_own_player(player.command);
        if (!is_own && player.control.is_unlimited() && player.limits == ThinkingLimits{})
            return fail(ArgumentError::missing_value,
                        player.name +
                            " has no limit: give tc=, st=, nodes= or depth= with -engine "
                            "or -each");
        settings_.players.push_back(std::move(player));
    }
    return {};
}

ArgumentStatus Reader::finish() {
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

Result<MatchSettings, ArgumentError> parse_match_arguments(std::span<const std::string> arguments) {
    return Reader{}.read(arguments);
}

}  // namespace castellan
