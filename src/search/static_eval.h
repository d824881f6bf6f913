// StaticEval: what a position is worth before it is searched, by the network if there is one, else
// by the classical evaluation.
#pragma once

#include <optional>

#include "eval/classical/classical_eval.h"
#include "eval/nnue/evaluator.h"
#include "search/score.h"

namespace castellan {

class StaticEval {
  public:
    /// nullptr: the classical evaluation.
    void use(const std::shared_ptr<const nnue::Network>& network) {
        network_.reset();
        if (network) network_.emplace(network, kMaxPly + 4);
    }

    /// Centipawns, seen by the side to move.
    int of(const Position& position, Ply ply) {
        if (!network_) return classical::evaluate(position);
        const int sign = position.side_to_move() == Color::white ? 1 : -1;
        const int white = sign * network_->evaluate(position, ply);
        return sign * classical::with_endgame_knowledge(position, white);
    }

  private:
    std::optional<nnue::Evaluator> network_;
};

}  // namespace castellan
