#include "match/match_report.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "match/ratings.h"

namespace castellan {
namespace {

[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...) {
    char buffer[512];
    std::va_list arguments;
    va_start(arguments, pattern);
    // clang-tidy 14 does not see va_start.
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
    std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
    va_end(arguments);
    return buffer;
}

std::string limits_text(const MatchPlayer& player) {
    std::string text = player.control.is_unlimited() ? "" : to_text(player.control);
    if (player.limits.nodes)
        text += format(" %llu nodes", static_cast<unsigned long long>(*player.limits.nodes));
    if (player.limits.depth) text += format(" depth %d", *player.limits.depth);
    if (text.empty()) return "no limits";
    return text.starts_with(' ') ? text.substr(1) : text;
}

std::string sprt_text(const SprtSettings& sprt, const SprtStatus& status) {
    std::string text =
        format("LLR: %.2f (%.2f, %.2f) [%.2f, %.2f] %s", status.llr, status.lower, status.upper,
               sprt.elo0, sprt.elo1, sprt.model == SprtModel::logistic ? "logistic" : "normalized");
    if (status.verdict == SprtVerdict::accept_h1) text += ", H1 accepted";
    if (status.verdict == SprtVerdict::accept_h0) text += ", H0 accepted";
    return text;
}

double draw_percent(const Score3& score) {
    return score.games() == 0
               ? 0
               : 100 * static_cast<double>(score.draws) / static_cast<double>(score.games());
}

std::string json_text(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            quoted += format("\\u%04x", static_cast<unsigned>(c));
        else
            quoted += c;
    }
    return quoted + '"';
}

std::string json_score(const Score3& score) {
    return format("\"games\": %lld, \"wins\": %lld, \"draws\": %lld, \"losses\": %lld",
                  score.games(), score.wins, score.draws, score.losses);
}

std::string json_outcomes(const Outcomes& outcomes) {
    const Estimate elo = elo_difference(outcomes);
    const Estimate nelo = normalized_elo(outcomes);
    return format(
        "\"elo\": %.4f, \"elo_error\": %.4f, \"nelo\": %.4f, \"nelo_error\": %.4f, \"los\": %.6f",
        elo.value, elo.error, nelo.value, nelo.error, likelihood_of_superiority(outcomes));
}

std::string_view end_text(TournamentEnd end) {
    switch (end) {
        case TournamentEnd::complete:
            return "complete";
        case TournamentEnd::decided:
            return "decided";
        case TournamentEnd::interrupted:
            return "interrupted";
        case TournamentEnd::failed:
            return "failed";
    }
    return "unknown";
}

}  // namespace

