#include "chess/notation/epd.h"

#include <algorithm>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr int kPositionFields = 4;

/// Cuts the fields that describe the position off the front of the line.
std::string_view take_position(std::string_view& line) {
    const char* const begin = line.data();
    std::string_view rest = line;
    for (int i = 0; i < kPositionFields; ++i) take_word(rest);
    // The clocks of a FEN, or a dash, are no opcodes; an opcode starts with a letter.
    for (std::string_view ahead = rest;;) {
        const std::string_view word = take_word(ahead);
        const bool is_clock = !word.empty() && std::ranges::all_of(word, is_digit);
        if (!is_clock && word != "-") break;
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

/// Cuts one operation and its semicolon off the front; an empty one has no opcode.
Result<EpdOperation, EpdError> take_operation(std::string_view& text) {
    EpdOperation operation;
    const auto skip_blanks = [&] {
        while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    };
    for (skip_blanks(); !text.empty() && text.front() != ';'; skip_blanks()) {
        auto operand = take_operand(text);
        if (!operand) return tl::unexpected(operand.error());
        if (!operation.opcode.empty()) {
            operation.operands.push_back(std::move(*operand));
        } else if (!operand->is_string && is_opcode(operand->text)) {
            operation.opcode = std::move(operand->text);
        } else {
            return fail(EpdError::bad_opcode, "'" + operand->text.substr(0, 20) +
                                                  "' is not an opcode: a letter, then letters, "
                                                  "digits or underscores");
        }
    }
    if (!text.empty()) text.remove_prefix(1);
    return operation;
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
Result<Position, EpdError> with_clocks(const EpdRecord& record) {
    Setup setup = record.position.to_setup();
    const auto read = [&](std::string_view opcode, int limit, int& target) {
        if (record.find(opcode) == nullptr) return true;
        const auto number = parse_number<int>(record.value(opcode));
        if (!number || *number < 0 || *number > limit) return false;
        target = *number;
        return true;
    };
    if (!read("hmvc", kMaxHalfmoveClock, setup.halfmove_clock) ||
        !read("fmvn", kMaxFullmoveNumber, setup.fullmove_number))
        return fail(EpdError::bad_clock, "hmvc and fmvn take a number");
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
    auto position = parse_position(take_position(line));
    if (!position) return tl::unexpected(position.error());
    EpdRecord record{*position, {}};
    while (!line.empty()) {
        auto operation = take_operation(line);
        if (!operation) return tl::unexpected(operation.error());
        if (!operation->opcode.empty()) record.operations.push_back(std::move(*operation));
    }
    keep_clocks(record);
    position = with_clocks(record);
    if (!position) return tl::unexpected(position.error());
    record.position = *position;
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
