// UCI's `setoption`, and the options that only UCI knows.
#include <algorithm>

#include "base/text.h"
#include "uci/uci_server.h"

namespace castellan {
namespace {

struct Assignment {
    std::string name;
    std::optional<std::string_view> value;  // a value may be empty, which is not the same as none
};

/// name <words> [value <text>]: blanks within the value are part of it.
Assignment parse_assignment(std::string_view arguments) {
    Assignment assignment;
    while (take_word(arguments) != "name" && !arguments.empty()) continue;
    for (std::string_view word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
        if (word == "value" && !assignment.name.empty()) {
            assignment.value = trim(arguments);
            break;
        }
        if (!assignment.name.empty()) assignment.name += ' ';
        assignment.name += word;
    }
    return assignment;
}

}  // namespace

const std::vector<UciServer::Option>& UciServer::own_options() {
    static const std::vector<Option> table = {
        {{"Ponder", OptionKind::check}, &UciServer::accept},
        {{"UCI_Chess960", OptionKind::check}, &UciServer::set_chess960},
        {{"UCI_ShowWDL", OptionKind::check}, &UciServer::set_show_chances},
        {{"UCI_AnalyseMode", OptionKind::check}, &UciServer::accept},
        {{"UCI_Opponent", OptionKind::text}, &UciServer::accept},
        {{"UCI_EngineAbout", OptionKind::text, 0, 0, 0,
          "Castellan, a chess program to play, learn from and build on"},
         &UciServer::accept},
        {{"Debug Log File", OptionKind::file}, &UciServer::set_log_file},
    };
    return table;
}

UciStatus UciServer::handle_setoption(std::string_view arguments) {
    if (engine_.is_searching() || engine_.is_preparing()) {
        queued_options_.emplace_back(arguments);
        return {};
    }
    const Assignment assignment = parse_assignment(arguments);
    const OptionResult note = set_option(assignment.name, assignment.value);
    if (!note) return fail(UciError::bad_option, note.error().message);
    if (!note->empty()) say("info string " + *note);
    return {};
}

OptionResult UciServer::set_option(std::string_view name, std::optional<std::string_view> value) {
    const auto option = std::ranges::find_if(
        own_options(), [&](const Option& each) { return is_named(each.spec, name); });
    if (option == own_options().end()) return engine_.engine().set_option(name, value.value_or(""));
    if (!value)
        return fail(OptionError::bad_value, std::string{option->spec.name} + " needs a value");
    const auto parsed = parse_option_value(option->spec, *value);
    if (!parsed) return tl::unexpected(parsed.error());
    return (this->*option->apply)(*parsed);
}

void UciServer::apply_queued_options() {
    std::vector<std::string> queued;
    queued.swap(queued_options_);
    for (const std::string& arguments : queued)
        if (const UciStatus status = handle_setoption(arguments); !status)
            say_error(status.error().message);
}

OptionResult UciServer::set_chess960(const OptionValue& value) {
    chess960_ = value.number != 0;
    return {};
}

OptionResult UciServer::set_show_chances(const OptionValue& value) {
    shows_chances_ = value.number != 0;
    return {};
}

OptionResult UciServer::set_log_file(const OptionValue& value) {
    const std::lock_guard lock{output_mutex_};
    if (value.text.empty()) {
        log_.close();
        return {};
    }
    if (const auto opened = log_.open(value.text); !opened)
        return fail(OptionError::unavailable, opened.error().message);
    return {};
}

}  // namespace castellan
