// The files of a tablebase: which there are, and whether they can be what they say they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tablebase/tablebase.h"

namespace castellan {

struct TableFile {
    std::string path;
    std::string material;  // "KQvKR": the stronger side first
    bool has_distances;    // DTZ (.rtbz), else win, draw or loss (.rtbw)

    int pieces() const { return static_cast<int>(material.size()) - 1; }
};

/// "KRBvKQ" is a table's name, "KBRvKQ" and "KQvKRB" are not: a prober would never ask for them.
bool is_table_name(std::string_view material);

/// The list without its empty parts ("a::b:"), which crash the library.
std::string without_empty_folders(std::string_view folders);

/// Folders are separated by ':'; where two have the same table, the first counts. Looks at names,
/// kinds, sizes and heads only, which is quick even for a thousand tables.
Result<std::vector<TableFile>, TablebaseError> find_tables(std::string_view folders);

}  // namespace castellan
