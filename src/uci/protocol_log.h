// ProtocolLog: every line of a conversation with its time, in a file, to find out what went wrong.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace castellan {

enum class LogError { cannot_open };

class ProtocolLog {
  public:
    ProtocolLog() = default;
    ~ProtocolLog() { close(); }
    ProtocolLog(const ProtocolLog&) = delete;
    ProtocolLog& operator=(const ProtocolLog&) = delete;

    /// Goes on at the end of a file that is there already; nothing changes if it cannot be opened.
    Result<void, LogError> open(const std::string& path);
    void close();

    void received(std::string_view line) { note('>', line); }
    void sent(std::string_view line) { note('<', line); }

  private:
    void note(char direction, std::string_view line);

    int descriptor_ = -1;
};

}  // namespace castellan
