// What we offer to an XBoard interface, and what it can set.
#include <algorithm>
#include <thread>

#include "base/text.h"
#include "xboard/xboard_server.h"
#include "xboard/xboard_text.h"

namespace castellan {
namespace {

// Engine options that XBoard sets by commands of their own.
constexpr std::string_view kHash = "Hash";              // memory
constexpr std::string_view kThreads = "Threads";        // cores
constexpr std::string_view kSyzygyPath = "SyzygyPath";  // egtpath
constexpr std::string_view kPonder = "Ponder";          // hard, easy
constexpr std::string_view kChess960 = "UCI_Chess960";  // variant

bool has_own_command(const OptionSpec& spec) {
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{kHash, kThreads, kSyzygyPath, kPonder, kChess960},
        [&](std::string_view name) { return is_named(spec, name); });
}

bool engine_has(std::string_view name) {
    return std::ranges::any_of(Engine::options(),
                               [&](const OptionSpec& spec) { return is_named(spec, name); });
}

/// A number that is cut to the range of an option, as text again; nothing if it is no number.
std::optional<std::string> cut_to_range(std::string_view text, long long low, long long high) {
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
    const long long beyond = text.starts_with('-') ? low : high;
    return std::to_string(std::clamp(parse_number<long long>(text).value_or(beyond), low, high));
}

}  // namespace

const std::vector<XboardServer::Option>& XboardServer::own_options() {
    static const std::vector<Option> table = {
        {{"Resign", OptionKind::check, 1}, &XboardServer::set_resign},
    };
    return table;
}

XboardStatus XboardServer::offer_features(std::string_view arguments) {
    // Version 1 has no features; such an interface would not say "protover" at all.
    if (trim(arguments) == "1") return {};
    say("feature done=0");
    say("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0");
    say("feature reuse=1 analyze=1 colors=0 ics=0 name=1 pause=0 nps=1 debug=1 memory=1 smp=1");
    say("feature exclude=1 setscore=0 variants=\"normal,fischerandom\"");
    say("feature myname=\"Castellan " CASTELLAN_VERSION "\"");
    if (engine_has(kSyzygyPath)) say("feature egt=\"syzygy\"");
    const auto offer = [this](const OptionSpec& spec) {
        say("feature option=\"" + xboard_option(spec) + "\"");
    };
    for (const OptionSpec& spec : Engine::options())
        if (!has_own_command(spec)) offer(spec);
    for (const Option& option : own_options()) offer(option.spec);
    say("feature done=1");
    return {};
}

XboardStatus XboardServer::accept_feature(std::string_view arguments) {
    if (take_word(arguments) == "debug") shows_debug_ = true;
    return {};
}

/// Whatever the interface rejects it does not send, or sends the older form, which we understand as
/// well; only our own remarks have to cease.
XboardStatus XboardServer::reject_feature(std::string_view arguments) {
    if (take_word(arguments) == "debug") shows_debug_ = false;
    return {};
}

// ---------------------------------------------------------------------------------------------
// Options.

XboardStatus XboardServer::set_memory(std::string_view arguments) {
    const auto megabytes = cut_to_range(take_word(arguments), 1, 1 << 20);
    if (!megabytes) return fail(XboardError::bad_value, "memory is a number of megabytes");
    return set_engine_option(kHash, *megabytes);
}

/// The interface names the most that we may use; more than there are would only slow us down.
XboardStatus XboardServer::set_cores(std::string_view arguments) {
    const unsigned most = std::max(std::thread::hardware_concurrency(), 1U);
    const auto cores = cut_to_range(take_word(arguments), 1, most);
    if (!cores) return fail(XboardError::bad_value, "cores is a number");
    return set_engine_option(kThreads, *cores);
}

XboardStatus XboardServer::set_tablebase_path(std::string_view arguments) {
    const std::string_view type = take_word(arguments);
    if (type != "syzygy" || !engine_has(kSyzygyPath)) return {};
    // Interfaces send this at every start: only what went wrong is worth a word.
    const OptionResult note = set_option(kSyzygyPath, trim(arguments));
    if (!note) return fail(XboardError::bad_value, note.error().message);
    return {};
}

XboardStatus XboardServer::handle_option(std::string_view arguments) {
    const auto equals = arguments.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : arguments.substr(equals + 1);
    return set_engine_option(trim(arguments.substr(0, equals)), trim(value));
}

XboardStatus XboardServer::set_engine_option(std::string_view name, std::string_view value) {
    const OptionResult note = set_option(name, value);
    if (note) {
        if (!note->empty()) say("telluser " + *note);
        return {};
    }
    // Nobody did anything wrong if the machine cannot give it, but the user wants to know.
    if (note.error().reason != OptionError::unavailable)
        return fail(XboardError::bad_option, note.error().message);
    say("tellusererror " + note.error().message);
    return {};
}

OptionResult XboardServer::set_option(std::string_view name, std::string_view value) {
    const auto option = std::ranges::find_if(
        own_options(), [&](const Option& each) { return is_named(each.spec, name); });
    if (option == own_options().end()) return engine_.engine().set_option(name, value);
    const auto parsed = parse_option_value(option->spec, value);
    if (!parsed) return tl::unexpected(parsed.error());
    return (this->*option->apply)(*parsed);
}

OptionResult XboardServer::set_resign(const OptionValue& value) {
    may_resign_ = value.number != 0;
    return {};
}

}  // namespace castellan
