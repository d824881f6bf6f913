// ProgressLine: how far something has come, on standard error.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "base/stopwatch.h"

namespace castellan {

/// On a terminal one line that is written over; elsewhere a line of its own now and then.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether enough time has passed since the last line that it is worth making a new one.
    bool is_due() const;
    void show(const std::string& text);
    /// A line that stays, above the one that is written over.
    void print(const std::string& text);
    /// Takes the line away that would be written over.
    void erase();
    bool is_on_terminal() const { return is_terminal_; }
    double seconds() const { return watch_.seconds(); }

  private:
    bool is_terminal_;
    bool is_open_ = false;  // a line without its end stands on the terminal
    double shown_at_ = 0;
    Stopwatch watch_;
};

/// Shows what `text` makes of the seconds that have passed as often as that is worth it, from a
/// thread of its own, and takes it away in the end.
class ProgressTicker {
  public:
    explicit ProgressTicker(std::function<std::string(double seconds)> text);
    ~ProgressTicker();
    ProgressTicker(const ProgressTicker&) = delete;
    ProgressTicker& operator=(const ProgressTicker&) = delete;

  private:
    ProgressLine line_;
    std::jthread thread_;
};

/// "2:05", "1:02:05".
std::string duration_text(double seconds);

}  // namespace castellan
