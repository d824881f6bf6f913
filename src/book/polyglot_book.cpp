#include "book/polyglot_book.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/text.h"
#include "book/polyglot_key.h"
#include "chess/movegen.h"

namespace castellan {
namespace {

constexpr std::size_t kEntrySize = 16;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, Closer>;

/// Highest byte first.
template <typename Number>
Number read_number(std::string_view bytes) {
    Number value = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        value = static_cast<Number>(value << 8 | static_cast<unsigned char>(bytes[i]));
    return value;
}
template <typename Number>
void append_number(std::string& bytes, Number value) {
    for (std::size_t i = sizeof(Number); i-- > 0;)
        bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

PolyglotEntry read_entry(std::string_view bytes) {
    return {read_number<std::uint64_t>(bytes), read_number<std::uint16_t>(bytes.substr(8)),
            read_number<std::uint16_t>(bytes.substr(10)),
            read_number<std::uint32_t>(bytes.substr(12))};
}

/// From and to as we number squares; castling goes to the rook, as it does with us.
std::uint16_t polyglot_move(Move move) {
    const int promotion = move.is_promotion() ? index_of(move.promoted_to()) : 0;
    return static_cast<std::uint16_t>(index_of(move.to()) | index_of(move.from()) << 6 |
                                      promotion << 12);
}

}  // namespace

Result<PolyglotBook, BookError> PolyglotBook::open(const std::string& path) {
    const auto refuse = [&](BookError reason, std::string_view why) {
        return fail(reason, "cannot read the book " + path + ": " + std::string{why});
    };
    struct stat status {};
    // Opening a pipe would wait for somebody to write.
    if (stat(path.c_str(), &status) != 0)
        return refuse(BookError::cannot_open, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return refuse(BookError::cannot_open, "it is not a file");
    const OpenFile file{std::fopen(path.c_str(), "rb")};
    if (!file) return refuse(BookError::cannot_open, std::strerror(errno));

    std::string bytes;
    std::string block(1 << 16, '\0');
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
        bytes.append(block, 0, count);
        if (bytes.size() > kMostBytes) return refuse(BookError::too_large, "it is too large");
    }
    if (std::ferror(file.get()) != 0) return refuse(BookError::cannot_read, std::strerror(errno));
    auto book = from_bytes(bytes);
    if (!book) return refuse(book.error().reason, book.error().message);
    return book;
}

Result<PolyglotBook, BookError> PolyglotBook::from_bytes(std::string_view bytes) {
    PolyglotBook book;
    for (; bytes.size() >= kEntrySize; bytes.remove_prefix(kEntrySize))
        book.entries_.push_back(read_entry(bytes));
    if (book.entries_.empty()) return fail(BookError::no_entries, "it holds no moves");
    if (!bytes.empty())
        book.note_ = "the book was cut: its last " +
                     counted(static_cast<long long>(bytes.size()), "byte", "bytes") +
                     " are no entry";
    if (!std::ranges::is_sorted(book.entries_, {}, &PolyglotEntry::key)) {
        std::ranges::stable_sort(book.entries_, {}, &PolyglotEntry::key);
        book.note_ += book.note_.empty() ? "" : "; ";
        book.note_ += "the book was not in order, perhaps it is none";
    }
    return book;
}

std::vector<BookMove> PolyglotBook::moves(const Position& position) const {
    std::vector<BookMove> known;
    const MoveList legal = legal_moves(position);
    const Key key = polyglot_key(position);
    for (auto entry = std::ranges::lower_bound(entries_, key, {}, &PolyglotEntry::key);
         entry != entries_.end() && entry->key == key; ++entry) {
        // A castling move is the king's, so a rook or queen going from e1 to h1 is not taken for
        // one; the empty move is never legal.
        const auto move = std::ranges::find(legal, entry->move, polyglot_move);
        if (move != legal.end()) known.push_back({*move, entry->weight});
    }
    std::ranges::stable_sort(known, std::ranges::greater{}, &BookMove::weight);
    return known;
}

std::optional<Move> choose(const std::vector<BookMove>& moves, Random& random) {
    std::uint32_t total = 0;
    for (const BookMove& each : moves) total += static_cast<std::uint32_t>(each.weight);
    if (total == 0) return std::nullopt;
    auto left = static_cast<std::int64_t>(random.below(total));
    for (const BookMove& each : moves)
        if ((left -= each.weight) < 0) return each.move;
    return std::nullopt;
}

PolyglotEntry polyglot_entry(const Position& position, Move move, std::uint16_t weight) {
    return {polyglot_key(position), polyglot_move(move), weight, 0};
}

std::string to_polyglot(std::vector<PolyglotEntry> entries) {
    std::ranges::stable_sort(entries, [](const PolyglotEntry& a, const PolyglotEntry& b) {
        return a.key != b.key ? a.key < b.key : a.weight > b.weight;
    });
    std::string bytes;
    bytes.reserve(entries.size() * kEntrySize);
    for (const PolyglotEntry& entry : entries) {
        append_number(bytes, entry.key);
        append_number(bytes, entry.move);
        append_number(bytes, entry.weight);
        append_number(bytes, entry.learn);
    }
    return bytes;
}

Result<std::size_t, BookError> write_polyglot(const std::string& path,
                                              std::vector<PolyglotEntry> entries) {
    const std::size_t count = entries.size();
    const std::string bytes = to_polyglot(std::move(entries));
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    const bool is_open = file != nullptr;
    const bool is_complete =
        is_open && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    // What is still in the buffer may not fit on the disk.
    const bool is_closed = is_open && std::fclose(file) == 0;
    if (is_complete && is_closed) return count;
    return fail(BookError::cannot_write,
                "cannot write the book " + path + ": " + std::strerror(errno));
}

}  // namespace castellan
