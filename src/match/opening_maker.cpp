#include "match/opening_maker.h"

#include <cstdlib>
#include <limits>
#include <memory>
#include <set>

#include "base/in_order.h"
#include "chess/chess960.h"
#include "engine/engine.h"
#include "engine/random_plies.h"

namespace castellan {
namespace {

constexpr int kTableMegabytes = 8;
constexpr std::uint64_t kFirstLookNodes = 1'000;
constexpr int kFirstLookFactor = 4;  // times the margin: more than that is not looked at again

class OpeningMaker {
  public:
    explicit OpeningMaker(const OpeningOptions& wish) : wish_{wish} {}

    /// Nothing if the position of this number is not fit for play.
    std::optional<MadeOpening> make(std::uint64_t number) {
        Random random = Random::stream(wish_.seed, number);
        const Position start = wish_.is_chess960
                                   ? chess960_start(static_cast<int>(random.below(kChess960Count)))
                                   : Position{};
        const Game game = after_random_plies(start, wish_.plies, random);
        if (game.outcome() || game.position().in_check()) return std::nullopt;
        engine_.new_game(number);
        if (!is_within(look(game, kFirstLookNodes), kFirstLookFactor * wish_.margin))
            return std::nullopt;
        const Score score = look(game, wish_.nodes);
        if (!is_within(score, wish_.margin)) return std::nullopt;
        return MadeOpening{game.position(), score};
    }

  private:
    static bool is_within(Score score, int margin) { return std::abs(score.raw()) <= margin; }

    Score look(const Game& game, std::uint64_t nodes) {
        Limits limits;
        limits.nodes = nodes;
        return engine_.think(game, limits, [](const Report&) {}).score;
    }

    const OpeningOptions& wish_;
    Engine engine_{{.hash_megabytes = kTableMegabytes}};
};

}  // namespace

void make_openings(const OpeningOptions& wish, const std::function<void(const MadeOpening&)>& sink,
                   const std::stop_token& stop) {
    if (wish.count == 0) return;
    const auto new_maker = [&] {
        return [maker = std::make_unique<OpeningMaker>(wish)](
                   std::uint64_t number,
                   const std::stop_token& enough) -> std::optional<std::optional<MadeOpening>> {
            if (enough.stop_requested()) return std::nullopt;
            return maker->make(number);
        };
    };  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the closure owns it
    std::set<Key> seen;
    make_in_order<std::optional<MadeOpening>>(
        {0, std::numeric_limits<std::uint64_t>::max()}, wish.threads, stop, new_maker,
        [&](const std::optional<MadeOpening>& opening) {
            if (opening && seen.insert(opening->position.key()).second) sink(*opening);
            return seen.size() < wish.count;
        });
}

}  // namespace castellan
