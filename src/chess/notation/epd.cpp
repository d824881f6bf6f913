#include "chess/notation/epd.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "chess/notation/excerpt.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr int kPositionFields = 4;
constexpr int kClockFields = 2;

/// Cuts the fields that describe the position off the front of the line.
std::string_view take_position(std::string_view& line) {
    const char* const begin = line.data();
    std::string_view rest = line;
    for (int i = 0; i < kPositionFields; ++i) take_word(rest);
    // The clocks of a FEN, or a dash, are no opcodes; an opcode starts with a letter.
    int clocks = 0;
    for (std::string_view ahead = rest;;) {
        const std::string_view word = take_word(ahead);
        const bool is_clock = !word.empty() && std::ranges::all_of(word, is_digit);
        clocks += is_clock ? 1 : 0;
        if ((!is_clock && word != "-") || clocks > kClockFields) break;
        rest = ahead;
    }
    const std::string_view position{begin, static_cast<std::size_t>(rest.data() - begin)};
    line = rest;
    return position;
}

Result<Position, EpdError> parse_position(std::string_view text) {
    std::string fen;
    for (int i = 0; i < kPositionFields; ++i) {
        fen += take_word(text);
        fen += ' ';
    }
    while (!text.empty())
        if (const std::string_view word = take_word(text); word != "-") {
            fen += word;
            fen += ' ';
        }
    auto position = parse_fen(fen);
    if (!position) return fail(EpdError::bad_position, position.error().message);
    return *position;
}

bool is_opcode(std::string_view word) {
    return !word.empty() && is_letter(word.front()) && std::ranges::all_of(word, [](char c) {
        return is_letter(c) || is_digit(c) || c == '_';
    });
}

/// Cuts one operand off the front; `text` starts with it.
Result<EpdOperand, EpdError> take_operand(std::string_view& text) {
    if (text.front() == '"') {
        const auto end = text.find('"', 1);
        if (end == std::string_view::npos)
            return fail(EpdError::unterminated_string, "a string has no closing quote");
        EpdOperand operand{std::string{text.substr(1, end - 1)}, true};
        text.remove_prefix(end + 1);
        return operand;
    }
    const auto end = std::min(text.find_first_of(" \t\r\n\v\f;"), text.size());
    EpdOperand operand{std::string{text.substr(0, end)}, false};
    text.remove_prefix(end);
    return operand;
}

/// Passes over the rest of an operation that cannot be read, and its semicolon.
void skip_operation(std::string_view& text) {
    while (!text.empty() && text.front() != ';') {
        const auto quote = text.front() == '"' ? text.find('"', 1) : std::string_view::npos;
        text.remove_prefix(quote == std::string_view::npos ? 1 : quote + 1);
    }
}

/// Cuts one operation and its semicolon off the front, and puts it among the record's operations
/// or, if it cannot be read, among its problems.
void take_operation(std::string_view& text, EpdRecord& record) {
    EpdOperation operation;
    const auto skip_blanks = [&] {
        while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    };
    const auto refuse = [&](EpdError reason, std::string message) {
        record.problems.push_back({reason, operation.opcode, std::move(message)});
        operation.opcode.clear();
        skip_operation(text);
    };
    for (skip_blanks(); !text.empty() && text.front() != ';'; skip_blanks()) {
        auto operand = take_operand(text);
        if (!operand) {
            refuse(operand.error().reason,
                   excerpt(operation.opcode) + ": " + operand.error().message);
        } else if (!operation.opcode.empty()) {
            operation.operands.push_back(std::move(*operand));
        } else if (!operand->is_string && is_opcode(operand->text)) {
            operation.opcode = std::move(operand->text);
        } else {
            refuse(EpdError::bad_opcode, "'" + excerpt(operand->text) +
                                             "' is not an opcode: a letter, then letters, digits "
                                             "or underscores");
        }
    }
    if (!text.empty()) text.remove_prefix(1);
    if (!operation.opcode.empty()) record.operations.push_back(std::move(operation));
}

