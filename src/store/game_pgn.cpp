#include "store/game_pgn.h"

#include "chess/pgn/annotation.h"
#include "chess/pgn/pgn_writer.h"

namespace castellan {
namespace {

void set_seat_tags(PgnGame& pgn, const std::string& color, const Seat& seat) {
    pgn.set_tag(color, seat.name);
    pgn.set_tag(color + "Type", seat.is_person() ? "human" : "program");
    if (seat.kind == SeatKind::level) pgn.set_tag(color + "Elo", std::to_string(seat.strength));
}

}  // namespace

std::string to_pgn(const StoredGame& stored, const OpeningNames& names) {
    if (!stored.pgn.empty()) return stored.pgn;
    const GameSetup& setup = stored.setup;
    PgnGame pgn;
    pgn.start = setup.start;
    pgn.set_tag("Event", "Casual game");
    pgn.set_tag("Site", "?");
    // "2026-05-01 18:30:00"
    std::string day = stored.started.substr(0, 10);
    for (char& c : day)
        if (c == '-') c = '.';
    pgn.set_tag("Date", day.empty() ? "????.??.??" : day);
    if (stored.started.size() > 11) {
        pgn.set_tag("UTCDate", day);
        pgn.set_tag("UTCTime", stored.started.substr(11));
    }
    pgn.set_tag("Round", "-");
    set_seat_tags(pgn, "White", setup.seats[0]);
    set_seat_tags(pgn, "Black", setup.seats[1]);
    if (setup.controls[0] == setup.controls[1]) {
        pgn.set_tag("TimeControl", to_text(setup.controls[0]));
    } else {
        pgn.set_tag("WhiteTimeControl", to_text(setup.controls[0]));
        pgn.set_tag("BlackTimeControl", to_text(setup.controls[1]));
    }
    pgn.set_tag("PlyCount", std::to_string(stored.moves.size()));

    std::array<ChessClock, 2> clocks{ChessClock{setup.controls[0]}, ChessClock{setup.controls[1]}};
    Game game{setup.start};
    PgnNodeId last = kPgnRoot;
    for (const auto& [move, spent] : stored.moves) {
        ChessClock& clock = clocks[index_of(game.position().side_to_move())];
        clock.spend(spent);
        game.play(move);
        last = pgn.add_move(last, move);
        if (const auto left = clock.reading().left)
            pgn.nodes[last].comment =
                clock_command(std::chrono::floor<Milliseconds>(*left).count());
    }
    if (const OpeningLine* opening = names.find(game)) {
        pgn.set_tag("ECO", opening->eco);
        pgn.set_tag("Opening", opening->name);
    }
    if (stored.end) {
        pgn.result = stored.end->result;
        pgn.set_tag("Termination", stored.end->termination);
        std::string& comment = pgn.nodes[last].comment;
        comment += (comment.empty() ? "" : " ") + stored.end->reason;
    } else {
        pgn.set_tag("Termination", "unterminated");
    }
    return to_pgn(pgn);
}

}  // namespace castellan
