#include "store/data_folder.h"

#include <cstdlib>
#include <filesystem>

namespace castellan {
namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string{value};
}

}  // namespace

std::string data_folder() {
    std::string folder = variable("CASTELLAN_DATA");
    if (folder.empty()) {
        std::string data = variable("XDG_DATA_HOME");
        // The specification wants relative paths to be ignored.
        if (!data.starts_with('/')) data = variable("HOME") + "/.local/share";
        folder = data + "/castellan";
    }
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    return folder;
}

std::string games_file() { return data_folder() + "/games.db"; }

}  // namespace castellan
