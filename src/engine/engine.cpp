#include "engine/engine.h"

#include <algorithm>
#include <chrono>

namespace castellan {

Engine::Engine(const EngineSettings& settings)
    : searcher_{settings.hash_megabytes},
      node_limit_{settings.nodes},
      book_{settings.book},
      plays_book_{settings.book != nullptr},
      book_random_{0} {
    searcher_.set_threads(settings.threads);
    searcher_.use_network(settings.network);
    use_tables(settings.tables);
    draw_seed({});
}

void Engine::limit_strength(std::optional<int> elo) {
    limits_strength_ = elo.has_value();
    elo_ = elo.value_or(kStandardElo);
}

void Engine::use_tables(Tablebase::Pointer tables) {
    tablebase_.tables = std::move(tables);
    searcher_.use_tablebase(tablebase_);
}

void Engine::new_game(std::optional<std::uint64_t> seed) {
    searcher_.forget();
    draw_seed(seed);
}

void Engine::draw_seed(std::optional<std::uint64_t> seed) {
    if (!seed && level_seed_ != 0) seed = level_seed_;
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    Random random{seed.value_or(static_cast<std::uint64_t>(now))};
    game_seed_ = random.next();
    book_random_ = Random{random.next()};
}

void Engine::get_ready(const std::stop_token& stop) {
    searcher_.allow_start();
    const std::stop_callback on_stop{stop, [this] { searcher_.stop(); }};
    searcher_.get_ready();
}

void Engine::hold_clock(bool held) {
    searcher_.hold_clock(held);
    limited_.searcher().hold_clock(held);
}

std::vector<BookMove> Engine::book_moves(const Position& position) const {
    return book_ ? book_->moves(position) : std::vector<BookMove>{};
}

Verdict Engine::think(const Game& game, Limits limits, const ReportListener& listener,
                      const std::stop_token& stop, Purpose purpose) {
    limits = completed(std::move(limits), purpose);
    const Position& root = game.position();
    if (purpose == Purpose::play)
        if (const auto move = book_move(root, limits)) {
            listener({1, 1, 1, Score::draw(), Bound::exact, 0, Milliseconds{0}, 0, 0, {*move}});
            return {*move, {}, Score::draw()};
        }
    const auto strength = strength_for(limits, purpose);
    Searcher& searcher = strength ? limited_.searcher() : searcher_;
    searcher.allow_start();
    const std::stop_callback on_stop{stop, [&] { searcher.stop(); }};
    if (strength) return limited_.choose(game, limits, *strength, game_seed_, listener);
    const Verdict verdict = searcher_.run(game, limits, listener);
    drop_failed_tables();
    return verdict;
}

Limits Engine::completed(Limits limits, Purpose purpose) const {
    limits.multi_pv = multi_pv_;
    limits.overhead = overhead_;
    if (nodes_per_second_) limits.nodes_per_second = nodes_per_second_;
    if (node_limit_ && purpose == Purpose::play)
        limits.nodes = std::min(limits.nodes.value_or(*node_limit_), *node_limit_);
    return limits;
}

/// None if it plays as well as it can.
std::optional<Strength> Engine::strength_for(const Limits& limits, Purpose purpose) const {
    const bool is_limited = limits_strength_ || skill_ < kFullSkill;
    if (!is_limited || purpose == Purpose::analysis || limits.mate_in) return std::nullopt;
    return strength_at(limits_strength_ ? elo_ : elo_of_skill(skill_));
}

std::optional<Move> Engine::book_move(const Position& root, const Limits& limits) {
    if (!plays_book_) return std::nullopt;
    std::vector<BookMove> moves = book_moves(root);
    if (!limits.search_moves.empty())
        std::erase_if(moves, [&](const BookMove& each) {
            return std::ranges::find(limits.search_moves, each.move) == limits.search_moves.end();
        });
    return choose(moves, book_random_);
}

void Engine::drop_failed_tables() {
    if (!tablebase_.tables || !tablebase_.tables->has_failed()) return;
    use_tables(nullptr);
    notice_ = "a tablebase file could not be read any more; tablebases are off";
}

}  // namespace castellan
