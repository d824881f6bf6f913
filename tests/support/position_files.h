// Positions for whole-program tests: our own, and those of the shared data where it is present.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/text.h"

namespace castellan {

inline std::filesystem::path shared_perft_folder() {
    return std::filesystem::path{CASTELLAN_SHARED_DATA} / "perft";
}
inline std::filesystem::path own_perft_file() {
    return std::filesystem::path{CASTELLAN_SOURCE_DIR} / "tests/data/well_known.perft";
}

struct PerftCase {
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> counts;  // depth, nodes
};

/// Lines such as "FEN ;D1 20 ;D2 400", or blocks of "epd FEN" and "perft DEPTH COUNT" lines.
inline std::vector<PerftCase> read_perft_file(const std::filesystem::path& path) {
    std::vector<PerftCase> cases;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) {
        std::string_view rest = trim(line);
        if (rest.starts_with('#')) continue;
        const auto semicolon = rest.find(';');
        if (semicolon != std::string_view::npos) {
            cases.push_back({std::string{trim(rest.substr(0, semicolon))}, {}});
            rest = rest.substr(semicolon);
            while (!rest.empty()) {
                const std::string_view depth = take_word(rest);  // ";D1"
                const std::string_view nodes = take_word(rest);
                cases.back().counts.emplace_back(parse_number<int>(depth.substr(2)).value(),
                                                 parse_number<std::uint64_t>(nodes).value());
            }
            continue;
        }
        const std::string_view word = take_word(rest);
        if (word == "epd") {
            cases.push_back({std::string{trim(rest)}, {}});
        } else if (word == "perft") {
            const std::string_view depth = take_word(rest);
            const std::string_view nodes = take_word(rest);
            cases.back().counts.emplace_back(parse_number<int>(depth).value(),
                                             parse_number<std::uint64_t>(nodes).value());
        }
    }
    return cases;
}

}  // namespace castellan
