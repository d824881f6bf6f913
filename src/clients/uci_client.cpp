#include "clients/uci_client.h"

#include <algorithm>

#include "base/text.h"
#include "chess/legality.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "clients/pv_check.h"

namespace castellan {
namespace {

constexpr Milliseconds kReadyPatience{30'000};     // tables and networks may have to be loaded
constexpr std::size_t kMostAnnouncements = 1'000;  // a flood must not eat the memory
constexpr std::size_t kMostWarnings = 100;

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

/// The words behind `key` in a line of words, up to the end.
std::string_view text_after(std::string_view line, std::string_view key) {
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
        if (word == key) return trim(line);
    return {};
}

}  // namespace

Result<std::unique_ptr<EngineClient>, PlayerError> UciClient::start(
    std::unique_ptr<ChildProcess> process, const ClientSettings& settings, Milliseconds patience) {
    std::unique_ptr<UciClient> client{new UciClient{std::move(process), settings}};
    if (const auto status = client->greet(patience); !status) return tl::unexpected(status.error());
    client->set_options();
    if (!client->synchronise(kReadyPatience))
        return fail(PlayerError::no_answer, "no readyok after the options were set");
    return client;
}

PlayerStatus UciClient::greet(Milliseconds patience) {
    process_->send("uci\n");
    const SteadyTime deadline = SteadyClock::now() + patience;
    for (;;) {
        const ReadLine line = process_->read_line(deadline);
        if (line.status == ReadStatus::closed)
            return fail(PlayerError::wrong_protocol, "the engine " + process_->ending());
        if (line.status != ReadStatus::line)
            return fail(PlayerError::wrong_protocol, "no uciok: it may not speak UCI");
        std::string_view words = line.text;
        const std::string_view first = take_word(words);
        if (first == "uciok") return {};
        if (first == "option") read_option(words);
        if (first == "id" && take_word(words) == "name") name_ = trim(words);
    }
}

void UciClient::read_option(std::string_view words) {
    const std::string_view text = text_after(words, "name");
    const std::size_t type = text.find(" type ");
    if (type == std::string_view::npos) return;
    std::string_view rest = text.substr(type + 6);
    options_.push_back({std::string{trim(text.substr(0, type))}, std::string{take_word(rest)}});
}

const UciClient::Option* UciClient::find_option(std::string_view name) const {
    const auto found = std::ranges::find_if(
        options_, [&](const Option& option) { return equals_ignoring_case(option.name, name); });
    return found == options_.end() ? nullptr : &*found;
}

void UciClient::set_options() {
    if (settings_.ponders && find_option("Ponder") != nullptr)
        process_->send("setoption name Ponder value true\n");
    for (const auto& [name, value] : settings_.options) {
        const Option* option = find_option(name);
        if (option == nullptr) {
            warn("has no option '" + name + "'");
            continue;
        }
        std::string line = "setoption name " + option->name;
        if (option->type != "button") line += " value " + value;
        process_->send(line + '\n');
    }
}

bool UciClient::set_chess960(bool chess960) {
    if (chess960 == is_chess960_) return true;
    if (find_option("UCI_Chess960") == nullptr) return false;
    process_->send(std::string{"setoption name UCI_Chess960 value "} +
                   (chess960 ? "true\n" : "false\n"));
    is_chess960_ = chess960;
    return true;
}

bool UciClient::wait_for(std::string_view word, Milliseconds patience) {
    const SteadyTime deadline = SteadyClock::now() + patience;
    for (;;) {
        const ReadLine line = process_->read_line(deadline);
        if (line.status != ReadStatus::line) return false;
        std::string_view words = line.text;
        if (take_word(words) == word) return true;
    }
}

bool UciClient::synchronise(Milliseconds patience) {
    return process_->send("isready\n") && wait_for("readyok", patience);
}

PlayerStatus UciClient::new_game(const Position& start, const SideClock&) {
    if (!set_chess960(start.is_chess960()))
        return fail(PlayerError::cannot_play, "the engine does not play Chess960");
    expected_ = {};
    process_->send("ucinewgame\n");
    if (!synchronise(kReadyPatience))
        return fail(PlayerError::no_answer, "no readyok before the game");
    return {};
}

std::string UciClient::position_command(const Game& game, Move expected) const {
    const std::string fen = to_fen(game.start());
    std::string command = "position ";
    command += fen == kStartFen && !is_chess960_ ? "startpos" : "fen " + fen;
    if (game.ply() > 0 || expected) command += " moves";
    for (std::size_t ply = 0; ply < game.ply(); ++ply)
        command += ' ' + to_coordinate(game.position_at(ply), game.move_at(ply));
    if (expected) command += ' ' + to_coordinate(game.position(), expected);
    return command + '\n';
}

std::string UciClient::go_command(const Turn& turn, bool ponder) const {
    const auto whole_ms = [](Microseconds time) {
        return std::to_string(std::chrono::floor<Milliseconds>(time).count());
    };
    std::string command = ponder ? "go ponder" : "go";
    const auto& [white, black] = turn.clocks;
    if (white.left) command += " wtime " + whole_ms(*white.left);
    if (black.left) command += " btime " + whole_ms(*black.left);
    if (white.left && white.increment.count() > 0)
        command += " winc " + std::to_string(white.increment.count());
    if (black.left && black.increment.count() > 0)
        command += " binc " + std::to_string(black.increment.count());
    Color us = turn.game.position().side_to_move();
    if (ponder) us = !us;
    if (const SideClock& own = turn.clocks[index_of(us)]; own.left && own.moves_to_go > 0)
        command += " movestogo " + std::to_string(own.moves_to_go);
    const ThinkingLimits& limits = settings_.limits;
    if (limits.depth) command += " depth " + std::to_string(*limits.depth);
    if (limits.nodes) command += " nodes " + std::to_string(*limits.nodes);
    if (limits.move_time) command += " movetime " + std::to_string(limits.move_time->count());
    if (command == "go") command += " infinite";
    return command + '\n';
}

Answer UciClient::think(const Turn& turn) {
    thought_.reset();
    announcements_.clear();
    const Move pondered = std::exchange(pondering_on_, Move{});
    const std::size_t ply = turn.game.ply();
    if (pondered && ply > 0 && turn.game.move_at(ply - 1) == pondered) {
        const SteadyTime asked = SteadyClock::now();
        if (!process_->send("ponderhit\n")) return {.kind = AnswerKind::crashed};
        return wait_for_bestmove(turn, asked);
    }
    if (pondered) {
        process_->send("stop\n");
        if (!wait_for("bestmove", settings_.stop_patience))
            return {.kind = AnswerKind::out_of_time};
        thought_.reset();
    }
    // One write, so that the engine's time does not depend on when we are run again.
    const std::string commands = position_command(turn.game) + go_command(turn, false);
    const SteadyTime asked = SteadyClock::now();
    is_searching_ = true;
    if (!process_->send(commands)) return {.kind = AnswerKind::crashed};
    return wait_for_bestmove(turn, asked);
}

Answer UciClient::wait_for_bestmove(const Turn& turn, SteadyTime asked) {
    SteadyTime deadline = asked + turn.patience;
    std::stop_token hurry = turn.stop;
    for (;;) {
        const ReadLine line = process_->read_line(deadline, hurry);
        if (line.status == ReadStatus::interrupted && hurry.stop_requested()) {
            hurry = {};
            deadline = std::min(deadline, SteadyClock::now() + settings_.stop_patience);
            process_->send("stop\n");
            continue;
        }
        const auto spent = std::chrono::duration_cast<Microseconds>(line.arrived - asked);
        if (auto none = missing_answer(line, spent)) return *none;
        std::string_view words = line.text;
        const std::string_view first = take_word(words);
        if (first == "info") read_info(line.text);
        if (first != "bestmove") continue;

        is_searching_ = false;
        Answer answer = read_bestmove(turn, words);
        answer.spent = spent;
        answer.thought = thought_;
        if (settings_.checks_pv) check_announcements(turn.game);
        return answer;
    }
}

Answer UciClient::read_bestmove(const Turn& turn, std::string_view words) {
    expected_ = {};
    const std::string text{take_word(words)};
    const Position& position = turn.game.position();
    const auto move = parse_coordinate(position, text);
    if (!move)
        return {.kind = AnswerKind::illegal_move, .text = text + ": " + move.error().message};
    if (take_word(words) == "ponder") {
        const auto reply = parse_coordinate(position.after(*move), take_word(words));
        if (reply)
            expected_ = *reply;
        else
            warn("ponder move is illegal: " + reply.error().message);
    }
    return {.kind = AnswerKind::move, .move = *move, .text = text};
}

void UciClient::ponder(const Turn& turn) {
    if (!settings_.ponders || !expected_) return;
    if (!is_legal(turn.game.position(), expected_)) return;
    pondering_on_ = expected_;
    is_searching_ = true;
    process_->send(position_command(turn.game, expected_) + go_command(turn, true));
}

/// Keeps what was said last about the best line; bounds say nothing certain.
void UciClient::read_info(std::string_view line) {
    std::string_view words = line;
    Thought thought = thought_.value_or(Thought{});
    bool has_score = false;
    bool is_bound = false;
    int multi_pv = 1;
    take_word(words);
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
        if (word == "string") return;
        if (word == "pv") {
            if (settings_.checks_pv && announcements_.size() < kMostAnnouncements)
                announcements_.emplace_back(line);
            break;
        }
        if (word == "lowerbound" || word == "upperbound") is_bound = true;
        if (word == "depth") thought.depth = parse_number<int>(take_word(words)).value_or(0);
        if (word == "seldepth")
            thought.selective_depth = parse_number<int>(take_word(words)).value_or(0);
        if (word == "multipv") multi_pv = parse_number<int>(take_word(words)).value_or(1);
        if (word == "nodes")
            thought.nodes = parse_number<std::uint64_t>(take_word(words)).value_or(0);
        if (word != "score") continue;
        const std::string_view kind = take_word(words);
        const auto value = parse_number<int>(take_word(words));
        if (!value) continue;
        has_score = true;
        if (kind == "mate")
            thought.score = *value > 0 ? Score::mate_in(2 * std::min(*value, 900) - 1)
                                       : Score::mated_in(2 * std::min(-*value, 900));
        else
            thought.score = Score::centipawns(*value);
    }
    if (has_score && !is_bound && multi_pv == 1) thought_ = thought;
}

void UciClient::check_announcements(const Game& game) {
    for (const std::string& line : announcements_) {
        const std::string_view mate = text_after(line, "mate");
        std::string_view rest = mate;
        auto distance = mate.empty() ? std::nullopt : parse_number<int>(take_word(rest));
        const bool is_bound = line.find("bound") != std::string::npos;
        if (is_bound) distance.reset();
        const std::string problem = pv_problem(game, text_after(line, "pv"), distance);
        if (!problem.empty()) warn(problem + " [" + to_fen(game.position()) + "] " + line);
    }
    if (!thought_) warn("no exact score before bestmove [" + to_fen(game.position()) + "]");
}

bool UciClient::end_game(PgnResult, std::string_view) {
    pondering_on_ = {};
    if (!is_searching_) return true;
    is_searching_ = false;
    return process_->send("stop\n") && wait_for("bestmove", settings_.stop_patience);
}

void UciClient::quit() {
    process_->send("quit\n", Milliseconds{100});
    process_->shut_down(kQuitPatience);
}

void UciClient::warn(std::string message) {
    if (warnings_.size() < kMostWarnings) warnings_.push_back(std::move(message));
}

}  // namespace castellan
