// PolyglotBook: opening moves with weights, in the file format that most chess programs share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "chess/position.h"

namespace castellan {

enum class BookError {
    cannot_open,
    cannot_read,
    cannot_write,
    too_large,
    no_entries,
};

struct BookMove {
    Move move;
    int weight;  // 0: known, but never played
};

/// Sixteen bytes of a book.
struct PolyglotEntry {
    Key key;
    std::uint16_t move;
    std::uint16_t weight;
    std::uint32_t learn;

    friend bool operator==(const PolyglotEntry&, const PolyglotEntry&) = default;
};

class PolyglotBook {
  public:
    /// Reads the whole file. What can be put right is, and note() tells of it.
    static Result<PolyglotBook, BookError> open(const std::string& path);
    static Result<PolyglotBook, BookError> from_bytes(std::string_view bytes);

    const std::vector<PolyglotEntry>& entries() const { return entries_; }
    /// What was odd about the file; mostly empty.
    const std::string& note() const { return note_; }

    /// The legal moves the book knows here, heaviest first.
    std::vector<BookMove> moves(const Position& position) const;

  private:
    PolyglotBook() = default;

    std::vector<PolyglotEntry> entries_;  // by key
    std::string note_;
};

/// One of the moves, each as often as its weight says; nothing if no move has any.
std::optional<Move> choose(const std::vector<BookMove>& moves, Random& random);

/// A legal move as an entry for the position it is played in.
PolyglotEntry polyglot_entry(const Position& position, Move move, std::uint16_t weight);
/// A book's bytes, in the order that the format asks for.
std::string to_polyglot(std::vector<PolyglotEntry> entries);
/// How many entries were written.
Result<std::size_t, BookError> write_polyglot(const std::string& path,
                                              std::vector<PolyglotEntry> entries);

}  // namespace castellan
