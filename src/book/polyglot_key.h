// The key under which Polyglot books file a position; it has nothing to do with Position::key().
#pragma once

#include "chess/position.h"

namespace castellan {

Key polyglot_key(const Position& position);

}  // namespace castellan
