#include "match/match_arguments.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

Result<MatchSettings, ArgumentError> parse(std::string_view text) {
    return parse_match_arguments(split_words(text));
}

TEST(MatchArguments, ACutechessCommandLineIsUnderstood) {
    const auto settings = parse(
        "-engine cmd=./new name=New proto=uci option.Hash=64 'option.Move Overhead=5' args='a \"b "
        "c\"' "
        "-engine cmd=/usr/games/phalanx dir=/tmp tc=40/60+0.5 restart=on ponder "
        "-each tc=8+0.08 timemargin=20 option.Threads=1 "
        "-openings file=uho.epd format=epd order=random plies=8 start=3 "
        "-rounds 500 -games 2 -repeat -concurrency 2 -tournament gauntlet "
        "-sprt elo0=-3 elo1=1.5 alpha=0.1 beta=0.02 model=logistic "
        "-draw movenumber=30 movecount=6 score=12 -resign movecount=4 score=700 twosided=true "
        "-maxmoves 200 -pgnout out.pgn -epdout out.epd -recover -srand 17 -event Cup -site Here "
        "-ratinginterval 50 -variant fischerandom -stall 2.5");
    ASSERT_TRUE(settings) << settings.error().message;
    ASSERT_EQ(settings->players.size(), 2U);
    const MatchPlayer& first = settings->players[0];
    EXPECT_EQ(first.name, "New");
    EXPECT_EQ(first.command, "./new");
    EXPECT_EQ(first.arguments, (std::vector<std::string>{"a", "b c"}));
    EXPECT_EQ(first.protocol, EngineProtocol::uci);
    EXPECT_EQ(first.options, (std::vector<EngineOptionSetting>{
                                 {"Threads", "1"}, {"Hash", "64"}, {"Move Overhead", "5"}}));
    EXPECT_EQ(to_text(first.control), "8+0.08");
    EXPECT_EQ(first.time_margin, Milliseconds{20});
    const MatchPlayer& second = settings->players[1];
    EXPECT_EQ(second.name, "phalanx");
    EXPECT_EQ(second.directory, "/tmp");
    EXPECT_EQ(to_text(second.control), "40/60+0.5");
    EXPECT_TRUE(second.restarts && second.ponders);
    EXPECT_EQ(settings->openings.path, "uho.epd");
    EXPECT_EQ(settings->openings.order, OpeningOrder::random);
    EXPECT_EQ(settings->openings.start, 3);
    EXPECT_EQ(settings->rounds, 500);
    EXPECT_EQ(settings->kind, TournamentKind::gauntlet);
    EXPECT_EQ(settings->sprt->model, SprtModel::logistic);
    EXPECT_DOUBLE_EQ(settings->sprt->elo0, -3);
    EXPECT_DOUBLE_EQ(settings->sprt->beta, 0.02);
    EXPECT_EQ(settings->adjudication.draw->move_number, 30);
    EXPECT_EQ(settings->adjudication.resign->score, 700);
    EXPECT_TRUE(settings->adjudication.resign->two_sided);
    EXPECT_EQ(settings->adjudication.max_moves, 200);
    EXPECT_TRUE(settings->recovers && settings->is_chess960 && settings->has_seed);
    EXPECT_EQ(settings->seed, 17U);
    EXPECT_EQ(settings->state_path, "out.pgn.state");
    EXPECT_EQ(settings->stall_limit, Milliseconds{2500});
}

TEST(MatchArguments, LongOptionsMeanTheSame) {
    const auto settings = parse(
        "--engine cmd=a --engine cmd=a --each st=0.5 --rounds=7 --concurrency 3 --json --norepeat");
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->rounds, 7);
    EXPECT_EQ(settings->concurrency, 3);
    EXPECT_TRUE(settings->is_json);
    EXPECT_FALSE(settings->repeats);
    EXPECT_EQ(settings->players[0].limits.move_time, Milliseconds{500});
    EXPECT_EQ(settings->players[1].name, "a 2") << "names must differ";
}

TEST(MatchArguments, OurOwnPlayersNeedNoLimit) {
    const auto settings = parse("-engine cmd=textbook:3 -engine cmd=x nodes=100");
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->players[0].name, "textbook:3");
    EXPECT_EQ(settings->players[1].limits.nodes, 100U);
}

struct BadArguments {
    const char* text;
    ArgumentError reason;
};

const BadArguments kBad[] = {
    {"", ArgumentError::missing_value},
    {"nonsense", ArgumentError::unknown_option},
    {"-nonsense", ArgumentError::unknown_option},
    {"-engine cmd=a", ArgumentError::missing_value},
    {"-engine cmd=a -engine cmd=b", ArgumentError::missing_value},
    {"-engine name=a -engine cmd=b -each depth=1", ArgumentError::missing_value},
    {"-engine cmd= -engine cmd=b -each depth=1", ArgumentError::missing_value},
    {"-engine cmd=a -engine cmd=b -each depth=0", ArgumentError::bad_value},
    {"-engine cmd=a -engine cmd=b -each tc=soon", ArgumentError::bad_value},
    {"-engine cmd=a -engine cmd=b -each tc=0", ArgumentError::bad_value},
    {"-engine cmd=a -engine cmd=b -each colour=red", ArgumentError::unknown_key},
    {"-engine cmd=a proto=telepathy -engine cmd=b -each depth=1", ArgumentError::bad_value},
    {"-engine cmd=textbook:99 -engine cmd=b -each depth=1", ArgumentError::bad_value},
    {"-rounds", ArgumentError::missing_value},
    {"-rounds 0", ArgumentError::bad_value},
    {"-rounds 3 4", ArgumentError::bad_value},
    {"-openings order=random", ArgumentError::missing_value},
    {"-openings file=x order=upside-down", ArgumentError::bad_value},
    {"-sprt elo0=5 elo1=0", ArgumentError::contradiction},
    {"-sprt elo0=x", ArgumentError::bad_value},
    {"-sprt alpha=0.7", ArgumentError::bad_value},
    {"-sprt elo2=7", ArgumentError::unknown_key},
    {"-engine cmd=a -engine cmd=b -engine cmd=c -each depth=1 -sprt elo0=0 elo1=5",
     ArgumentError::contradiction},
    {"-variant crazyhouse", ArgumentError::bad_value},
    {"-srand many", ArgumentError::bad_value},
    {"-resume", ArgumentError::missing_value},
};

TEST(MatchArguments, WhatIsWrongIsNamed) {
    for (const auto& [text, reason] : kBad) {
        const auto settings = parse(text);
        ASSERT_FALSE(settings) << text;
        EXPECT_EQ(settings.error().reason, reason) << text << ": " << settings.error().message;
        EXPECT_FALSE(settings.error().message.empty()) << text;
    }
}

TEST(MatchArguments, AMisspeltOptionIsGuessed) {
    EXPECT_EQ(parse("-openigns file=x").error().message,
              "unknown option -openigns; did you mean -openings?");
    EXPECT_EQ(parse("-nonsense").error().message, "unknown option -nonsense");
}

TEST(MatchArguments, ResumingNeedsNothingButTheFile) {
    EXPECT_TRUE(parse("-resume -state x.state"));
}

}  // namespace
}  // namespace castellan
