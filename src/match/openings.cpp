#include "match/openings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/random.h"
#include "base/text.h"
#include "chess/chess960.h"
#include "chess/epd.h"
#include "chess/pgn/pgn_reader.h"

namespace castellan {
namespace {

using OpeningList = Result<std::vector<Opening>, OpeningError>;

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

OpeningList read_file(const OpeningSettings& settings) {
    std::ifstream file{settings.path, std::ios::binary};
    if (!file)
        return fail(OpeningError::cannot_open,
                    "cannot open " + settings.path + ": " + std::strerror(errno));
    switch (settings.format) {
        case OpeningFormat::epd:
            return read_epd(file, settings.path);
        case OpeningFormat::pgn:
            return read_pgn(file, settings.path, settings.plies);
        case OpeningFormat::polyglot:
            break;
    }
    return fail(OpeningError::not_supported, "openings from Polyglot books are not read yet");
}

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
    Random random{seed};
    for (std::size_t left = openings.size(); left > 1; --left)
        std::swap(openings[left - 1], openings[random.below(static_cast<std::uint32_t>(left))]);
}

std::vector<Opening> plain_starts(bool chess960) {
    if (!chess960) return {Opening{Position{}, {}}};
    std::vector<Opening> starts;
    for (int number = 0; number < kChess960Count; ++number)
        starts.push_back({chess960_start(number), {}});
    return starts;
}

}  // namespace

Result<Openings, OpeningError> Openings::load(const OpeningSettings& settings, bool chess960,
                                              std::uint64_t seed) {
    Openings loaded;
    if (settings.path.empty()) {
        loaded.openings_ = plain_starts(chess960);
    } else {
        auto read = read_file(settings);
        if (!read) return tl::unexpected(read.error());
        if (read->empty())
            return fail(OpeningError::nothing_found, "no opening in " + settings.path);
        loaded.openings_ = std::move(*read);
    }
    auto& openings = loaded.openings_;
    if (chess960)
        for (Opening& opening : openings) opening.start.set_chess960(true);
    const auto skipped = static_cast<std::size_t>(settings.start - 1) % openings.size();
    std::ranges::rotate(openings, openings.begin() + static_cast<std::ptrdiff_t>(skipped));
    const bool is_random =
        settings.order == OpeningOrder::random || (settings.path.empty() && chess960);
    if (is_random) shuffle(openings, seed);
    return loaded;
}

}  // namespace castellan
