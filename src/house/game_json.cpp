#include "house/game_json.h"

#include <algorithm>
#include <random>

#include "base/text.h"
#include "chess/chess960.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/move_words.h"
#include "chess/notation/san.h"
#include "engine/strength.h"
#include "play/opponents.h"
#include "store/game_pgn.h"

namespace castellan {
namespace {

constexpr std::ptrdiff_t kLongestName = 40;      // characters
constexpr std::size_t kMovesAtOnce = 4'000;      // in one answer about a game
constexpr std::size_t kLongestPgn = 256 * 1024;  // in an answer

tl::unexpected<Error<CommandError>> malformed(std::string message) {
    return fail(CommandError::malformed, std::move(message));
}

CommandResult<TimeControl> clock_from(const Json& json, const char* side) {
    const auto text = text_field(json, side);
    const auto control = parse_casual_control(text.value_or("none"));
    if (!control) return malformed(control.error().message);
    return *control;
}

std::optional<long long> milliseconds(std::optional<Microseconds> time) {
    if (!time) return std::nullopt;
    return std::chrono::floor<Milliseconds>(*time).count();
}

/// The surplus of each side, as the letters of the pieces.
Json captured_json(const Position& position) {
    std::array<std::string, 2> taken;
    for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop,
                                 PieceType::knight, PieceType::pawn}) {
        const int surplus = position.pieces(Color::white, type).count() -
                            position.pieces(Color::black, type).count();
        std::string& side = taken[surplus > 0 ? 0 : 1];
        side.append(static_cast<std::size_t>(std::abs(surplus)), "pnbrqk"[index_of(type)]);
    }
    return {{"white", taken[0]}, {"black", taken[1]}};
}

void add_legal_moves(const Position& position, Json& state) {
    Json& legal = state["legal"];
    Json& promotions = state["promotions"];
    for (const Move move : legal_moves(position)) {
        const std::string text = to_coordinate(position, move);
        const std::string from = text.substr(0, 2);
        const std::string to = text.substr(2, 2);
        Json& targets = legal[from];
        if (std::ranges::find(targets, Json(to)) == targets.end()) targets.push_back(to);
        if (move.is_promotion() && text.ends_with('q')) promotions.push_back(from + to);
    }
}

}  // namespace

std::string to_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> text_field(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

std::optional<std::int64_t> number_field(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_integer()) return std::nullopt;
    return found->get<std::int64_t>();
}

CommandResult<std::string> name_from(const Json& json, std::string usual) {
    const auto name = text_field(json, "name");
    if (!name || trim(*name).empty()) return usual;
    const bool has_control = std::ranges::any_of(
        *name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; });
    // Bytes that go on with a character do not count.
    const auto length = std::ranges::count_if(*name, [](char c) { return (c & 0xC0) != 0x80; });
    if (length > kLongestName || has_control)
        return malformed("a name is one line of at most 40 characters");
    return std::string{trim(*name)};
}

CommandResult<Color> color_from(const Json& json) {
    if (json == "white") return Color::white;
    if (json == "black") return Color::black;
    return malformed("a side is white or black");
}

CommandResult<Seat> seat_from(const Json& json, std::span<const EngineChoice> engines) {
    if (!json.is_object()) return malformed("nobody was named for a side");
    const std::string kind = text_field(json, "kind").value_or("");
    Seat seat;
    if (kind == "person") {
        seat = person_seat("You");
    } else if (kind == "level") {
        const auto elo = number_field(json, "elo");
        if (!elo || *elo < kLowestElo || *elo > kHighestElo)
            return malformed("a level is a number from 400 to 2800");
        seat = level_seat(static_cast<int>(*elo));
    } else if (kind == "full") {
        seat = level_seat(kFullStrength);
    } else if (kind == "engine") {
        const auto found =
            std::ranges::find(engines, text_field(json, "name").value_or(""), &EngineChoice::name);
        if (found == engines.end()) return malformed("there is no engine of that name");
        return Seat{SeatKind::engine, found->name, 0, found->command};
    } else if (kind == "friend") {
        return Seat{SeatKind::friend_to_come, "", 0};
    } else {
        return malformed("a seat is for a person, a friend, a level, full or an engine");
    }
    auto name = name_from(json, seat.name);
    if (!name) return tl::unexpected(name.error());
    seat.name = std::move(*name);
    return seat;
}

CommandResult<GameSetup> setup_from(const Json& json, std::span<const EngineChoice> engines) {
    GameSetup setup;
    setup.seed = std::random_device{}();
    setup.is_fast = json.value("fast", Json(false)) == true;
    const Json clocks = json.value("clocks", Json::object());
    if (!clocks.is_object()) return malformed("clocks are given for each side");
    for (const Color color : kColors) {
        const char* const side = word_for(color);
        auto seat = seat_from(json.value(side, Json{}), engines);
        if (!seat) return tl::unexpected(seat.error());
        setup.seats[index_of(color)] = std::move(*seat);
        const auto control = clock_from(clocks, side);
        if (!control) return tl::unexpected(control.error());
        setup.controls[index_of(color)] = *control;
    }
    const auto friends = std::ranges::count_if(setup.seats, &Seat::is_free);
    if (friends > 0 && !(setup.seats[0].is_person() && setup.seats[1].is_person() && friends == 1))
        return malformed("a friend plays against the person who asks");
    setup.is_apart = friends > 0;
    const Json from = json.value("from", Json::object());
    if (!from.is_object()) return malformed("a game starts from a fen or from chess960");
    if (const auto fen = text_field(from, "fen")) {
        const auto position = parse_fen(*fen);
        if (!position) return malformed(position.error().message);
        setup.start = *position;
    } else if (from.value("chess960", Json(false)) == true) {
        setup.start = chess960_start(static_cast<int>(setup.seed % kChess960Count));
    }
    return setup;
}

