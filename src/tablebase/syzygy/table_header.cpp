#include "tablebase/syzygy/table_header.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "chess/piece.h"

namespace castellan {
namespace {

constexpr std::size_t kMagicSize = 4;
// Flags behind the magic.
constexpr unsigned kTwoSides = 1;
constexpr unsigned kPawns = 2;
// Flag of one packed part: every position in it has the same value.
constexpr unsigned kOneValue = 0x80;
constexpr unsigned kLongestCode = 32;
constexpr unsigned kLargestBlock = 20;  // as a power of two
constexpr unsigned kLargestSpan = 40;
constexpr unsigned kLeaf = 0xFFF;

/// Reads on from the front; once the end is passed, everything is 0 and the reader has failed.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_{bytes} {}

    unsigned byte() {
        if (at_ >= bytes_.size()) {
            has_failed_ = true;
            return 0;
        }
        return static_cast<unsigned char>(bytes_[at_++]);
    }
    unsigned word() {
        const unsigned low = byte();
        return low | byte() << 8;
    }
    void skip(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) byte();
    }
    void align() { skip(at_ & 1); }
    bool has_failed() const { return has_failed_; }

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool has_failed_ = false;
};

/// Each symbol stands for a value or for two others; following them must come to an end.
class SymbolTree {
  public:
    SymbolTree(Reader& reader, std::size_t size) {
        for (std::size_t i = 0; i < size && !reader.has_failed(); ++i) {
            const unsigned low = reader.byte();
            const unsigned middle = reader.byte();
            const unsigned high = reader.byte();
            symbols_.push_back({low | (middle & 0xF) << 8, middle >> 4 | high << 4, State::unseen});
        }
    }
    bool is_sound() {
        for (std::size_t i = 0; i < symbols_.size(); ++i)
            if (!ends(i)) return false;
        return true;
    }

  private:
    enum class State { unseen, open, sound };
    struct Symbol {
        std::size_t left;
        std::size_t right;
        State state;
    };

    bool ends(std::size_t index) {
        if (index >= symbols_.size() || symbols_[index].state == State::open) return false;
        Symbol& symbol = symbols_[index];
        if (symbol.state == State::sound) return true;
        symbol.state = State::open;
        if (symbol.right != kLeaf && !(ends(symbol.left) && ends(symbol.right))) return false;
        symbol.state = State::sound;
        return true;
    }

    std::vector<Symbol> symbols_;
};

struct Material {
    explicit Material(std::string_view name)
        : strong{name.substr(0, name.find('v'))}, weak{name.substr(name.find('v') + 1)} {}

    std::size_t pieces() const { return strong.size() + weak.size(); }
    bool has_pawns() const { return (strong + weak).find('P') != std::string::npos; }
    bool is_symmetric() const { return strong == weak; }
    bool both_have_pawns() const { return strong.ends_with('P') && weak.ends_with('P'); }
    /// The pieces by the numbers that tables give them, in ascending order.
    std::vector<unsigned> codes() const {
        std::vector<unsigned> codes;
        for (const char letter : strong) codes.push_back(code(letter));
        for (const char letter : weak) codes.push_back(code(letter) + 8);
        std::ranges::sort(codes);
        return codes;
    }
    static unsigned code(char letter) {
        return static_cast<unsigned>(index_of(type_of(piece_from_letter(letter)))) + 1;
    }

    std::string strong;
    std::string weak;
};

/// In which order the pieces are numbered, one half byte for each side to move.
bool has_sound_order(Reader& reader, const Material& material, int sides) {
    const std::size_t order_bytes = material.both_have_pawns() ? 2 : 1;
    for (std::size_t i = 0; i < order_bytes; ++i) {
        const unsigned order = reader.byte();
        for (int side = 0; side < sides; ++side) {
            const unsigned place = order >> (4 * side) & 0xF;
            // 15: there is no second group of pawns to place.
            if (place >= material.pieces() && place != 0xF) return false;
        }
    }
    std::vector<unsigned> pieces[2];
    for (std::size_t i = 0; i < material.pieces(); ++i) {
        const unsigned pair = reader.byte();
        pieces[0].push_back(pair & 0xF);
        pieces[1].push_back(pair >> 4);
    }
    for (int side = 0; side < sides; ++side) {
        std::ranges::sort(pieces[side]);
        if (pieces[side] != material.codes()) return false;
    }
    return true;
}

bool has_sound_packing(Reader& reader) {
    const unsigned flags = reader.byte();
    if ((flags & kOneValue) != 0) {
        reader.byte();
        return true;
    }
    const unsigned block = reader.byte();
    const unsigned span = reader.byte();
    reader.skip(5);  // how many blocks there are
    const unsigned longest = reader.byte();
    const unsigned shortest = reader.byte();
    if (block > kLargestBlock || span > kLargestSpan || shortest < 1 || shortest > longest ||
        longest > kLongestCode)
        return false;
    reader.skip(std::size_t{2} * (longest - shortest + 1));
    const unsigned symbols = reader.word();
    if (symbols == 0 || symbols > kLeaf) return false;
    SymbolTree tree{reader, symbols};
    reader.skip(symbols & 1);
    return !reader.has_failed() && tree.is_sound();
}

}  // namespace

bool is_sound_head(std::string_view bytes, std::string_view name, bool has_distances) {
    const Material material{name};
    Reader reader{bytes};
    reader.skip(kMagicSize);
    const unsigned expected =
        (material.is_symmetric() ? 0 : kTwoSides) | (material.has_pawns() ? kPawns : 0);
    if ((reader.byte() & (kTwoSides | kPawns)) != expected) return false;

    const int sides = material.is_symmetric() || has_distances ? 1 : 2;
    const int parts = material.has_pawns() ? 4 : 1;  // by the file of the leading pawn
    for (int part = 0; part < parts; ++part)
        if (!has_sound_order(reader, material, sides)) return false;
    reader.align();
    for (int i = 0; i < parts * sides; ++i)
        if (!has_sound_packing(reader)) return false;
    return !reader.has_failed();
}

}  // namespace castellan
