#include "tablebase/syzygy/table_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "tablebase/syzygy/table_header.h"

namespace castellan {
namespace {

namespace fs = std::filesystem;

constexpr int kMostPieces = 7;
constexpr std::string_view kPieceOrder = "QRBNP";
constexpr std::string_view kWdlMagic = "\x71\xE8\x23\x5D";
constexpr std::string_view kDtzMagic = "\xD7\x66\x0C\xA5";

/// Cuts the first folder off the list.
std::string_view take_folder(std::string_view& folders) {
    const auto end = folders.find(':');
    const std::string_view folder = folders.substr(0, end);
    folders = end == std::string_view::npos ? std::string_view{} : folders.substr(end + 1);
    return folder;
}

bool is_side(std::string_view side) {
    return side.starts_with('K') && side.find_first_not_of(kPieceOrder, 1) == std::string::npos &&
           std::ranges::is_sorted(side.substr(1), {}, [](char c) { return kPieceOrder.find(c); });
}

std::optional<TableFile> as_table(const fs::path& path) {
    const std::string extension = path.extension();
    const std::string material = path.stem();
    if ((extension != ".rtbw" && extension != ".rtbz") || !is_table_name(material))
        return std::nullopt;
    return TableFile{path, material, extension == ".rtbz"};
}

/// Why the file cannot be a table; empty if it can.
std::string_view problem_of(const TableFile& table) {
    std::error_code error;
    // Opening a pipe would wait forever.
    if (!fs::is_regular_file(table.path, error)) return "it is not a file";
    // Blocks of 64 bytes, and a checksum of 16 at the end.
    const auto size = fs::file_size(table.path, error);
    if (error || size < 80 || size % 64 != 16) return "it is incomplete";
    std::ifstream file{table.path, std::ios::binary};
    std::string head(std::min<std::size_t>(size, kLongestTableHead), '\0');
    if (!file.read(head.data(), static_cast<std::streamsize>(head.size())))
        return "it cannot be read";
    if (!head.starts_with(table.has_distances ? kDtzMagic : kWdlMagic))
        return "it is no Syzygy table";
    if (!is_sound_head(head, table.material, table.has_distances)) return "its head makes no sense";
    return {};
}

}  // namespace

bool is_table_name(std::string_view material) {
    const auto middle = material.find('v');
    if (middle == std::string_view::npos) return false;
    const std::string_view strong = material.substr(0, middle);
    const std::string_view weak = material.substr(middle + 1);
    if (!is_side(strong) || !is_side(weak)) return false;
    const std::size_t pieces = strong.size() + weak.size();
    if (pieces < 3 || pieces > kMostPieces || strong.size() < weak.size()) return false;
    return strong.size() > weak.size() ||
           !std::ranges::lexicographical_compare(weak, strong, [](char a, char b) {
               return kPieceOrder.find(a) < kPieceOrder.find(b);
           });
}

std::string without_empty_folders(std::string_view folders) {
    std::string list;
    while (!folders.empty()) {
        const std::string_view folder = take_folder(folders);
        if (!folder.empty() && !list.empty()) list += ':';
        list += folder;
    }
    return list;
}

Result<std::vector<TableFile>, TablebaseError> find_tables(std::string_view folders) {
    std::map<std::string, TableFile> found;
    while (!folders.empty()) {
        const std::string folder{take_folder(folders)};
        if (folder.empty()) continue;
        std::error_code error;
        for (fs::directory_iterator entry{folder, error};
             !error && entry != fs::directory_iterator{}; entry.increment(error))
            if (auto table = as_table(entry->path()))
                found.emplace(entry->path().filename(), std::move(*table));
        if (error)
            return fail(TablebaseError::no_folder,
                        "cannot read the folder " + folder + ": " + error.message());
    }

    std::vector<TableFile> tables;
    for (auto& [name, table] : found) {
        if (const std::string_view problem = problem_of(table); !problem.empty())
            return fail(TablebaseError::damaged,
                        table.path + " is damaged: " + std::string{problem});
        tables.push_back(std::move(table));
    }
    if (std::ranges::all_of(tables, &TableFile::has_distances))
        return fail(TablebaseError::no_tables, "there are no Syzygy tables (*.rtbw) there");
    // Small ones first: a bad table is then found before another one that refers to it.
    std::ranges::stable_sort(tables, {}, &TableFile::pieces);
    return tables;
}

}  // namespace castellan
