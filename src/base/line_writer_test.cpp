#include "base/line_writer.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include "base/stopwatch.h"

namespace castellan {
namespace {

class Pipe {
  public:
    Pipe() { EXPECT_EQ(pipe(ends_), 0); }
    ~Pipe() {
        close_reader();
        close(ends_[1]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int writer() const { return ends_[1]; }
    void close_reader() {
        if (ends_[0] >= 0) close(ends_[0]);
        ends_[0] = -1;
    }
    std::string read_bytes(std::size_t count) const {
        std::string text(count, ' ');
        std::size_t got = 0;
        while (got < count) {
            const ssize_t length = read(ends_[0], text.data() + got, count - got);
            if (length <= 0) break;
            got += static_cast<std::size_t>(length);
        }
        text.resize(got);
        return text;
    }

  private:
    int ends_[2] = {-1, -1};
};

TEST(LineWriter, WritesLinesInOrderEvenIfTheReaderIsSlow) {
    const Pipe pipe;
    std::string expected;
    LineWriter writer{pipe.writer(), [] {}};
    for (int i = 0; i < 20'000; ++i) {  // more than a pipe holds
        const std::string line = "line " + std::to_string(i);
        writer.write(line);
        expected += line + '\n';
    }
    const std::string long_line(100'000, 'x');
    writer.write(long_line);
    expected += long_line + '\n';
    EXPECT_EQ(pipe.read_bytes(expected.size()), expected);
}

TEST(LineWriter, AReaderThatNeverReadsHoldsNobodyUp) {
    const Pipe pipe;
    const Stopwatch watch;
    {
        LineWriter writer{pipe.writer(), [] {}};
        for (int i = 0; i < 20'000; ++i) writer.write("a line that nobody takes");
    }
    EXPECT_LT(watch.seconds(), 1.0);
}

TEST(LineWriter, SaysWhenNobodyCanRead) {
    std::signal(SIGPIPE, SIG_IGN);
    Pipe pipe;
    pipe.close_reader();
    bool is_broken = false;
    LineWriter writer{pipe.writer(), [&] { is_broken = true; }};
    writer.write("hello");
    EXPECT_TRUE(is_broken);
}

}  // namespace
}  // namespace castellan
