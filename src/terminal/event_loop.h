// EventLoop: one thread that waits for lines from a person, for work that other threads post, and
// for a moment in time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "play/background_player.h"

namespace castellan {

class EventLoop {
  public:
    /// Reads lines from this file descriptor.
    explicit EventLoop(int input);

    /// For other threads; what comes after the loop is gone is dropped.
    Post poster() const;

    enum class Happening { line, input, posted, deadline, end_of_input };
    /// Posted work is done before this returns; a line is ready to be taken. The end of the input
    /// is told once.
    Happening wait(std::optional<SteadyTime> deadline);
    /// The same for who reads the input himself: a signal counts as input.
    Happening wait_for_input(std::optional<SteadyTime> deadline);
    std::string take_line();

  private:
    class Inbox;
    /// How poll() wants to know it; nothing if the moment has come.
    static std::optional<int> timeout_until(std::optional<SteadyTime> deadline);
    void read_more();
    bool has_line() const {
        return is_at_end_ ? !buffer_.empty() : buffer_.find('\n') != std::string::npos;
    }

    int input_;
    std::string buffer_;
    bool is_at_end_ = false;
    bool is_end_told_ = false;
    std::shared_ptr<Inbox> inbox_;
};

}  // namespace castellan
