// LineChannel: lines in and out through two file descriptors; nobody who writes ever waits.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace castellan {

/// The other end may read slowly, or not at all: what it has not taken yet is kept here and goes
/// out while we wait for its next line. So a search is never held up by a full pipe, and the end of
/// the input is always noticed.
class LineChannel {
  public:
    LineChannel(int input, int output);
    ~LineChannel();
    LineChannel(const LineChannel&) = delete;
    LineChannel& operator=(const LineChannel&) = delete;

    /// The next line without its end; nothing at the end of the input, after close(), or when
    /// nobody reads our output any more. From one thread.
    std::optional<std::string> read_line();

    /// From any thread; a line that fits in a pipe's page is written at once and in one piece.
    void write_line(std::string_view line);

    /// From any thread: read_line() gives nothing more.
    void close();

    /// Sends what is still kept; gives up when nothing could be sent for this long.
    void flush(std::chrono::milliseconds patience);

    /// The other end is gone, or has not read for too long.
    bool is_broken() const;

  private:
    std::optional<std::string> take_buffered_line();
    void wait_for_something();
    void read_some();
    void send_waiting();  // as much as goes without blocking; the mutex is held
    void break_off();     // the mutex is held
    void wake();

    int input_;
    int output_;
    int wake_up_;  // an eventfd that ends the waiting of read_line()

    std::string buffer_;        // read, but not yet taken as lines
    std::size_t scanned_ = 0;   // there is no line end before this
    bool is_overlong_ = false;  // the line being read is too long; its end is still to come
    bool is_at_end_ = false;

    mutable std::mutex mutex_;  // for what follows
    std::string waiting_;       // written, but not yet sent
    bool is_closed_ = false;
    bool is_broken_ = false;
};

}  // namespace castellan
