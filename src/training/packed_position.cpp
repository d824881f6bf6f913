#include "training/packed_position.h"

#include <algorithm>

#include "base/bytes.h"

namespace castellan::training {
namespace {

constexpr std::size_t kMenOffset = 8;
constexpr std::size_t kFlagsOffset = 24;
constexpr std::size_t kPassedOffset = 25;
constexpr std::size_t kClockOffset = 26;
constexpr std::size_t kNumberOffset = 28;
constexpr int kMostPieces = 32;

constexpr int kBlackToMove = 1;
constexpr int kChess960 = 2;
constexpr int kCastlingRook = index_of(PieceType::none);  // the code that no type uses

}  // namespace

PackedPosition pack(const Position& position) {
    const Setup setup = position.to_setup();
    Bytes bytes;
    append_number(bytes, position.pieces().bits());
    bytes.resize(kFlagsOffset);
    std::size_t index = 0;
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        const int type =
            setup.castling_rooks.has(square) ? kCastlingRook : index_of(type_of(piece));
        const int code = type | index_of(color_of(piece)) << 3;
        bytes[kMenOffset + index / 2] |= static_cast<std::uint8_t>(code << (index % 2 * 4));
        ++index;
    }
    const int flags =
        (setup.side_to_move == Color::black ? kBlackToMove : 0) | (setup.chess960 ? kChess960 : 0);
    append_number(bytes, static_cast<std::uint8_t>(flags));
    append_number(bytes, static_cast<std::uint8_t>(setup.en_passant));
    append_number(bytes, static_cast<std::uint16_t>(setup.halfmove_clock));
    append_number(bytes, static_cast<std::uint32_t>(setup.fullmove_number));

    PackedPosition packed{};
    std::ranges::copy(bytes, packed.begin());
    return packed;
}

std::optional<Position> unpack(const PackedPosition& packed) {
    const Bitboard occupied{number_at<std::uint64_t>(packed, 0)};
    const int passed = packed[kPassedOffset];
    const auto clock = number_at<std::uint16_t>(packed, kClockOffset);
    const auto number = number_at<std::uint32_t>(packed, kNumberOffset);
    if (occupied.count() > kMostPieces || passed > index_of(Square::none) ||
        clock > kMaxHalfmoveClock || number > kMaxFullmoveNumber)
        return std::nullopt;

    Setup setup;
    std::size_t index = 0;
    for (const Square square : occupied) {
        const int code = packed[kMenOffset + index / 2] >> (index % 2 * 4) & 15;
        const auto color = static_cast<Color>(code >> 3);
        const int type = code & 7;
        if (type > kCastlingRook) return std::nullopt;
        if (type == kCastlingRook) setup.castling_rooks |= square;
        setup.put(make_piece(color, type == kCastlingRook ? PieceType::rook
                                                          : static_cast<PieceType>(type)),
                  square);
        ++index;
    }
    setup.side_to_move = (packed[kFlagsOffset] & kBlackToMove) != 0 ? Color::black : Color::white;
    setup.chess960 = (packed[kFlagsOffset] & kChess960) != 0;
    setup.en_passant = static_cast<Square>(passed);
    setup.halfmove_clock = clock;
    setup.fullmove_number = static_cast<int>(number);
    const auto position = Position::from(setup);
    if (!position) return std::nullopt;
    return *position;
}

}  // namespace castellan::training
