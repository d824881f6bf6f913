#include "training/classical_dataset.h"

#include "base/random.h"
#include "eval/classical/classical_features.h"
#include "eval/classical/endgame.h"
#include "training/position_filter.h"

namespace castellan::training {
namespace {

constexpr std::uint32_t kGamesPerHeldOut = 20;

void count_placements(const Position& position, double middlegame, PlacementCounts& counts) {
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        const auto type = static_cast<std::size_t>(index_of(type_of(piece)));
        const auto seen =
            static_cast<std::size_t>(index_of(classical::seen_by(color_of(piece), square)));
        counts.middlegame[type][seen] += middlegame;
        counts.endgame[type][seen] += 1 - middlegame;
    }
}

/// The side that the present weights see ahead.
Color stronger_side(std::span<const Feature> features, int phase) {
    static constexpr WeightList kPresent = to_list(classical::kWeights);
    classical::Weight sum;
    for (const auto& [weight, count] : features) sum += kPresent[weight] * count;
    return classical::blend(sum, phase) >= 0 ? Color::white : Color::black;
}

}  // namespace

bool ClassicalDataset::add(const Position& position, int score, GameResult result) {
    const auto features = collector_.collect(position);
    const int phase = classical::game_phase(position);
    const Color stronger = stronger_side(features, phase);
    const int scale = classical::winning_scale(position, stronger);
    if (scale == 0 || classical::mating_bonus(position, stronger) != 0) return false;

    features_.insert(features_.end(), features.begin(), features.end());
    ends_.push_back(features_.size());
    const double share = static_cast<double>(scale) / classical::kFullScale;
    const double middlegame = static_cast<double>(phase) / classical::kFullPhase;
    middlegame_shares_.push_back(static_cast<float>(share * middlegame));
    endgame_shares_.push_back(static_cast<float>(share * (1 - middlegame)));
    scores_.push_back(static_cast<std::int16_t>(score));
    results_.push_back(static_cast<std::uint8_t>(result));
    count_placements(position, middlegame, placements_);
    return true;
}

bool is_held_out(std::uint64_t game) { return Random{game}.below(kGamesPerHeldOut) == 0; }

void ClassicalData::add(const TrainingGame& game) {
    ClassicalDataset& part = is_held_out(games++) ? held_out : training;
    for_each_usable(game, [&](const Position& position, const ScoredMove& played) {
        part.add(position, played.score, game.result);
    });
}

}  // namespace castellan::training
