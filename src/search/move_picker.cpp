#include "search/move_picker.h"

#include "chess/movegen.h"
#include "search/params.h"
#include "search/see.h"

namespace castellan {

int quiet_history(const Position& position, const OrderingContext& context, Move move) {
    const std::size_t piece = index_of(position.piece_on(move.from()));
    const std::size_t to = index_of(move.to());
    int score = context.histories.quiet_entry(position.side_to_move(), move).value();
    for (const PieceToHistory* const table : context.continuations)
        if (table != nullptr) score += (*table)[piece][to].value();
    return score;
}

MovePicker::MovePicker(const Position& position, const OrderingContext& context)
    : position_{position}, context_{context} {
    if (!context.table_move || !is_legal(position, context.table_move)) stage_ = Stage::noisy;
}

MovePicker MovePicker::quiescence(const Position& position, const OrderingContext& context) {
    MovePicker picker{position, context};
    if (!position.in_check()) {
        picker.skip_quiets();
        if (picker.stage_ == Stage::table_move && !position.is_noisy(context.table_move))
            picker.stage_ = Stage::noisy;
    }
    return picker;
}

void MovePicker::score_noisy() {
    for (const Move move : noisy_moves(position_)) {
        if (move == context_.table_move) continue;
        // The most valuable victim first; what has worked before decides between equals.
        int score =
            context_.histories.capture_entry(position_, move).value() / params::kCaptureHistory;
        score += params::kCaptureVictim *
                 exchange_value(move.is_en_passant() ? PieceType::pawn
                                                     : type_of(position_.piece_on(move.to())));
        if (move.is_promotion())
            score += params::kCaptureVictim * (move.promoted_to() == PieceType::queen
                                                   ? params::kQueenPromotion
                                                   : -params::kQueenPromotion);
        noisy_.push_back({move, score});
    }
}

void MovePicker::score_quiets() {
    for (const Move move : quiet_moves(position_))
        if (move != context_.table_move && move != context_.killer)
            quiets_.push_back({move, quiet_history(position_, context_, move)});
}

Move MovePicker::take_best(ScoredList& list, std::size_t& at) {
    std::size_t best = at;
    for (std::size_t i = at + 1; i < list.size(); ++i)
        if (list[i].score > list[best].score) best = i;
    std::swap(list[at], list[best]);
    return list[at++].move;
}

Move MovePicker::take_check() {
    while (quiets_at_ < quiets_.size()) {
        const Move move = quiets_[quiets_at_++].move;
        if (checks_->gives_check(move)) return move;
    }
    return {};
}

Move MovePicker::next() {
    switch (stage_) {
        case Stage::table_move:
            stage_ = Stage::noisy;
            return context_.table_move;

        case Stage::noisy:
            score_noisy();
            stage_ = Stage::good_noisy;
            [[fallthrough]];

        case Stage::good_noisy:
            while (noisy_at_ < noisy_.size()) {
                const Move move = take_best(noisy_, noisy_at_);
                if (exchange_wins(position_, move, 0)) return move;
                bad_noisy_.push_back(move);
            }
            stage_ = Stage::killer;
            [[fallthrough]];

        case Stage::killer:
            stage_ = Stage::quiets;
            if (!skips_quiets_ && context_.killer && context_.killer != context_.table_move &&
                !position_.is_noisy(context_.killer) && is_legal(position_, context_.killer))
                return context_.killer;
            [[fallthrough]];

        case Stage::quiets:
            if (!skips_quiets_ || checks_ != nullptr) score_quiets();
            stage_ = Stage::remaining_quiets;
            [[fallthrough]];

        case Stage::remaining_quiets:
            if (!skips_quiets_ && quiets_at_ < quiets_.size())
                return take_best(quiets_, quiets_at_);
            if (checks_ != nullptr)
                if (const Move move = take_check()) return move;
            stage_ = Stage::bad_noisy;
            [[fallthrough]];

        case Stage::bad_noisy:
            if (bad_at_ < bad_noisy_.size()) return bad_noisy_[bad_at_++];
            stage_ = Stage::done;
            [[fallthrough]];

        case Stage::done:
            return {};
    }
    return {};
}

}  // namespace castellan
