// What programs write into PGN comments: [%clk 0:03:20], [%eval -0.35], [%csl Ga1], and their like.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace castellan {

/// An engine's verdict as [%eval] gives it, seen by White.
struct EvalAnnotation {
    bool is_mate = false;
    int value = 0;  // centipawns, or moves to mate: negative if Black mates
    std::optional<int> depth;
};

/// The text of a command such as "clk"; nothing if the comment has none.
std::optional<std::string_view> find_command(std::string_view comment, std::string_view name);

/// [%clk h:mm:ss.f], the time left on the mover's clock, in milliseconds.
std::optional<long long> clock_in(std::string_view comment);
/// [%eval p.pp] or [%eval #n], with an optional depth behind a comma.
std::optional<EvalAnnotation> eval_in(std::string_view comment);

std::string clock_command(long long milliseconds);
std::string eval_command(const EvalAnnotation& eval);

/// What is left for people to read.
std::string without_commands(std::string_view comment);

}  // namespace castellan
