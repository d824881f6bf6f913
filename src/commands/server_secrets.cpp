#include "commands/server_secrets.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/secret.h"
#include "base/text.h"

namespace castellan {
namespace {

constexpr std::size_t kShortest = 16;  // that cannot be guessed

bool can_stand_in_address(std::string_view secret) {
    return std::ranges::all_of(secret, [](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' || c == '_';
    });
}

std::string take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line{trim(text.substr(0, end))};
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

}  // namespace

Result<ServerSecrets, FileError> read_server_secrets(const std::string& path) {
    ServerSecrets secrets{make_secret(), make_secret()};
    if (access(path.c_str(), F_OK) != 0) {
        if (const auto written = write_server_secrets(path, secrets); !written)
            return tl::unexpected(written.error());
        return secrets;
    }
    const auto text = read_whole_file(path);
    if (!text) return tl::unexpected(text.error());
    std::string_view rest = *text;
    for (std::string* const secret : {&secrets.invitation, &secrets.host}) {
        const std::string line = take_line(rest);
        if (line.empty()) continue;
        if (line.size() < kShortest || !can_stand_in_address(line))
            return fail(FileError::cannot_read,
                        path + ": a secret has at least 16 letters, digits, - or _");
        *secret = line;
    }
    return secrets;
}

Result<void, FileError> write_server_secrets(const std::string& path,
                                             const ServerSecrets& secrets) {
    const std::string text = secrets.invitation + '\n' + secrets.host + '\n';
    const std::string fresh = path + ".new";
    const auto failed = [&] {
        return fail(FileError::cannot_write,
                    "cannot write " + path + ": " + std::generic_category().message(errno));
    };
    (void)unlink(fresh.c_str());
    const int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return failed();
    const bool is_written =
        write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        fsync(file) == 0;
    close(file);
    if (!is_written || std::rename(fresh.c_str(), path.c_str()) != 0) return failed();
    return {};
}

}  // namespace castellan
