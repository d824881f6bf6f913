#include "match/game_text.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "chess/pgn/annotation.h"
#include "chess/pgn/pgn_writer.h"

namespace castellan {
namespace {

std::string_view termination_of(Ending ending) {
    switch (ending) {
        case Ending::by_rule:
        case Ending::resigned:
        case Ending::draw_agreed:
            return "normal";
        case Ending::adjudicated:
            return "adjudication";
        case Ending::out_of_time:
            return "time forfeit";
        case Ending::illegal_move:
        case Ending::illegal_claim:
            return "rules infraction";
        case Ending::stalled:
        case Ending::crashed:
            return "abandoned";
        case Ending::not_played:
        case Ending::interrupted:
            break;
    }
    return "unterminated";
}

/// {+0.35/12 1.204s [%clk 0:00:08.8]}
std::string comment_of(const PlayedMove& played) {
    if (played.is_opening) return "book";
    std::string comment;
    if (played.thought)
        comment =
            score_text(played.thought->score) + '/' + std::to_string(played.thought->depth) + ' ';
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3fs",
                  static_cast<double>(played.spent.count()) / 1e6);
    comment += seconds;
    if (played.left)
        comment += ' ' + clock_command(std::chrono::floor<Milliseconds>(*played.left).count());
    return comment;
}

void set_tags(PgnGame& game, const MatchSettings& settings, const PlannedGame& planned,
              const GameRecord& record, const GameDate& date, const OpeningNames& names) {
    const MatchPlayer& white = settings.players[static_cast<std::size_t>(planned.white)];
    const MatchPlayer& black = settings.players[static_cast<std::size_t>(planned.black)];
    game.set_tag("Event", settings.event);
    game.set_tag("Site", settings.site);
    game.set_tag("Date", date.day);
    game.set_tag("Round", std::to_string(planned.round + 1));
    game.set_tag("White", white.name);
    game.set_tag("Black", black.name);
    game.set_tag("UTCDate", date.day);
    game.set_tag("UTCTime", date.time);
    game.set_tag("PlyCount", std::to_string(record.moves.size()));
    game.set_tag("Termination", termination_of(record.ending));
    if (white.control == black.control) {
        game.set_tag("TimeControl", to_text(white.control));
    } else {
        game.set_tag("WhiteTimeControl", to_text(white.control));
        game.set_tag("BlackTimeControl", to_text(black.control));
    }
    if (const OpeningLine* opening = names.find(record.game)) {
        game.set_tag("ECO", opening->eco);
        game.set_tag("Opening", opening->name);
    }
}

}  // namespace

GameDate GameDate::now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    char day[16];
    char time[16];
    std::strftime(day, sizeof day, "%Y.%m.%d", &utc);
    std::strftime(time, sizeof time, "%H:%M:%S", &utc);
    return {day, time};
}

std::string score_text(Score score) {
    char text[32];
    if (score.is_mate())
        std::snprintf(text, sizeof text, "%cM%d", score.is_win() ? '+' : '-',
                      std::abs(score.moves_to_mate()));
    else
        std::snprintf(text, sizeof text, "%+.2f", score.raw() / 100.0);
    return text;
}

std::string game_to_pgn(const MatchSettings& settings, const PlannedGame& planned,
                        const GameRecord& record, const GameDate& date, const OpeningNames& names) {
    PgnGame game;
    game.start = record.game.start();
    game.result = record.result;
    set_tags(game, settings, planned, record, date, names);
    PgnNodeId last = kPgnRoot;
    for (const PlayedMove& played : record.moves) {
        last = game.add_move(last, played.move);
        game.nodes[last].comment = comment_of(played);
    }
    std::string& comment = game.nodes[last].comment;
    comment += (comment.empty() ? "" : ", ") + record.reason;
    return to_pgn(game);
}

}  // namespace castellan
