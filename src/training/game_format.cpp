#include "training/game_format.h"

#include <algorithm>
#include <cassert>
#include <string_view>

#include "chess/legality.h"

namespace castellan::training {
namespace {

constexpr std::string_view kMagic = "CASTGAME";
constexpr std::uint32_t kVersion = 1;

constexpr std::size_t kResultOffset = 2;
constexpr std::size_t kStartOffset = 4;

}  // namespace

Bytes encode_file_header() {
    Bytes header{kMagic.begin(), kMagic.end()};
    append_number(header, kVersion);
    append_number(header, std::uint32_t{0});
    return header;
}

Result<void, GameFileError> check_file_header(const Bytes& header) {
    if (!std::equal(kMagic.begin(), kMagic.end(), header.begin()))
        return fail(GameFileError::not_a_game_file, "this is no file of self-play games");
    const auto version = number_at<std::uint32_t>(header, kMagic.size());
    if (version != kVersion)
        return fail(GameFileError::unknown_version, "version " + std::to_string(version) +
                                                        " is not known here, only version " +
                                                        std::to_string(kVersion));
    if (header != encode_file_header())
        return fail(GameFileError::damaged, "the header is damaged");
    return {};
}

Bytes encode(const TrainingGame& game) {
    assert(game.moves.size() <= kMostPlies);
    Bytes head;
    append_number(head, static_cast<std::uint16_t>(game.moves.size()));
    append_number(head, static_cast<std::uint8_t>(game.result));
    append_number(head, std::uint8_t{0});
    const PackedPosition start = pack(game.start);
    head.insert(head.end(), start.begin(), start.end());

    Bytes moves;
    for (const auto& [move, score] : game.moves) {
        append_number(moves, move.bits());
        append_number(moves, static_cast<std::uint16_t>(score));
    }

    Bytes bytes = head;
    append_number(bytes, crc32(head));
    bytes.insert(bytes.end(), moves.begin(), moves.end());
    append_number(bytes, crc32(moves));
    return bytes;
}

std::size_t moves_size(const Bytes& head) { return kPlySize * number_at<std::uint16_t>(head, 0); }

Result<TrainingGame, GameFileError> decode(const Bytes& head, const Bytes& moves) {
    if (head[kResultOffset] > static_cast<std::uint8_t>(GameResult::white_wins))
        return fail(GameFileError::damaged, "a game has no result");
    PackedPosition packed{};
    std::copy_n(head.begin() + kStartOffset, packed.size(), packed.begin());
    const auto start = unpack(packed);
    if (!start)
        return fail(GameFileError::impossible_position, "a game starts from no sane position");

    TrainingGame game{*start, {}, static_cast<GameResult>(head[kResultOffset])};
    game.moves.reserve(moves.size() / kPlySize);
    Position position = *start;
    for (std::size_t offset = 0; offset < moves.size(); offset += kPlySize) {
        const Move move = Move::from_bits(number_at<std::uint16_t>(moves, offset));
        if (!is_legal(position, move))
            return fail(GameFileError::illegal_move,
                        "move " + std::to_string(offset / kPlySize + 1) + " of a game is illegal");
        const auto score = static_cast<std::int16_t>(number_at<std::uint16_t>(moves, offset + 2));
        game.moves.push_back({move, score});
        position = position.after(move);
    }
    return game;
}

}  // namespace castellan::training
