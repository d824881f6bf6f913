// EPD: a position with operations, as test suites and opening sets have them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/notation/move_error.h"
#include "chess/position.h"

namespace castellan {

struct EpdOperand {
    std::string text;
    bool is_string = false;  // was, and will be, written in quotes
};

struct EpdOperation {
    std::string opcode;
    std::vector<EpdOperand> operands;
};

enum class EpdError {
    bad_position,
    bad_opcode,
    unterminated_string,
    bad_clock,  // hmvc or fmvn without a usable number
};

/// An operation that could not be read.
struct EpdProblem {
    EpdError reason;
    std::string opcode;   // empty if that is what is wrong
    std::string message;  // for people
};

struct EpdRecord {
    Position position;
    std::vector<EpdOperation> operations;  // in their order, unknown ones included
    std::vector<EpdProblem> problems;      // what was passed over

    /// The first operation with this opcode, or nullptr.
    const EpdOperation* find(std::string_view opcode) const;
    /// The first operand of that operation, or nothing.
    std::string_view value(std::string_view opcode) const;
};

/// Refuses only what has no position: an operation that cannot be read becomes a problem of the
/// record. Also takes a whole FEN in front of the operations, and the lone dash that some suites
/// have there.
Result<EpdRecord, EpdError> parse_epd(std::string_view line);

std::string to_epd(const EpdRecord& record);

/// The operands of bm, am or sm as moves from the position; those of pv one after another.
Result<std::vector<Move>, MoveError> epd_moves(const EpdRecord& record, std::string_view opcode);

}  // namespace castellan
