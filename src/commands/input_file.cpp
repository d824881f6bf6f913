#include "commands/input_file.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace castellan {
namespace {

constexpr std::size_t kLongestLine = 64 * 1024;
constexpr int kGlanceMilliseconds = 50;  // how soon a request to stop is noticed

}  // namespace

Result<InputFile, InputError> InputFile::open(const std::string& path) {
    if (path == "-") return InputFile{stdin};
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr)
        return fail(InputError::cannot_open, "cannot open " + path + ": " + std::strerror(errno));
    return InputFile{file};
}

ByteSource InputFile::bytes(std::stop_token stop) {
    return [file = file_.get(), stop = std::move(stop)](char* buffer,
                                                        std::size_t capacity) -> std::size_t {
        pollfd source{fileno(file), POLLIN, 0};
        do {
            if (stop.stop_requested()) return 0;
        } while (poll(&source, 1, kGlanceMilliseconds) == 0);
        ssize_t count = 0;
        do count = read(source.fd, buffer, capacity);
        while (count < 0 && errno == EINTR);
        // What could not be read is remembered by the file.
        return count < 0 ? std::fread(buffer, 1, capacity, file) : static_cast<std::size_t>(count);
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
