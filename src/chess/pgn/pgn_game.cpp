#include "chess/pgn/pgn_game.h"

#include <algorithm>

namespace castellan {

std::string_view PgnGame::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    return found == tags.end() ? std::string_view{} : found->value;
}

void PgnGame::set_tag(std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    if (found != tags.end())
        found->value = value;
    else
        tags.push_back({std::string{name}, std::string{value}});
}

PgnNodeId PgnGame::add_move(PgnNodeId parent, Move move) {
    const auto id = static_cast<PgnNodeId>(nodes.size());
    nodes.emplace_back();
    nodes[id].move = move;
    nodes[id].parent = parent;
    PgnNode& above = nodes[parent];
    (above.first_child == 0 ? above.first_child : nodes[above.last_child].next_sibling) = id;
    above.last_child = id;
    return id;
}

std::size_t PgnGame::ply_count() const {
    std::size_t count = 0;
    for (PgnNodeId id = nodes[kPgnRoot].first_child; id != 0; id = nodes[id].first_child) ++count;
    return count;
}

std::vector<Move> PgnGame::main_line() const {
    std::vector<Move> moves;
    for (PgnNodeId id = nodes[kPgnRoot].first_child; id != 0 && nodes[id].move;
         id = nodes[id].first_child)
        moves.push_back(nodes[id].move);
    return moves;
}

}  // namespace castellan
