#include "chess/movegen.h"

#include "chess/movegen_core.h"

namespace castellan {
namespace {

template <MoveClass kClass>
MoveList list_moves(const Position& position) {
    MoveList moves;
    MoveWriter writer{moves};
    generate<kClass>(position, writer);
    return moves;
}

}  // namespace

MoveList legal_moves(const Position& position) { return list_moves<MoveClass::legal>(position); }
MoveList noisy_moves(const Position& position) { return list_moves<MoveClass::noisy>(position); }
MoveList quiet_moves(const Position& position) { return list_moves<MoveClass::quiet>(position); }

int count_legal_moves(const Position& position) {
    MoveCounter counter;
    generate<MoveClass::legal>(position, counter);
    return counter.count;
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) != 0; }

}  // namespace castellan
