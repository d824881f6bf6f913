#include "match/match_log.h"

#include <cstdio>

#include "base/text.h"

namespace castellan {
namespace {

constexpr std::string_view kFirstLine = "castellan-match-1";

// Each line: a checksum in sixteen hexadecimal digits, then fields separated by tabs.

std::string checksum(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
}

std::string escape(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\\\";
        else if (c == '\n')
            escaped += "\\n";
        else if (c == '\t')
            escaped += "\\t";
        else
            escaped += c;
    }
    return escaped;
}

std::string unescape(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            plain += text[i];
            continue;
        }
        const char c = text[++i];
        plain += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    return plain;
}

std::string make_line(const std::vector<std::string>& fields) {
    std::string text;
    for (const std::string& field : fields) text += (text.empty() ? "" : "\t") + escape(field);
    return checksum(text) + ' ' + text + '\n';
}

/// Nothing if the checksum does not fit.
std::optional<std::vector<std::string>> read_fields(std::string_view line) {
    constexpr std::size_t kDigits = 16;
    if (line.size() <= kDigits || line.substr(0, kDigits) != checksum(line.substr(kDigits + 1)))
        return std::nullopt;
    std::vector<std::string> fields;
    for (std::string_view rest = line.substr(kDigits + 1);;) {
        const std::size_t tab = rest.find('\t');
        fields.push_back(unescape(rest.substr(0, tab)));
        if (tab == std::string_view::npos) return fields;
        rest.remove_prefix(tab + 1);
    }
}

std::string game_line(const LoggedGame& game, long long pgn_start) {
    const std::string fault = !game.at_fault ? "-" : *game.at_fault == Color::white ? "w" : "b";
    return make_line({"game", std::to_string(game.number), std::string{to_text(game.result)},
                      std::to_string(static_cast<int>(game.ending)), fault,
                      std::to_string(game.plies), std::to_string(game.warnings[0]),
                      std::to_string(game.warnings[1]), std::to_string(pgn_start), game.reason,
                      game.pgn});
}

std::optional<PgnResult> parse_result(std::string_view text) {
    for (const PgnResult result : {PgnResult::white_wins, PgnResult::black_wins, PgnResult::draw})
        if (text == to_text(result)) return result;
    return std::nullopt;
}

bool read_game(const std::vector<std::string>& fields, SavedMatch& saved) {
    if (fields.size() != 11) return false;
    LoggedGame game;
    const auto number = parse_number<int>(fields[1]);
    const auto result = parse_result(fields[2]);
    const auto ending = parse_number<int>(fields[3]);
    const auto plies = parse_number<int>(fields[5]);
    const auto white = parse_number<int>(fields[6]);
    const auto black = parse_number<int>(fields[7]);
    const auto start = parse_number<long long>(fields[8]);
    if (!number || !result || !ending || !plies || !white || !black || !start || *number < 0)
        return false;
    if (*ending < 0 || *ending > static_cast<int>(Ending::interrupted)) return false;
    game = {*number,      *result,   static_cast<Ending>(*ending),
            std::nullopt, *plies,    {*white, *black},
            fields[9],    fields[10]};
    if (fields[4] != "-") game.at_fault = fields[4] == "w" ? Color::white : Color::black;
    saved.games.push_back(std::move(game));
    saved.last_pgn_start = *start;
    return true;
}

bool read_line(const std::vector<std::string>& fields, SavedMatch& saved) {
    const std::string& kind = fields.front();
    if (kind == "game") return read_game(fields, saved);
    if (fields.size() != 2) return false;
    if (kind == "argument") saved.arguments.push_back(fields[1]);
    if (kind == "signature") saved.signature = fields[1];
    if (kind == "seed") {
        const auto seed = parse_number<std::uint64_t>(fields[1]);
        if (!seed) return false;
        saved.seed = *seed;
    }
    return true;
}

}  // namespace

Result<SavedMatch, MatchLogError> read_match_log(const std::string& path) {
    const auto text = read_whole_file(path);
    if (!text) return fail(MatchLogError::cannot_read, text.error().message);
    SavedMatch saved;
    std::string_view rest = *text;
    for (long long number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) break;  // the line that was being written at the end
        const auto fields = read_fields(rest.substr(0, end));
        const bool is_last = end + 1 == rest.size();
        if (number == 1 && (!fields || fields->front() != kFirstLine))
            return fail(MatchLogError::not_a_log, path + " is not the log of a match");
        if (number > 1 && (!fields || !read_line(*fields, saved))) {
            if (is_last) break;
            return fail(MatchLogError::damaged,
                        path + ":" + std::to_string(number) + ": the line is damaged");
        }
        saved.valid_length += static_cast<long long>(end) + 1;
        rest.remove_prefix(end + 1);
    }
    if (saved.valid_length == 0) return fail(MatchLogError::not_a_log, path + " is empty");
    return saved;
}

