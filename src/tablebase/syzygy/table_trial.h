// The trial of tables before they are used. The library that reads them trusts every byte: a
// damaged table makes it crash, loop, fail an assertion, end the program or answer nonsense. So a
// child process, which may come to grief, reads a few positions of each table first.
#pragma once

#include <string>
#include <vector>

#include "tablebase/syzygy/table_files.h"

namespace castellan {

/// What is wrong with these tables, in words; empty if nothing was found.
std::string find_damage(const std::string& folders, const std::vector<TableFile>& tables);

/// Has the library open every table: it does so at the first use, without a lock, which is too late
/// once several threads are searching.
void open_tables(const std::vector<TableFile>& tables);

}  // namespace castellan
