#include "play/game_keeper.h"

#include "chess/coordinate.h"

namespace castellan {
namespace {

StoredPly stored(const Session& session, std::size_t ply) {
    const ClockedPly& played = session.ply_at(ply);
    return {to_coordinate(session.game().position_at(ply), played.move), played.spent};
}

}  // namespace

Result<void, DatabaseError> GameKeeper::begin(const GameSetup& setup) {
    game_.reset();
    opening_ = nullptr;
    if (store_ == nullptr) return {};
    const auto game = store_->create(setup);
    if (!game) return tl::unexpected(game.error());
    game_ = *game;
    return {};
}

Result<void, DatabaseError> GameKeeper::keep(const Session& session, const SessionEvent& event) {
    if (!game_) return {};
    auto status = write(session, event);
    if (!status) game_.reset();
    return status;
}

Result<void, DatabaseError> GameKeeper::write(const Session& session, const SessionEvent& event) {
    if (const auto* made = std::get_if<MoveMade>(&event)) {
        if (const auto status = store_->append(*game_, made->ply, stored(session, made->ply));
            !status)
            return status;
        const OpeningLine* const opening = names_.find(session.game());
        if (opening == nullptr || opening == opening_) return {};
        opening_ = opening;
        return store_->name_opening(*game_, opening->eco, opening->name);
    }
    if (const auto* back = std::get_if<MovesTakenBack>(&event)) {
        std::vector<StoredPly> plies;
        for (std::size_t ply = 0; ply < back->ply; ++ply) plies.push_back(stored(session, ply));
        return store_->rewrite(*game_, plies);
    }
    if (std::holds_alternative<GameEnded>(event)) return store_->finish(*game_, *session.end());
    return {};
}

}  // namespace castellan
