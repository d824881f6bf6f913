#include "clients/xboard_client.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace castellan {
namespace {

constexpr Milliseconds kFeaturePatience{5'000};
constexpr Milliseconds kNudge{700};
constexpr Milliseconds kLongFeaturePatience{60'000};  // after done=0
constexpr Milliseconds kPongPatience{20'000};
constexpr Milliseconds kSilence{300};  // taken for readiness where there is no ping
constexpr int kMateScore = 100'000;
constexpr int kLeastOldMateScore = 28'000;  // older engines have scales of their own

}  // namespace

Result<std::unique_ptr<EngineClient>, PlayerError> XboardClient::start(
    std::unique_ptr<ChildProcess> process, const ClientSettings& settings,
    XboardGreeting greeting) {
    std::unique_ptr<XboardClient> client{new XboardClient{std::move(process), settings}};
    if (const auto status = client->greet(greeting); !status) return tl::unexpected(status.error());
    client->set_options();
    return client;
}

PlayerStatus XboardClient::greet(XboardGreeting greeting) {
    process_->send("xboard\nprotover 2\n");
    SteadyTime deadline = SteadyClock::now() + kFeaturePatience;
    SteadyTime next_nudge = SteadyClock::now() + kNudge;
    bool has_features = false;
    for (;;) {
        const bool may_nudge = !has_features && next_nudge < deadline;
        const ReadLine line = process_->read_line(may_nudge ? next_nudge : deadline);
        // GNU Chess 6 often keeps its features to itself until the next command comes.
        if (may_nudge && line.status == ReadStatus::timeout) {
            process_->send("ping 0\n");
            next_nudge += kNudge;
            continue;
        }
        if (line.status == ReadStatus::closed)
            return fail(PlayerError::wrong_protocol, "the engine " + process_->ending());
        if (line.status == ReadStatus::interrupted)
            return fail(PlayerError::no_answer, "interrupted");
        if (line.status == ReadStatus::timeout) break;
        std::string_view words = line.text;
        if (take_word(words) != "feature") continue;
        has_features = true;
        if (read_features(words, deadline)) return {};
    }
    if (has_features || greeting == XboardGreeting::known) return {};
    return fail(PlayerError::wrong_protocol, "no feature line: it may not speak XBoard");
}

bool XboardClient::read_features(std::string_view words, SteadyTime& deadline) {
    bool is_done = false;
    for (const XboardFeature& feature : parse_features(words)) {
        const bool is_accepted = features_.apply(feature);
        process_->send((is_accepted ? "accepted " : "rejected ") + feature.name + '\n');
        if (feature.name != "done") continue;
        is_done = feature.value == "1";
        if (!is_done) deadline = SteadyClock::now() + kLongFeaturePatience;
    }
    return is_done;
}

void XboardClient::set_options() {
    for (const auto& [name, value] : settings_.options) {
        if (name == "Hash" && features_.memory)
            process_->send("memory " + value + '\n');
        else if (name == "Threads" && features_.smp)
            process_->send("cores " + value + '\n');
        else if (std::ranges::find(features_.options, name) != features_.options.end())
            process_->send("option " + name + '=' + value + '\n');
        else
            warnings_.push_back("has no option '" + name + "'");
    }
}

/// With ping: until everything sent so far has been dealt with. Without: a moment of silence.
bool XboardClient::synchronise(Milliseconds patience) {
    const std::string number = std::to_string(++pings_);
    if (features_.ping) process_->send("ping " + number + '\n');
    const SteadyTime deadline =
        SteadyClock::now() + (features_.ping ? patience : std::min(patience, kSilence));
    for (;;) {
        const ReadLine line = process_->read_line(deadline);
        if (line.status == ReadStatus::timeout) return !features_.ping;
        if (line.status != ReadStatus::line) return false;
        std::string_view words = line.text;
        if (take_word(words) == "pong" && take_word(words) == number) return true;
    }
}

/// The engine's own clock, told once; `time` corrects it before every move.
std::string XboardClient::time_commands(const SideClock& clock) const {
    std::string text;
    const ThinkingLimits& limits = settings_.limits;
    if (clock.left) {
        const auto seconds =
            std::max<long long>(1, std::chrono::floor<std::chrono::seconds>(*clock.left).count());
        char level[96];
        std::snprintf(level, sizeof level, "level %d %lld:%02lld %g\n", clock.moves_to_go,
                      seconds / 60, seconds % 60,
                      static_cast<double>(clock.increment.count()) / 1000);
        text += level;
    }
    if (limits.move_time) {
        char seconds[48];
        std::snprintf(seconds, sizeof seconds, "st %g\n",
                      static_cast<double>(limits.move_time->count()) / 1000);
        text += seconds;
    }
    if (limits.depth) text += "sd " + std::to_string(*limits.depth) + '\n';
    if (limits.nodes) text += "st 1\nnps " + std::to_string(*limits.nodes) + '\n';
    return text;
}

/// Engines without `setboard` have the older `edit`. It cannot say who is to move, so White's pawn
/// step is played before it where Black is; castling rights follow from where kings and rooks are.
std::string XboardClient::setup_commands(const Position& start) const {
    if (features_.setboard) return "setboard " + to_fen(start) + '\n';
    std::string text;
    if (start.side_to_move() == Color::black)
        text += features_.usermove ? "usermove a2a3\n" : "a2a3\n";
    text += "edit\n#\n";
    for (const Color color : kColors) {
        if (color == Color::black) text += "c\n";
        for (const Square square : start.pieces(color))
            text += letter_of(type_of(start.piece_on(square))) + to_string(square) + '\n';
    }
    return text + ".\n";
}

PlayerStatus XboardClient::new_game(const Position& start, const SideClock& clock) {
    if (settings_.limits.nodes && !features_.nps)
        return fail(PlayerError::cannot_play, "the engine cannot count nodes (no feature nps)");
    const bool is_normal_start = to_fen(start) == kStartFen && !start.is_chess960();
    if (start.is_chess960() && features_.variants.find("fischerandom") == std::string::npos)
        return fail(PlayerError::cannot_play, "the engine does not play Chess960");

    std::string text = "new\n";
    if (start.is_chess960()) text += "variant fischerandom\n";
    text += "force\npost\n";
    text += settings_.ponders ? "hard\n" : "easy\n";
    text += time_commands(clock);
    if (!is_normal_start) text += setup_commands(start);
    known_plies_ = 0;
    is_forced_ = true;
    offers_draw_ = false;
    if (!process_->send(text) || !synchronise(kPongPatience))
        return fail(PlayerError::no_answer, "no answer before the game");
    return {};
}

std::string XboardClient::move_command(const Game& game, std::size_t ply) const {
    const Position& before = game.position_at(ply);
    const Move move = game.move_at(ply);
    std::string text = features_.san ? to_san(before, move) : to_coordinate(before, move);
    if (!features_.san && move.is_castling() && before.is_chess960())
        text = wing_of(move.from(), move.to()) == Wing::king_side ? "O-O" : "O-O-O";
    return (features_.usermove ? "usermove " : "") + text + '\n';
}

Answer XboardClient::think(const Turn& turn) {
    thought_.reset();
    offers_draw_ = false;
    std::string moves;
    for (; known_plies_ < turn.game.ply(); ++known_plies_)
        moves += move_command(turn.game, known_plies_);
    std::string text;
    const Color us = turn.game.position().side_to_move();
    const auto centiseconds = [](Microseconds time) {
        return std::to_string(std::max<long long>(0, time.count() / 10'000));
    };
    if (const auto& own = turn.clocks[index_of(us)]; own.left && features_.time) {
        const auto& other = turn.clocks[index_of(!us)];
        text = "time " + centiseconds(*own.left) + "\notim " +
               centiseconds(other.left.value_or(*own.left)) + '\n';
    }
    // The last move starts the engine's own; before the first, it only watched.
    text = is_forced_ ? moves + text + "go\n" : text + moves;
    is_forced_ = false;
    is_searching_ = true;
    const SteadyTime asked = SteadyClock::now();
    if (!process_->send(text)) return {.kind = AnswerKind::crashed};
    return wait_for_answer(turn, asked);
}

Answer XboardClient::wait_for_answer(const Turn& turn, SteadyTime asked) {
    SteadyTime deadline = asked + turn.patience;
    std::stop_token hurry = turn.stop;
    for (;;) {
        const ReadLine line = process_->read_line(deadline, hurry);
        if (line.status == ReadStatus::interrupted && hurry.stop_requested()) {
            hurry = {};
            deadline = std::min(deadline, SteadyClock::now() + settings_.stop_patience);
            process_->send("?\n");
            continue;
        }
        const auto spent = std::chrono::duration_cast<Microseconds>(line.arrived - asked);
        if (auto none = missing_answer(line, spent)) return *none;
        if (auto answer = read_line(turn, line.text)) {
            is_searching_ = false;
            answer->spent = spent;
            answer->thought = thought_;
            answer->offers_draw = offers_draw_;
            return *answer;
        }
    }
}

std::optional<Answer> XboardClient::read_line(const Turn& turn, const std::string& line) {
    std::string_view words = trim(line);
    std::string_view rest = words;
    const std::string_view first = take_word(rest);
    if (first.empty()) return std::nullopt;
    if (first == "move") {
        says_move_ = true;
        return read_move(turn, trim(rest));
    }
    // Older ways to put it, which engines that say `move` may use beside it.
    constexpr std::string_view kOldWords = "My move is";
    if (!says_move_ && words.starts_with(kOldWords))
        return read_move(turn, words.substr(words.find_first_not_of(" :", kOldWords.size())));
    if (features_.version == 1 && is_digit(first.front()) && trim(rest).starts_with("... "))
        return read_move(turn, trim(rest).substr(4));
    if (first == "resign" || (first == "tellics" && trim(rest) == "resign"))
        return Answer{.kind = AnswerKind::resigns, .text = std::string{words}};
    if (first == "offer" && trim(rest) == "draw") offers_draw_ = true;
    if (first == "Illegal" && rest.find("move") != std::string_view::npos)
        return Answer{.kind = AnswerKind::refuses_move, .text = std::string{words}};
    if (auto result = read_result(words)) return result;
    read_thinking(words);
    return std::nullopt;
}

std::optional<Answer> XboardClient::read_result(std::string_view line) const {
    if (line.starts_with("result ")) line.remove_prefix(7);
    for (const PgnResult result : {PgnResult::white_wins, PgnResult::black_wins, PgnResult::draw})
        if (line.starts_with(to_text(result)) &&
            (line.size() == to_text(result).size() || is_blank(line[to_text(result).size()])))
            return Answer{.kind = AnswerKind::claims, .text = std::string{line}, .claim = result};
    return std::nullopt;
}

Answer XboardClient::read_move(const Turn& turn, std::string_view text) {
    const std::string word{take_word(text)};
    const Position& position = turn.game.position();
    auto move = parse_coordinate(position, word);
    if (!move)
        if (const auto san = parse_san(position, word)) move = *san;
    if (!move)
        return {.kind = AnswerKind::illegal_move, .text = word + ": " + move.error().message};
    ++known_plies_;
    return {.kind = AnswerKind::move, .move = *move, .text = word};
}

/// ply score time nodes pv
void XboardClient::read_thinking(std::string_view line) {
    std::string_view depth_word = take_word(line);
    while (!depth_word.empty() && !is_digit(depth_word.back())) depth_word.remove_suffix(1);
    const auto depth = parse_number<int>(depth_word);
    const auto score = parse_number<int>(take_word(line));
    const auto time = parse_number<long long>(take_word(line));
    const auto nodes = parse_number<std::uint64_t>(take_word(line));
    if (!depth || !score || !time || !nodes) return;
    Thought thought{.score = Score::centipawns(*score), .depth = *depth, .nodes = *nodes};
    const int size = std::abs(*score);
    if (size > kMateScore && size < kMateScore + 1000)
        thought.score = *score > 0 ? Score::mate_in(2 * (size - kMateScore) - 1)
                                   : Score::mated_in(2 * (size - kMateScore));
    else if (size >= kLeastOldMateScore)
        thought.score = Score::centipawns(*score > 0 ? kLeastOldMateScore : -kLeastOldMateScore);
    thought_ = thought;
}

bool XboardClient::end_game(PgnResult result, std::string_view reason) {
    std::string text{reason};
    std::ranges::replace(text, '}', ')');
    // A move may still be on its way; `?` asks for it.
    if (std::exchange(is_searching_, false)) process_->send("?\n");
    process_->send("result " + std::string{to_text(result)} + " {" + text + "}\nforce\n");
    return synchronise(settings_.stop_patience);
}

void XboardClient::quit() {
    process_->send("quit\n", Milliseconds{100});
    process_->shut_down(kQuitPatience);
}

}  // namespace castellan
