#include "store/game_keeper.h"

#include <utility>

#include "chess/notation/coordinate.h"

namespace castellan {
namespace {

StoredPly stored(const Session& session, std::size_t ply) {
    const ClockedPly& played = session.ply_at(ply);
    return {to_coordinate(session.game().position_at(ply), played.move), played.spent};
}

std::vector<StoredPly> stored_plies(const Session& session) {
    std::vector<StoredPly> plies;
    for (std::size_t ply = 0; ply < session.game().ply(); ++ply)
        plies.push_back(stored(session, ply));
    return plies;
}

}  // namespace

using Status = Result<void, StoreError>;

Status GameKeeper::begin(const GameSetup& setup) {
    resume(std::nullopt);
    if (store_ == nullptr) return {};
    const auto game = store_->create(setup);
    if (!game) return tl::unexpected(game.error());
    resume(GameVersion{*game});
    return {};
}

void GameKeeper::resume(std::optional<GameVersion> version) {
    version_ = settled_ = version;
    is_behind_ = !version;
    opening_ = nullptr;
}

void GameKeeper::fall_behind() {
    version_ = settled_;
    is_behind_ = true;
}

Status GameKeeper::begin_group() {
    if (keeping_ != Keeping::in_groups) return {};
    const auto group = store_->begin_group();
    if (!group) return tl::unexpected(group.error());
    if (std::exchange(group_, *group) != *group) settled_ = version_;
    return {};
}

Status GameKeeper::keep(const Session& session, const SessionEvent& event) {
    if (store_ == nullptr) return {};
    if (const Status group = begin_group(); !group) {
        is_behind_ = true;
        return group;
    }
    const Status status = is_behind_ ? write_everything(session) : write(session, event);
    is_behind_ = !status;
    return status;
}

void GameKeeper::note_turn(Microseconds spent) {
    if (store_ == nullptr || is_behind_ || !version_) return;
    if (begin_group()) (void)store_->note_turn(*version_, spent);
}

Status GameKeeper::catch_up(const Session& session) {
    if (!is_behind()) return {};
    if (const Status group = begin_group(); !group) return group;
    const Status status = write_everything(session);
    is_behind_ = !status;
    return status;
}

Status GameKeeper::write_everything(const Session& session) {
    if (!version_) {
        const auto game = store_->create(session.setup());
        if (!game) return tl::unexpected(game.error());
        version_ = settled_ = GameVersion{*game};
    }
    Status status = store_->rewrite(*version_, stored_plies(session));
    for (const Color side : kColors)
        if (status) status = store_->set_seat(*version_, side, session.seat(side));
    if (status && session.end()) status = store_->finish(*version_, *session.end());
    if (status) status = write_opening(session);
    return status;
}

Status GameKeeper::write(const Session& session, const SessionEvent& event) {
    if (const auto* made = std::get_if<MoveMade>(&event)) {
        const Status status = store_->append(*version_, made->ply, stored(session, made->ply));
        return status ? write_opening(session) : status;
    }
    if (std::holds_alternative<MovesTakenBack>(event))
        return store_->rewrite(*version_, stored_plies(session));
    if (const auto* change = std::get_if<SeatChanged>(&event))
        return store_->set_seat(*version_, change->side, session.seat(change->side));
    if (std::holds_alternative<GameEnded>(event)) return store_->finish(*version_, *session.end());
    return {};
}

Status GameKeeper::write_opening(const Session& session) {
    const OpeningLine* const opening = names_.find(session.game());
    if (opening == nullptr || opening == opening_) return {};
    const Status status = store_->name_opening(*version_, opening->eco, opening->name);
    if (status) opening_ = opening;
    return status;
}

}  // namespace castellan
