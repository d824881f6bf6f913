#include "commands/input_file.h"

#include <cerrno>
#include <cstring>

namespace castellan {
namespace {

constexpr std::size_t kLongestLine = 64 * 1024;

}  // namespace

Result<InputFile, InputError> InputFile::open(const std::string& path) {
    if (path == "-") return InputFile{stdin};
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr)
        return fail(InputError::cannot_open, "cannot open " + path + ": " + std::strerror(errno));
    return InputFile{file};
}

ByteSource InputFile::bytes() {
    return [file = file_.get()](char* buffer, std::size_t capacity) {
        return std::fread(buffer, 1, capacity, file);
    };
}

bool InputFile::next_line(std::string& line) {
    line.clear();
    int c = std::getc(file_.get());
    if (c == EOF) return false;
    for (; c != EOF && c != '\n'; c = std::getc(file_.get()))
        if (line.size() < kLongestLine) line += static_cast<char>(c);
    return true;
}

void print_problem(std::FILE* out, const std::string& path, const PgnProblem& problem) {
    std::fprintf(out, "%s:%llu:%llu: %s", path.c_str(),
                 static_cast<unsigned long long>(problem.line),
                 static_cast<unsigned long long>(problem.column), problem.message.c_str());
    if (!problem.token.empty()) std::fprintf(out, " (at '%s')", problem.token.c_str());
    std::fputc('\n', out);
}

}  // namespace castellan
