// PgnLexer: PGN text from any source, cut into tokens; memory stays bounded however long the text.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace castellan {

/// Fills a buffer and says with how many bytes; 0 at the end.
using ByteSource = std::function<std::size_t(char* buffer, std::size_t capacity)>;

enum class PgnTokenKind {
    end,
    bracket,  // '[': not yet taken; the reader looks at the line and advances
    comment,
    nag,  // "$14"; the text is "14"
    open_variation,
    close_variation,
    symbol,  // move, move number, result, glyph
};

struct PgnToken {
    PgnTokenKind kind;
    std::string_view text;  // valid until the next call
    std::uint64_t line;
    std::uint64_t column;
    bool starts_line = false;  // nothing but blanks before it
    bool follows_empty_line = false;
    bool is_complete = true;  // false: the file ended, or the text was cut at its limit
};

/// How much of the text is wanted; less is faster.
enum class PgnSkim {
    nothing,
    comments,  // they come without their text
    moves,     // of the symbols, only those come that may be a result; comments as above
};

class PgnLexer {
  public:
    explicit PgnLexer(ByteSource source);

    PgnToken next(PgnSkim skim = PgnSkim::nothing);

    /// The text ahead up to the end of this line, or of as many lines as asked for; cut at a
    /// length that no tag needs. Nothing is taken.
    std::string_view lines_ahead(int count);
    /// Takes characters that lines_ahead() has shown.
    void advance(std::size_t length);
    void skip_rest_of_line();

  private:
    int peek() { return at_ < end_ || refill() ? static_cast<unsigned char>(buffer_[at_]) : kEnd; }
    int peek_after(std::size_t ahead);
    /// Takes a character; CR, CRLF and CRCRLF all come out as one '\n'.
    int get();
    int get_line_end();
    bool refill();
    void append(std::size_t limit, int c);

    void skip_blanks(PgnToken& token);
    void read_brace_comment(PgnToken& token, bool keep);
    void read_line_comment(PgnToken& token, bool keep);
    std::string_view read_symbol();
    bool skip_moves();
    bool at_parenthesised_promotion(int previous, std::size_t ahead);

    static constexpr int kEnd = -1;

    ByteSource source_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::uint64_t consumed_ = 0;  // bytes that have left the buffer
    std::uint64_t line_ = 1;
    std::uint64_t line_start_ = 0;  // offset of the line's first byte in the source
    std::string text_;
    bool is_cut_ = false;
};

}  // namespace castellan
