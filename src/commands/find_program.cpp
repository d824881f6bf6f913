#include "commands/find_program.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace castellan {
namespace {

/// 0, or why this is no program.
int error_of_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return EISDIR;
    return access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

bool is_on_path(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders{path == nullptr ? "/usr/bin:/bin" : path};
    for (std::string folder; std::getline(folders, folder, ':');)
        if (error_of_file(std::filesystem::path{folder.empty() ? "." : folder} / name) == 0)
            return true;
    return false;
}

}  // namespace

std::string program_problem(const std::string& command, const std::string& directory) {
    if (command.find('/') == std::string::npos)
        return is_on_path(command) ? "" : "cannot start " + command + ": no such program on PATH";
    const int error = error_of_file(std::filesystem::path{directory} / command);
    return error == 0 ? "" : "cannot start " + command + ": " + std::strerror(error);
}

}  // namespace castellan