std::string signature_of(const MatchSettings& settings) {
    std::vector<std::string> parts = {std::to_string(static_cast<int>(settings.kind)),
                                      std::to_string(settings.games),
                                      std::to_string(settings.repeats),
                                      std::to_string(settings.swaps),
                                      std::to_string(settings.is_chess960),
                                      settings.openings.path,
                                      std::to_string(static_cast<int>(settings.openings.order)),
                                      std::to_string(settings.openings.plies),
                                      std::to_string(settings.openings.start)};
    for (const MatchPlayer& player : settings.players) {
        parts.push_back(player.name);
        parts.push_back(player.command);
        parts.push_back(to_text(player.control));
        const ThinkingLimits& limits = player.limits;
        parts.push_back(std::to_string(limits.depth.value_or(0)) + '/' +
                        std::to_string(limits.nodes.value_or(0)));
    }
    std::string text;
    for (const std::string& part : parts) text += part + '\n';
    return text;
}

Result<MatchLog, MatchLogError> MatchLog::open(const MatchSettings& settings) {
    MatchLog log;
    if (!settings.state_path.empty()) {
        auto file = DurableFile::open(settings.state_path);
        if (!file) return fail(MatchLogError::cannot_write, file.error().message);
        log.log_ = std::move(*file);
    }
    if (!settings.pgn_path.empty()) {
        auto file = DurableFile::open(settings.pgn_path);
        if (!file) return fail(MatchLogError::cannot_write, file.error().message);
        log.pgn_ = std::move(*file);
    }
    return log;
}

Result<MatchLog, MatchLogError> MatchLog::create(const MatchSettings& settings,
                                                 const std::vector<std::string>& arguments) {
    if (!settings.state_path.empty()) {
        std::string text = make_line({std::string{kFirstLine}});
        for (const std::string& argument : arguments) text += make_line({"argument", argument});
        text += make_line({"signature", signature_of(settings)});
        text += make_line({"seed", std::to_string(settings.seed)});
        if (const auto status = replace_file(settings.state_path, text); !status)
            return fail(MatchLogError::cannot_write, status.error().message);
    }
    return open(settings);
}

Result<MatchLog, MatchLogError> MatchLog::resume(const MatchSettings& settings,
                                                 const SavedMatch& saved) {
    auto log = open(settings);
    if (!log) return log;
    if (const auto status = log->log_->truncate(saved.valid_length); !status)
        return fail(MatchLogError::cannot_write, status.error().message);
    if (const auto status = log->repair_pgn(saved, settings.pgn_path); !status)
        return tl::unexpected(status.error());
    return log;
}

/// Only the last game can be missing or torn; whatever else has been added since is left alone.
Result<void, MatchLogError> MatchLog::repair_pgn(const SavedMatch& saved, const std::string& path) {
    if (!pgn_ || saved.games.empty()) return {};
    const auto text = read_whole_file(path);
    if (!text) return fail(MatchLogError::cannot_read, text.error().message);
    const std::string& game = saved.games.back().pgn;
    const auto start = static_cast<std::size_t>(saved.last_pgn_start);
    if (text->size() < start)
        return fail(MatchLogError::damaged,
                    path + " has lost games that the log has; move it away to write a new one");
    const std::string_view tail = std::string_view{*text}.substr(start);
    if (tail.starts_with(game)) return {};
    auto status = game.starts_with(tail) ? pgn_->append(std::string_view{game}.substr(tail.size()))
                                         : pgn_->append(game);
    if (!status) return fail(MatchLogError::cannot_write, status.error().message);
    return {};
}

Result<void, MatchLogError> MatchLog::append(const LoggedGame& game) {
    if (log_) {
        const auto status = log_->append(game_line(game, pgn_ ? pgn_->size() : 0));
        if (!status) return fail(MatchLogError::cannot_write, status.error().message);
    }
    if (pgn_) {
        const auto status = pgn_->append(game.pgn);
        if (!status) return fail(MatchLogError::cannot_write, status.error().message);
    }
    return {};
}

}  // namespace castellan