struct Clock {
    std::string_view opcode;
    int limit;
    int Setup::*field;
};
constexpr Clock kClocks[] = {{"hmvc", kMaxHalfmoveClock, &Setup::halfmove_clock},
                             {"fmvn", kMaxFullmoveNumber, &Setup::fullmove_number}};

std::optional<int> clock_value(const EpdOperation& operation, const Clock& clock) {
    if (operation.operands.empty()) return std::nullopt;
    const auto number = parse_number<int>(operation.operands.front().text);
    return number && *number >= 0 && *number <= clock.limit ? number : std::nullopt;
}

/// A clock that cannot be read is as good as none.
void drop_bad_clocks(EpdRecord& record) {
    for (const Clock& clock : kClocks) {
        const auto is_bad = [&](const EpdOperation& operation) {
            return operation.opcode == clock.opcode && !clock_value(operation, clock);
        };
        const auto bad = std::erase_if(record.operations, is_bad);
        const std::string name{clock.opcode};
        for (std::size_t i = 0; i < bad; ++i)
            record.problems.push_back(
                {EpdError::bad_clock, name,
                 name + " takes a number from 0 to " + std::to_string(clock.limit)});
    }
}

/// The clocks of a FEN become operations, or to_epd() would lose them.
void keep_clocks(EpdRecord& record) {
    const auto keep = [&](std::string_view opcode, int value, int usual) {
        if (value != usual && record.find(opcode) == nullptr)
            record.operations.push_back({std::string{opcode}, {{std::to_string(value), false}}});
    };
    keep("hmvc", record.position.halfmove_clock(), 0);
    keep("fmvn", record.position.fullmove_number(), 1);
}

/// hmvc and fmvn are the clocks that the four fields lack.
Position with_clocks(const EpdRecord& record) {
    Setup setup = record.position.to_setup();
    for (const Clock& clock : kClocks)
        if (const EpdOperation* const operation = record.find(clock.opcode))
            setup.*clock.field = clock_value(*operation, clock).value_or(setup.*clock.field);
    setup.fullmove_number = std::max(1, setup.fullmove_number);
    return *Position::from(setup);
}

}  // namespace

const EpdOperation* EpdRecord::find(std::string_view opcode) const {
    const auto found = std::ranges::find(operations, opcode, &EpdOperation::opcode);
    return found == operations.end() ? nullptr : &*found;
}

std::string_view EpdRecord::value(std::string_view opcode) const {
    const EpdOperation* operation = find(opcode);
    if (operation == nullptr || operation->operands.empty()) return {};
    return operation->operands.front().text;
}

Result<EpdRecord, EpdError> parse_epd(std::string_view line) {
    line = trim(line);
    const auto position = parse_position(take_position(line));
    if (!position) return tl::unexpected(position.error());
    EpdRecord record{*position, {}, {}};
    while (!line.empty()) take_operation(line, record);
    drop_bad_clocks(record);
    keep_clocks(record);
    record.position = with_clocks(record);
    return record;
}

std::string to_epd(const EpdRecord& record) {
    std::string text = to_epd_fields(record.position);
    for (const EpdOperation& operation : record.operations) {
        text += ' ';
        text += operation.opcode;
        for (const EpdOperand& operand : operation.operands) {
            text += ' ';
            text += operand.is_string ? '"' + operand.text + '"' : operand.text;
        }
        text += ';';
    }
    return text;
}

Result<std::vector<Move>, MoveError> epd_moves(const EpdRecord& record, std::string_view opcode) {
    std::vector<Move> moves;
    const EpdOperation* operation = record.find(opcode);
    if (operation == nullptr) return moves;
    const bool is_sequence = opcode == "pv";
    Position position = record.position;
    for (const EpdOperand& operand : operation->operands) {
        const auto move = parse_san(position, operand.text);
        if (!move) return tl::unexpected(move.error());
        moves.push_back(*move);
        if (is_sequence) position = position.after(*move);
    }
    return moves;
}

}  // namespace castellan
