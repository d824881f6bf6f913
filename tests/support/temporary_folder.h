// TemporaryFolder: a folder of a test's own, gone after it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace castellan {

class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = std::filesystem::temp_directory_path() / "castellan-test-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error{"no temporary folder"};
        path_ = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& file) const { return path_ / file; }
    /// Gives the path of the file.
    std::string write(const std::string& file, const std::string& bytes) const {
        std::ofstream{path_ / file, std::ios::binary} << bytes;
        return path_ / file;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace castellan
