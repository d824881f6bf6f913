// InputFile: a file, or standard input under the name "-", as bytes or as lines.
#pragma once

#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "chess/pgn/pgn_game.h"
#include "chess/pgn/pgn_lexer.h"

namespace castellan {

enum class InputError { cannot_open };

class InputFile {
  public:
    static Result<InputFile, InputError> open(const std::string& path);

    /// Reads on from here, and ends if it is asked to stop; the file must outlive the source.
    ByteSource bytes(std::stop_token stop = {});

    /// The next line without its end; false at the end of the file. A line that is longer than any
    /// position needs is cut, and the rest of it dropped.
    bool next_line(std::string& line);

    /// Whether reading stopped because of an error, not at the end.
    bool has_failed() const { return std::ferror(file_.get()) != 0; }

  private:
    struct Closer {
        void operator()(std::FILE* file) const {
            if (file != stdin) std::fclose(file);
        }
    };
    explicit InputFile(std::FILE* file) : file_{file} {}

    std::unique_ptr<std::FILE, Closer> file_;
};

/// One line, as compilers do it: file, line, column, what is wrong.
void print_problem(std::FILE* out, const std::string& path, const PgnProblem& problem);

}  // namespace castellan
