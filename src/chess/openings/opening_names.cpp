#include "chess/openings/opening_names.h"

#include <cassert>

#include "base/text.h"
#include "chess/notation/san.h"

namespace castellan {

OpeningNames::OpeningNames() {
    for (const auto& volume : opening_volumes())
        for (const OpeningLine& line : volume) {
            Position position;
            for (std::string_view rest = line.moves; !rest.empty();) {
                const auto move = parse_san(position, take_word(rest));
                assert(move);
                position = position.after(*move);
            }
            by_position_.emplace(position.key(), &line);
        }
}

const OpeningLine* OpeningNames::find(const Position& position) const {
    const auto found = by_position_.find(position.key());
    return found == by_position_.end() ? nullptr : found->second;
}

const OpeningLine* OpeningNames::find(const Game& game) const {
    for (std::size_t ply = game.ply() + 1; ply-- > 0;)
        if (const OpeningLine* line = find(game.position_at(ply))) return line;
    return nullptr;
}

}  // namespace castellan
