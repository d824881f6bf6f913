// Where games and settings are kept.
#pragma once

#include <string>

namespace castellan {

/// $CASTELLAN_DATA, or castellan/ in the XDG data folder; made if it is not there. Whether it can
/// be written to shows when something is.
std::string data_folder();
/// The store of games, there.
std::string games_file();

}  // namespace castellan
