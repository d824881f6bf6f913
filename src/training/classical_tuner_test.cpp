#include "training/classical_tuner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "chess/notation/fen.h"
#include "eval/classical/classical_eval.h"
#include "eval/classical/starting_weights.h"
#include "eval/classical/tuned_weights.h"
#include "tests/support/test_files.h"
#include "training/position_filter.h"

namespace castellan::training {
namespace {

constexpr classical::Weights kStart = classical::starting_weights();
const Target kOnlyScores{.scale = 150, .result_share = 0};

std::vector<TrainingGame> random_games(std::size_t count, std::size_t plies) {
    std::vector<TrainingGame> games;
    for (std::size_t seed = 0; seed < count; ++seed) {
        games.push_back(random_game(seed, plies));
        for (ScoredMove& played : games.back().moves) played.score = 0;
    }
    return games;
}

int white_eval(const Position& position) {
    const int own = classical::evaluate(position);
    return position.side_to_move() == Color::white ? own : -own;
}

TEST(ClassicalDataset, GivesTheEvaluationOfEveryPosition) {
    const Parameters present = to_parameters(classical::kWeights);
    ClassicalDataset data;
    std::size_t left_out = 0;
    for (const TrainingGame& game : random_games(40, 300))
        for_each_usable(game, [&](const Position& position, const ScoredMove&) {
            if (!data.add(position, 0, GameResult::draw)) {
                ++left_out;
                return;
            }
            const double sum = evaluate(data, data.size() - 1, present);
            // The evaluation is rounded towards zero when it is blended and when it is scaled.
            ASSERT_NEAR(sum, white_eval(position), 2) << to_fen(position);
        });
    EXPECT_GT(data.size(), 1'000U);
    EXPECT_LT(left_out, data.size() / 8);
}

TEST(ClassicalDataset, LeavesOutWhatIsNotLinear) {
    ClassicalDataset data;
    const auto at = [](std::string_view fen) { return parse_fen(fen).value(); };
    EXPECT_FALSE(data.add(at("8/8/8/4k3/8/8/1R6/KR6 w - - 0 1"), 0, GameResult::draw));
    EXPECT_FALSE(data.add(at("8/8/8/4k3/8/8/1N6/KN6 w - - 0 1"), 0, GameResult::draw));
    EXPECT_EQ(data.size(), 0U);
    EXPECT_TRUE(data.add(at("8/8/8/4k3/4p3/8/1R6/KR6 w - - 0 1"), 0, GameResult::draw));
}

TEST(ClassicalDataset, HoldsOutWholeGames) {
    ClassicalData data;
    std::set<int> expected;
    for (int number = 0; number < 300; ++number) {
        TrainingGame game = random_game(static_cast<std::uint64_t>(number), 30);
        for (ScoredMove& played : game.moves) played.score = static_cast<std::int16_t>(number);
        for_each_usable(game, [&](const Position&, const ScoredMove&) { expected.insert(number); });
        data.add(game);
    }
    const auto games_of = [](const ClassicalDataset& part) {
        std::set<int> games;
        for (std::size_t row = 0; row < part.size(); ++row) games.insert(part.score(row));
        return games;
    };
    const std::set<int> held_out = games_of(data.held_out);
    std::set<int> both = games_of(data.training);
    for (const int game : held_out) EXPECT_TRUE(both.insert(game).second) << game;
    EXPECT_EQ(both, expected);
    EXPECT_GE(held_out.size(), 5U);
    EXPECT_LE(held_out.size(), 30U);
}

TEST(ClassicalLoss, TheGradientIsWhatSmallStepsMeasure) {
    ClassicalData data;
    for (const TrainingGame& game : random_games(30, 120)) data.add(game);
    const Target target{.scale = 200, .result_share = 0.7};
    const Parameters start = to_parameters(kStart);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < data.training.size(); ++row) rows.push_back(row);
    const auto gradient = mean_gradient(data.training, rows, start, target, 2);
    constexpr double kStep = 1e-3;
    double largest = 0;
    for (std::size_t i = 0; i < kParameterCount; i += 7) {
        Parameters more = start;
        Parameters less = start;
        more[i] += kStep;
        less[i] -= kStep;
        const double measured = (mean_loss(data.training, more, target, 1) -
                                 mean_loss(data.training, less, target, 1)) /
                                (2 * kStep);
        EXPECT_NEAR(gradient[i], measured, 1e-9) << i;
        largest = std::max(largest, std::abs(measured));
    }
    EXPECT_GT(largest, 1e-5);
}

TEST(ClassicalLoss, FindsTheScaleOfTheResults) {
    ClassicalDataset data;
    Random random{3};
    const Parameters start = to_parameters(kStart);
    constexpr double kTrueScale = 260;
    for (const TrainingGame& game : random_games(100, 150))
        for_each_usable(game, [&](const Position& position, const ScoredMove&) {
            const double wins = 1 / (1 + std::exp(-white_eval(position) / kTrueScale));
            const bool is_win = random.below(1'000'000) < wins * 1e6;
            data.add(position, 0, is_win ? GameResult::white_wins : GameResult::black_wins);
        });
    EXPECT_NEAR(fit_scale(data, to_parameters(classical::kWeights), 2), kTrueScale, 40);
}

/// Games whose scores come from other weights than the evaluation's own.
ClassicalData labelled_by(const Parameters& truth) {
    ClassicalData data;
    for (TrainingGame& game : random_games(150, 120)) {
        Position position = game.start;
        ClassicalDataset one;
        for (ScoredMove& played : game.moves) {
            played.score = 20'000;  // not usable
            if (one.add(position, 0, GameResult::draw)) {
                const double score = evaluate(one, one.size() - 1, truth);
                played.score = static_cast<std::int16_t>(std::lround(score));
            }
            position = position.after(played.move);
        }
        data.add(game);
    }
    return data;
}

TunerOptions short_run(int threads) {
    TunerOptions options;
    options.epochs = 40;
    options.threads = threads;
    options.batch = 2'000;
    options.learning_rate = 4;
    options.pull = 1;
    options.target = kOnlyScores;
    return options;
}

TEST(ClassicalTuner, FindsTheWeightsThatTheScoresCameFrom) {
    classical::Weights other = kStart;
    other.material[1] = {380, 360};
    other.material[3] = {440, 500};
    other.mobility[2] = {9, 8};
    other.tempo = {40, 30};
    const Parameters start = to_parameters(kStart);
    const Parameters truth = to_parameters(other);
    const ClassicalData data = labelled_by(truth);
    std::vector<EpochReport> reports;
    const Parameters found = tune(data, start, short_run(2),
                                  [&](const EpochReport& report) { reports.push_back(report); });

    const double floor = mean_loss(data.held_out, truth, kOnlyScores, 1);
    const double before = mean_loss(data.held_out, start, kOnlyScores, 1) - floor;
    const double after = mean_loss(data.held_out, found, kOnlyScores, 1) - floor;
    EXPECT_GT(before, 0);
    EXPECT_LT(after, before / 20);
    const classical::Weights tuned = to_weights(found);
    EXPECT_NEAR(tuned.tempo.middlegame, 40, 5);
    EXPECT_NEAR(tuned.mobility[2].middlegame, 9, 2);

    ASSERT_EQ(reports.size(), 41U);
    double best = reports.front().held_out_loss;
    for (const EpochReport& report : reports) best = std::min(best, report.held_out_loss);
    EXPECT_DOUBLE_EQ(mean_loss(data.held_out, found, kOnlyScores, 1), best);
}

TEST(ClassicalTuner, GivesTheSameWithAnyNumberOfThreads) {
    ClassicalData data;
    for (const TrainingGame& game : random_games(40, 100)) data.add(game);
    const Parameters start = to_parameters(kStart);
    const auto ignore = [](const EpochReport&) {};
    TunerOptions options = short_run(1);
    options.epochs = 3;
    const Parameters one = tune(data, start, options, ignore);
    options.threads = 3;
    EXPECT_EQ(tune(data, start, options, ignore), one);
    EXPECT_NE(one, start);
}

TEST(ClassicalTuner, CentringMovesWorthFromSquaresToMaterial) {
    ClassicalDataset data;
    for (const TrainingGame& game : random_games(10, 100))
        for_each_usable(game, [&](const Position& position, const ScoredMove&) {
            data.add(position, 0, GameResult::draw);
        });
    classical::Weights weights = kStart;
    for (std::size_t type = 0; type < kPieceTypeCount; ++type)
        for (std::size_t square = 0; square < kSquareCount; ++square)
            if (type != 0 || (square >= 8 && square < 56))
                weights.squares[type][square] += {50, -30};
    const Parameters before = to_parameters(weights);
    const Parameters after = with_centred_squares(before, data.placements());
    for (std::size_t row = 0; row < data.size(); ++row)
        ASSERT_NEAR(evaluate(data, row, after), evaluate(data, row, before), 1e-3);

    const classical::Weights centred = to_weights(after);
    EXPECT_GT(centred.material[1].middlegame, weights.material[1].middlegame + 30);
    EXPECT_EQ(centred.material[5], classical::Weight{});
    EXPECT_EQ(centred.squares[0][3], classical::Weight{});
    EXPECT_EQ(to_parameters(to_weights(with_centred_squares(after, data.placements()))),
              to_parameters(centred));
}

}  // namespace
}  // namespace castellan::training