Json to_json(const Seat& seat) {
    Json json{{"name", seat.name}};
    switch (seat.kind) {
        case SeatKind::person:
            json["kind"] = "person";
            break;
        case SeatKind::level:
            json["kind"] = "level";
            json["elo"] = seat.strength;
            break;
        case SeatKind::full:
            json["kind"] = "full";
            break;
        case SeatKind::textbook:
        case SeatKind::engine:
            json["kind"] = "engine";
            break;
        case SeatKind::friend_to_come:
            json["kind"] = "friend";
            break;
    }
    return json;
}

Json to_json(const GameSummary& summary) {
    return {{"game", summary.id},     {"started", summary.started}, {"white", summary.white},
            {"black", summary.black}, {"result", summary.result},   {"opening", summary.opening},
            {"eco", summary.eco},     {"plies", summary.plies},     {"isOver", summary.is_over}};
}

Json move_json(const Position& before, Move move, std::optional<Microseconds> left) {
    const Position after = before.after(move);
    Json json{{"san", to_san(before, move)}, {"move", to_coordinate(before, move)},
              {"fen", to_fen(after)},        {"words", move_words(before, move)},
              {"isCheck", after.in_check()}, {"isCapture", before.is_capture(move)}};
    if (const auto clock = milliseconds(left)) json["clock"] = *clock;
    return json;
}

Json moves_json(const Session& session) {
    Json moves = Json::array();
    for (std::size_t ply = 0; ply < session.game().ply(); ++ply) {
        const Position& before = session.game().position_at(ply);
        const ClockedPly& played = session.ply_at(ply);
        moves.push_back(move_json(before, played.move,
                                  played.clocks[index_of(before.side_to_move())].reading().left));
    }
    return moves;
}

Json state_json(const Session& session, const OpeningNames& names) {
    const Game& game = session.game();
    const Position& position = game.position();
    Json state{{"ply", game.ply()},
               {"fen", to_fen(position)},
               {"turn", word_for(position.side_to_move())},
               {"isCheck", position.in_check()},
               {"legal", Json::object()},
               {"promotions", Json::array()},
               {"result",
                std::string{to_text(session.end() ? session.end()->result : PgnResult::unknown)}},
               {"reason", session.end() ? session.end()->reason : ""},
               {"isThinking", session.is_thinking()},
               {"isPaused", session.is_paused()},
               {"canClaimDraw", !session.end() && game.claimable_draw().has_value()},
               {"canTakeBack", session.can_take_back()},
               {"canRedo", game.can_replay()},
               {"captured", captured_json(position)}};
    if (!session.end() && session.seat(session.to_move()).is_person())
        add_legal_moves(position, state);
    if (game.ply() > 0) {
        const std::string last =
            to_coordinate(game.position_at(game.ply() - 1), game.move_at(game.ply() - 1));
        state["last"] = {last.substr(0, 2), last.substr(2, 2)};
    }
    Json clocks = Json::object();
    for (const Color color : kColors) {
        const auto left = milliseconds(session.time_left(color));
        clocks[word_for(color)] = left ? Json(*left) : Json(nullptr);
    }
    state["clocks"] = std::move(clocks);
    if (session.is_clock_running() && session.time_left(session.to_move()))
        state["runs"] = word_for(session.to_move());
    if (const auto by = session.draw_offer()) state["drawOffer"] = word_for(*by);
    if (const auto by = session.take_back_offer()) state["takebackOffer"] = word_for(*by);
    if (const auto person = session.person()) state["person"] = word_for(*person);
    const OpeningLine* const opening = names.find(game);
    state["opening"] = opening != nullptr ? Json(opening->name) : Json("");
    state["eco"] = opening != nullptr ? Json(opening->eco) : Json("");
    return state;
}

Json record_json(const StoredGame& stored, const OpeningNames& names, std::size_t from) {
    Json moves = Json::array();
    Position position = stored.setup.start;
    std::array<ChessClock, 2> clocks{ChessClock{stored.setup.controls[0]},
                                     ChessClock{stored.setup.controls[1]}};
    const std::size_t end = std::min(stored.moves.size(), from + kMovesAtOnce);
    for (std::size_t ply = 0; ply < end; ++ply) {
        const auto& [move, spent] = stored.moves[ply];
        ChessClock& clock = clocks[index_of(position.side_to_move())];
        clock.spend(spent);
        if (ply >= from) moves.push_back(move_json(position, move, clock.reading().left));
        position = position.after(move);
    }
    Json record{
        {"white", to_json(stored.setup.seats[0])},
        {"black", to_json(stored.setup.seats[1])},
        {"result", std::string{to_text(stored.end ? stored.end->result : PgnResult::unknown)}},
        {"reason", stored.end ? stored.end->reason : ""},
        {"started", stored.started},
        {"opening", stored.opening},
        {"eco", stored.eco},
        {"start", to_fen(stored.setup.start)},
        {"moves", std::move(moves)},
        {"plies", stored.moves.size()}};
    if (std::string pgn =
            from == 0 && stored.moves.size() <= kMovesAtOnce ? to_pgn(stored, names) : "";
        !pgn.empty() && pgn.size() <= kLongestPgn)
        record["pgn"] = std::move(pgn);
    return record;
}

}  // namespace castellan
