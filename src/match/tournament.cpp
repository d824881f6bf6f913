#include "match/tournament.h"

#include <thread>

#include "chess/notation/fen.h"
#include "match/player_factory.h"

namespace castellan {

bool is_decided(const MatchSettings& settings, const Standings& standings) {
    return settings.sprt &&
           sprt_status(*settings.sprt, standings.outcomes(0, 1)).verdict != SprtVerdict::undecided;
}

bool is_finished(const MatchSettings& settings, const std::vector<LoggedGame>& games) {
    const Schedule schedule{settings};
    Standings standings{settings};
    for (const LoggedGame& game : games)
        if (game.number < schedule.size()) standings.add(schedule.game(game.number), game.result);
    return standings.games() >= schedule.size() || is_decided(settings, standings);
}

Tournament::Tournament(const MatchSettings& settings, const Openings& openings, MatchLog& log,
                       TournamentListener listener)
    : settings_{settings},
      openings_{openings},
      log_{log},
      listener_{std::move(listener)},
      schedule_{settings},
      standings_{settings},
      conduct_(settings.players.size()) {}

void Tournament::restore(const LoggedGame& game) {
    if (game.number >= schedule_.size() || !done_.insert(game.number).second) return;
    count(schedule_.game(game.number), game);
}

TournamentEnd Tournament::run(const std::stop_token& stop) {
    const std::stop_callback forward{stop, [&] { stopper_.request_stop(); }};
    if (is_decided()) return TournamentEnd::decided;
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < settings_.concurrency; ++i) workers.emplace_back([this] { work(); });
    }
    if (end_) return *end_;
    return stop.stop_requested() ? TournamentEnd::interrupted : TournamentEnd::complete;
}

void Tournament::work() {
    PlayerCache cache;  // the players live in the thread that starts them
    while (const auto planned = next_game()) {
        const GameDate date = GameDate::now();
        const GameRecord played = play(*planned, cache);
        if (played.ending == Ending::interrupted) return;
        record(*planned, played, game_to_pgn(settings_, *planned, played, date, names_), cache);
    }
}

std::optional<PlannedGame> Tournament::next_game() {
    const std::lock_guard lock{mutex_};
    if (stopper_.stop_requested()) return std::nullopt;
    while (done_.contains(next_)) ++next_;
    if (next_ >= schedule_.size()) return std::nullopt;
    const PlannedGame planned = schedule_.game(next_++);
    if (listener_.on_start) listener_.on_start(planned);
    return planned;
}

GameRecord Tournament::play(const PlannedGame& planned, PlayerCache& cache) const {
    // Engines that do not play now would only take memory.
    std::erase_if(cache, [&](const auto& entry) {
        return entry.first != planned.white && entry.first != planned.black;
    });
    const Opening& opening = openings_.at(planned.opening);
    GamePlan plan{.players = {},
                  .controls = {},
                  .start = opening.start,
                  .opening = opening.moves,
                  .rules = settings_.adjudication,
                  .time_margin = {},
                  .stall_limit = settings_.stall_limit,
                  .seed = settings_.seed + static_cast<std::uint64_t>(planned.number)};
    for (const Color color : kColors) {
        const int index = color == Color::white ? planned.white : planned.black;
        const MatchPlayer& settings = settings_.players[static_cast<std::size_t>(index)];
        auto& player = cache[index];
        if (!player) player = make_player(settings, settings_, stopper_.get_token());
        plan.players[index_of(color)] = player.get();
        plan.controls[index_of(color)] = settings.control;
        plan.time_margin[index_of(color)] = settings.time_margin;
    }
    return play_game(plan);
}

void Tournament::record(const PlannedGame& planned, const GameRecord& record, std::string pgn,
                        PlayerCache& cache) {
    const std::lock_guard lock{mutex_};
    // What is decided or given up while others still play must not be changed by them.
    if (end_ || (record.ending == Ending::not_played && stopper_.stop_requested())) return;
    LoggedGame game{planned.number,
                    record.result,
                    record.ending,
                    record.at_fault,
                    static_cast<int>(record.moves.size()),
                    {0, 0},
                    record.reason,
                    std::move(pgn)};
    GameNews news{planned, game, record.evidence, {}};
    for (const Color color : kColors) {
        const int index = color == Color::white ? planned.white : planned.black;
        news.warnings[index_of(color)] = cache[index]->take_warnings();
        game.warnings[index_of(color)] = static_cast<int>(news.warnings[index_of(color)].size());
    }
    if (record.ending == Ending::not_played) {
        if (listener_.on_game) listener_.on_game(news);
        return stop_with(TournamentEnd::failed, record.reason);
    }
    if (const auto status = log_.append(game); !status)
        return stop_with(TournamentEnd::failed, status.error().message);
    if (!settings_.epd_path.empty()) write_epd(record);
    done_.insert(game.number);
    count(planned, game);
    if (listener_.on_game) listener_.on_game(news);

    const bool is_dead = record.ending == Ending::crashed || record.ending == Ending::stalled;
    if (is_dead && !settings_.recovers)
        return stop_with(TournamentEnd::failed, record.reason + " (-recover would go on)");
    if (is_decided()) stop_with(TournamentEnd::decided);
}

void Tournament::count(const PlannedGame& planned, const LoggedGame& game) {
    standings_.add(planned, game.result);
    for (const Color color : kColors) {
        const int index = color == Color::white ? planned.white : planned.black;
        Conduct& conduct = conduct_[static_cast<std::size_t>(index)];
        conduct.warnings += game.warnings[index_of(color)];
        if (game.at_fault != color) continue;
        if (game.ending == Ending::out_of_time) ++conduct.time_losses;
        if (game.ending == Ending::crashed || game.ending == Ending::stalled) ++conduct.crashes;
        if (game.ending == Ending::illegal_move || game.ending == Ending::illegal_claim)
            ++conduct.illegal;
    }
}

void Tournament::write_epd(const GameRecord& record) {
    auto file = DurableFile::open(settings_.epd_path);
    if (!file || !file->append(to_epd_fields(record.game.position()) + '\n'))
        stop_with(TournamentEnd::failed, "cannot write " + settings_.epd_path);
}

bool Tournament::is_decided() const { return castellan::is_decided(settings_, standings_); }

void Tournament::stop_with(TournamentEnd end, std::string failure) {
    if (end_) return;
    end_ = end;
    failure_ = std::move(failure);
    stopper_.request_stop();
}

}  // namespace castellan