std::string duel_report(const MatchSettings& settings, const Standings& standings) {
    const MatchPlayer& first = settings.players[0];
    const MatchPlayer& second = settings.players[1];
    const Outcomes outcomes = standings.outcomes(0, 1);
    const Score3& score = standings.score(0, 1);
    const Estimate elo = elo_difference(outcomes);
    const Estimate nelo = normalized_elo(outcomes);

    std::string text = "Results of " + first.name + " against " + second.name;
    text += " (" + limits_text(first);
    if (limits_text(first) != limits_text(second)) text += " against " + limits_text(second);
    text += ")\n";
    text += format("Elo: %.2f +/- %.2f, nElo: %.2f +/- %.2f\n", elo.value, elo.error, nelo.value,
                   nelo.error);
    text += format("LOS: %.2f %%, draws: %.2f %%\n", 100 * likelihood_of_superiority(outcomes),
                   draw_percent(score));
    text += format("Games: %lld, wins: %lld, losses: %lld, draws: %lld, points: %.1f (%.2f %%)\n",
                   score.games(), score.wins, score.losses, score.draws, score.points(),
                   100 * score.share());
    if (standings.has_pairs()) {
        const Pentanomial pairs = standings.pairs(0, 1);
        text += format("Pairs (0, 1/2, 1, 3/2, 2 points): [%lld, %lld, %lld, %lld, %lld]\n",
                       pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    }
    if (settings.sprt)
        text += sprt_text(*settings.sprt, sprt_status(*settings.sprt, outcomes)) + '\n';
    return text;
}

std::string table_report(const MatchSettings& settings, const Standings& standings) {
    const std::vector<Estimate> ratings = tournament_ratings(standings);
    std::vector<int> ranking;
    for (int player = 0; player < standings.players(); ++player) ranking.push_back(player);
    std::ranges::stable_sort(ranking, std::greater{}, [&](int player) {
        return std::pair{ratings[player].value, standings.score(player).points()};
    });
    std::string text = format("%4s %-20s %7s %6s %6s %7s %6s ", "Rank", "Name", "Elo", "+/-",
                              "Games", "Points", "Draws");
    for (std::size_t column = 1; column <= ranking.size(); ++column)
        text += format(" %7zu", column);
    text += '\n';
    int rank = 0;
    for (const int player : ranking) {
        const Score3 score = standings.score(player);
        text += format("%4d %-20.20s %7.1f %6.1f %6lld %7.1f %5.1f%% ", ++rank,
                       settings.players[static_cast<std::size_t>(player)].name.c_str(),
                       ratings[player].value, ratings[player].error, score.games(), score.points(),
                       draw_percent(score));
        for (const int opponent : ranking) {
            const Score3& met = standings.score(player, opponent);
            const std::string cell =
                met.games() == 0 ? "-" : format("%.1f/%lld", met.points(), met.games());
            text += format(" %7s", cell.c_str());
        }
        text += '\n';
    }
    return text;
}

std::string conduct_report(const MatchSettings& settings, const Tournament& tournament) {
    std::string text;
    for (int player = 0; player < tournament.standings().players(); ++player) {
        const Conduct& conduct = tournament.conduct(player);
        if (conduct.crashes + conduct.time_losses + conduct.illegal + conduct.warnings == 0)
            continue;
        text += format(
            "%s: %d crashes or stalls, %d losses on time, %d illegal moves or claims, "
            "%d warnings\n",
            settings.players[static_cast<std::size_t>(player)].name.c_str(), conduct.crashes,
            conduct.time_losses, conduct.illegal, conduct.warnings);
    }
    return text;
}

std::string progress_text(const MatchSettings& settings, const Standings& standings, int total) {
    std::string text = format("%lld/%d games", standings.games(), total);
    if (standings.players() != 2) return text;
    const Outcomes outcomes = standings.outcomes(0, 1);
    const Score3& score = standings.score(0, 1);
    const Estimate elo = elo_difference(outcomes);
    text += format(", +%lld =%lld -%lld, Elo %.1f +/- %.1f", score.wins, score.draws, score.losses,
                   elo.value, elo.error);
    if (settings.sprt) {
        const SprtStatus status = sprt_status(*settings.sprt, outcomes);
        text += format(", LLR %.2f (%.2f, %.2f)", status.llr, status.lower, status.upper);
    }
    return text;
}

std::string json_report(const MatchSettings& settings, const Tournament& tournament,
                        TournamentEnd end) {
    const Standings& standings = tournament.standings();
    std::string text = "{\n  \"end\": " + json_text(end_text(end)) + ",\n";
    text += format("  \"games\": %lld,\n  \"planned\": %d,\n", standings.games(),
                   tournament.schedule().size());
    const std::vector<Estimate> ratings = tournament_ratings(standings);
    text += "  \"players\": [";
    for (int player = 0; player < standings.players(); ++player) {
        const Conduct& conduct = tournament.conduct(player);
        text += player == 0 ? "\n" : ",\n";
        text +=
            "    {\"name\": " + json_text(settings.players[static_cast<std::size_t>(player)].name);
        text += ", " + json_score(standings.score(player)) + ", ";
        text += json_outcomes(standings.outcomes(player));
        text += format(", \"rating\": %.4f, \"rating_error\": %.4f", ratings[player].value,
                       ratings[player].error);
        text += format(", \"crashes\": %d, \"time_losses\": %d, \"illegal\": %d, \"warnings\": %d}",
                       conduct.crashes, conduct.time_losses, conduct.illegal, conduct.warnings);
    }
    text += "\n  ],\n  \"pairings\": [";
    bool is_first = true;
    for (const auto& [first, second] : tournament.schedule().pairings()) {
        text += is_first ? "\n" : ",\n";
        is_first = false;
        text += format("    {\"first\": %d, \"second\": %d, ", first, second);
        text += json_score(standings.score(first, second)) + ", ";
        text += json_outcomes(standings.outcomes(first, second));
        const Pentanomial pairs = standings.pairs(first, second);
        text += format(", \"pairs\": [%lld, %lld, %lld, %lld, %lld]}", pairs[0], pairs[1], pairs[2],
                       pairs[3], pairs[4]);
    }
    text += "\n  ]";
    if (settings.sprt) {
        const SprtStatus status = sprt_status(*settings.sprt, standings.outcomes(0, 1));
        const std::string_view verdict = status.verdict == SprtVerdict::accept_h1   ? "H1"
                                         : status.verdict == SprtVerdict::accept_h0 ? "H0"
                                                                                    : "undecided";
        text += format(
            ",\n  \"sprt\": {\"llr\": %.4f, \"lower\": %.4f, \"upper\": %.4f, "
            "\"verdict\": \"%s\"}",
            status.llr, status.lower, status.upper, std::string{verdict}.c_str());
    }
    return text + "\n}\n";
}

}  // namespace castellan
