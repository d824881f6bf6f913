#include "match/openings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include "base/random.h"
#include "base/text.h"
#include "book/polyglot_book.h"
#include "chess/chess960.h"
#include "chess/notation/epd.h"
#include "chess/pgn/pgn_reader.h"

namespace castellan {
namespace {

using OpeningList = Result<std::vector<Opening>, OpeningError>;

std::vector<Opening> plain_starts(bool chess960) {
    if (!chess960) return {Opening{Position{}, {}}};
    std::vector<Opening> starts;
    for (int number = 0; number < kChess960Count; ++number)
        starts.push_back({chess960_start(number), {}});
    return starts;
}

OpeningList read_epd(std::istream& file, const std::string& path) {
    std::vector<Opening> openings;
    long long number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        const std::string_view text = trim(line);
        if (text.empty() || text.starts_with('#')) continue;
        const auto record = parse_epd(text);
        if (!record)
            return fail(OpeningError::bad_line,
                        path + ":" + std::to_string(number) + ": " + record.error().message);
        openings.push_back({record->position, {}});
    }
    return openings;
}

OpeningList read_pgn(std::istream& file, const std::string& path, int plies) {
    std::vector<Opening> openings;
    PgnReader reader{[&](char* buffer, std::size_t capacity) {
                         file.read(buffer, static_cast<std::streamsize>(capacity));
                         return static_cast<std::size_t>(file.gcount());
                     },
                     PgnDetail::main_line};
    while (const auto game = reader.next()) {
        Opening opening{game->start, game->main_line()};
        const bool is_cut = plies > 0 && opening.moves.size() > static_cast<std::size_t>(plies);
        if (is_cut) opening.moves.resize(static_cast<std::size_t>(plies));
        // Opening collections often lack results; only what spoils the moves matters here.
        for (const PgnProblem& problem : game->problems)
            if (!is_cut && (problem.reason == PgnError::illegal_move ||
                            problem.reason == PgnError::ambiguous_move ||
                            problem.reason == PgnError::bad_start_position))
                return fail(OpeningError::bad_game,
                            path + ":" + std::to_string(problem.line) + ": " + problem.message);
        openings.push_back(std::move(opening));
    }
    return openings;
}

/// Lines that the book's weights lead to, each once. A book has more of them than anybody plays, so
/// enough is enough, and so is finding nothing new for a while.
OpeningList read_polyglot(const OpeningSettings& settings, bool chess960, std::uint64_t seed) {
    constexpr std::size_t kMostLines = 10'000;
    constexpr int kMostRepeats = 1'000;
    constexpr int kUsualPlies = 16;
    const auto book = PolyglotBook::open(settings.path);
    if (!book) return fail(OpeningError::cannot_open, book.error().message);
    const auto plies = static_cast<std::size_t>(settings.plies > 0 ? settings.plies : kUsualPlies);
    const std::vector<Opening> starts = plain_starts(chess960);
    std::vector<Opening> openings;
    std::set<Key> reached;
    Random random{seed};
    for (int repeats = 0; repeats < kMostRepeats && openings.size() < kMostLines; ++repeats) {
        Opening opening = starts[random.below(static_cast<std::uint32_t>(starts.size()))];
        Position position = opening.start;
        while (opening.moves.size() < plies) {
            const auto move = choose(book->moves(position), random);
            if (!move) break;
            opening.moves.push_back(*move);
            position = position.after(*move);
        }
        if (opening.moves.empty() || !reached.insert(position.key()).second) continue;
        openings.push_back(std::move(opening));
        repeats = 0;
    }
    return openings;
}

OpeningList read_file(const OpeningSettings& settings, bool chess960, std::uint64_t seed) {
    if (settings.format == OpeningFormat::polyglot) return read_polyglot(settings, chess960, seed);
    std::ifstream file{settings.path, std::ios::binary};
    if (!file)
        return fail(OpeningError::cannot_open,
                    "cannot open " + settings.path + ": " + std::strerror(errno));
    return settings.format == OpeningFormat::pgn ? read_pgn(file, settings.path, settings.plies)
                                                 : read_epd(file, settings.path);
}

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
    Random random{seed};
    for (std::size_t left = openings.size(); left > 1; --left)
        std::swap(openings[left - 1], openings[random.below(static_cast<std::uint32_t>(left))]);
}

}  // namespace

Result<Openings, OpeningError> Openings::load(const OpeningSettings& settings, bool chess960,
                                              std::uint64_t seed) {
    Openings loaded;
    if (settings.path.empty()) {
        loaded.openings_ = plain_starts(chess960);
    } else {
        auto read = read_file(settings, chess960, seed);
        if (!read) return tl::unexpected(read.error());
        if (read->empty())
            return fail(OpeningError::nothing_found, "no opening in " + settings.path);
        loaded.openings_ = std::move(*read);
    }
    auto& openings = loaded.openings_;
    if (chess960)
        for (Opening& opening : openings) opening.start.set_chess960(true);
    const auto skipped = static_cast<std::size_t>(settings.start - 1) % openings.size();
    std::rotate(openings.begin(), openings.begin() + static_cast<std::ptrdiff_t>(skipped),
                openings.end());
    const bool is_random =
        settings.order == OpeningOrder::random || (settings.path.empty() && chess960);
    if (is_random) shuffle(openings, seed);
    return loaded;
}

}  // namespace castellan
