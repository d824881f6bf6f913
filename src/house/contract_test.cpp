// The contract with the page: tests/data/web holds conversations, what the page says and what it
// hears then. Here the server has its part in them; web/src/state/contract.test.ts has the page's.
// CASTELLAN_UPDATE_GOLDEN=1 writes down what the server says now.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "clients/make_player.h"
#include "house/lobby.h"
#include "store/sqlite/sqlite_game_store.h"
#include "tests/support/full_disk.h"
#include "tests/support/posted_work.h"
#include "tests/support/temporary_folder.h"

namespace castellan {
namespace {

/// Keeps the fields in the order in which they were written.
using Script = nlohmann::ordered_json;

// ---- what varies

constexpr const char* kInvitation = "0123456789abcdef0123456789abcdef";
constexpr const char* kSomeVersion = "0.0.0";
constexpr const char* kSomeTime = "2026-05-01 18:30:00";
constexpr const char* kSomeShuffledStart =
    "rbbqnkrn/pppppppp/8/8/8/8/PPPPPPPP/RBBQNKRN w KQkq - 0 1";

/// Clocks run while the test does. The conversations use whole multiples of this, in milliseconds.
constexpr std::int64_t kClockGrain = 10'000;

void round_clock(Json& clock) {
    if (clock.is_number())
        clock = (clock.get<std::int64_t>() + kClockGrain / 2) / kClockGrain * kClockGrain;
}

std::string with_some_date(const std::string& pgn) {
    static const std::regex day{R"((Date ")\d{4}\.\d\d\.\d\d)"};
    static const std::regex time{R"((UTCTime ")\d\d:\d\d:\d\d)"};
    return std::regex_replace(std::regex_replace(pgn, day, "$012026.05.01"), time, "$0118:30:00");
}

const std::regex kSecret{"[0-9a-f]{32}"};

std::string with_some_secret(const std::string& url) {
    return std::regex_replace(url, kSecret, "SECRET");
}

bool is_time(const Json& json) {
    static const std::regex time{R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)"};
    return json.is_string() && std::regex_match(json.get<std::string>(), time);
}

/// Replaces what is another thing on every run: the version, the date, the time on the clocks. What
/// is not of their form stays and differs.
void steady(Json& json) {
    for (auto& [key, value] : json.items()) {
        if (value.is_structured()) steady(value);
        if (key == "version" && value.is_string()) value = kSomeVersion;
        if ((key == "started" || key == "since") && is_time(value)) value = kSomeTime;
        if (key == "ms") round_clock(value);
        if (key == "url") value = with_some_secret(value.get<std::string>());
        if (key == "clock") round_clock(value);
        if (key == "clocks")
            for (Json& clock : value) round_clock(clock);
        if (key == "pgn" && value.is_string()) value = with_some_date(value);
    }
}

/// A Chess960 game starts where chance wills.
bool starts_anywhere(const Script& step) {
    static const Script::json_pointer wish{"/say/from/chess960"};
    return step.contains(wish);
}

void replace_all(Json& json, const Json& from, const Json& to) {
    if (json == from) json = to;
    if (json.is_structured())
        for (Json& part : json) replace_all(part, from, to);
}

// ---- files

/// What fits on a line stands on one; of the rest every part has its own.
std::string laid_out(const Script& json, std::size_t indent = 0) {
    constexpr std::size_t kLongestLine = 110;
    std::string line = json.dump();
    if (!json.is_structured() || json.empty() || indent + line.size() <= kLongestLine) return line;
    const std::string inset(indent + 2, ' ');
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += (text.empty() ? "\n" : ",\n") + inset;
        if (json.is_object()) text += Script(key).dump() + ": ";
        text += laid_out(value, indent + 2);
    }
    const char* const brackets = json.is_object() ? "{}" : "[]";
    return brackets[0] + text + '\n' + std::string(indent, ' ') + brackets[1];
}

std::vector<std::filesystem::path> files() {
    std::vector<std::filesystem::path> found;
    const std::filesystem::path folder{CASTELLAN_SOURCE_DIR "/tests/data/web"};
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        if (entry.path().extension() == ".json") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

Script read(const std::filesystem::path& file) {
    std::ifstream input{file};
    return Script::parse(input);
}

bool is_updating() {
    const char* const wish = std::getenv("CASTELLAN_UPDATE_GOLDEN");
    return wish != nullptr && std::string_view{wish} == "1";
}

// ---- the conversation

/// Keeps what it is sent, as JSON.
class Page final : public Client {
  public:
    explicit Page(std::uint64_t number) : number_{number} {}
    void send(Message message) noexcept override { heard.push_back(Json::parse(*message)); }
    std::uint64_t number() const override { return number_; }
    PersonId person() const override { return person_; }
    std::string key() const override { return key_; }
    void become(PersonId person, std::string key) {
        person_ = person;
        key_ = std::move(key);
    }

    std::vector<Json> heard;

  private:
    std::uint64_t number_;
    PersonId person_ = kHost;
    std::string key_;
};

/// An engine that always does the same, and one that plays what cannot be.
constexpr const char* kSteadyEngine = R"(#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo "id name steady"; echo uciok ;;
    isready) echo readyok ;;
    position*e7e5) move=g1f3 ;;
    position*) move=e2e4 ;;
    go*) echo "bestmove $move" ;;
    quit) exit ;;
  esac
done
)";
constexpr const char* kBrokenEngine = R"(#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo "id name broken"; echo uciok ;;
    isready) echo readyok ;;
    go*) echo "bestmove e7e1" ;;
    quit) exit ;;
  esac
done
)";

/// A server for one conversation, with games of its own.
class Server {
  public:
    explicit Server(const Script& conversation) {
        std::signal(SIGPIPE, SIG_IGN);  // as every program that talks to engines does
        if (conversation.value("keepsGames", true))
            store_.emplace(*SqliteGameStore::open(folder_ / "games.db"));
        const std::string page = conversation.value("pageOf", "");
        open_lobby(!page.empty());
        if (page.empty()) return;
        if (page != "the host") come_in(page_, page);
        come_in(friend_, "Bob");
    }

    /// Carries out one step and returns what the page has heard.
    std::vector<Json> take(const Script& step) {
        page_.heard.clear();
        if (step.contains("connect")) {
            lobby_->disconnect(page_);
            lobby_->connect(page_);
        } else if (step.contains("friend")) {
            be_friend(step["friend"]);
            lobby_->settle();
        } else {
            std::optional<FullDisk> full;
            if (step.value("disk", "") == "full") full.emplace();
            Page& speaker = step.contains("elsewhere") ? elsewhere_ : page_;
            if (&speaker == &elsewhere_) lobby_->disconnect(page_);  // it is away meanwhile
            lobby_->receive(speaker, with_own_secret(step.at("say").dump()));
            const std::size_t promised = page_.heard.size() + step.value("await", 0U);
            while (page_.heard.size() < promised && work_.run_one()) {
            }
            lobby_->settle();
        }
        if (starts_anywhere(step)) chance_start_ = page_.heard.front().at("start");
        for (Json& message : page_.heard) {
            if (message.contains("url")) note_secret(message["url"].get<std::string>());
            steady(message);
            if (!chance_start_.is_null()) replace_all(message, chance_start_, kSomeShuffledStart);
        }
        return page_.heard;
    }

  private:
    void come_in(Page& page, const std::string& name) {
        const auto entry = lobby_->enter({{"token", kInvitation}, {"name", name}}, "");
        page.become(lobby_->people().person_with(entry->key).value(), entry->key);
    }
    /// Another person, who comes, goes or says something.
    void be_friend(const Script& deed) {
        if (deed == "comes") return lobby_->connect(friend_);
        if (deed == "goes") return lobby_->disconnect(friend_);
        lobby_->receive(friend_, with_own_secret(deed.dump()));
    }
    void note_secret(const std::string& url) {
        if (std::smatch found; std::regex_search(url, found, kSecret)) secret_ = found.str();
    }
    /// What the page calls SECRET in an address.
    std::string with_own_secret(const std::string& command) const {
        return std::regex_replace(command, std::regex{"SECRET"}, secret_);
    }

    void open_lobby(bool has_people) {
        lobby_.emplace(LobbySettings{.engines = {{"steady", engine("steady", kSteadyEngine)},
                                                 {"broken", engine("broken", kBrokenEngine)}},
                                     .people = {.are_several = has_people,
                                                .invitation = kInvitation,
                                                .host_secret = "the host's"},
                                     .address = [] { return "https://chess.example.org"; },
                                     .make_qr = [](const std::string&) { return "10\n01"; },
                                     .make_program_player = make_program_player},
                       names_, store_ ? &*store_ : nullptr,
                       store_ ? "" : "Games are not kept: this is a test.", work_.poster());
    }

    std::string engine(const std::string& name, const char* script) const {
        std::string path = folder_.write(name, script);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }

    const TemporaryFolder folder_;
    const OpeningNames names_;
    std::optional<SqliteGameStore> store_;
    Json chance_start_;
    Page page_{1};
    Page elsewhere_{2};
    Page friend_{3};
    std::string secret_;  // of the last address
    PostedWork work_;
    std::optional<Lobby> lobby_;
};

/// Field by field: where they differ, and what stands there.
void expect_same(const std::vector<Json>& heard, const Script& golden, const std::string& where) {
    EXPECT_EQ(heard.size(), golden.size()) << where << ": " << Json(heard);
    for (std::size_t i = 0; i < std::min(heard.size(), golden.size()); ++i) {
        const Json difference = Json::diff(Json(golden[i]), heard[i]);
        EXPECT_TRUE(difference.empty()) << where << ", message " << i << ": " << difference.dump(2);
    }
}

TEST(Contract, TheServerSaysWhatTheConversationsSay) {
    ASSERT_FALSE(files().empty());
    for (const auto& file : files()) {
        Script conversation = read(file);
        Server server{conversation};
        for (Script& step : conversation["steps"]) {
            const std::vector<Json> heard = server.take(step);
            const std::string where = file.filename().string() + ", " + step.value("step", "");
            if (!is_updating()) expect_same(heard, step.value("hear", Script::array()), where);
            step["hear"] = heard;
        }
        if (is_updating()) std::ofstream{file} << laid_out(conversation) << '\n';
    }
}

std::string kind_of(const Script& message) {
    if (message.contains("re")) return message["ok"] == true ? "ok" : "refusal";
    const bool is_second_hint = message["type"] == "hint" && message.contains("move");
    return is_second_hint ? "hint, move" : message.value("type", "");
}

// Whoever adds an event or a command of a game adds it to the conversations and to these lists.
static_assert(std::variant_size_v<SessionEvent> == 11);
static_assert(std::variant_size_v<SessionCommand> == 11);

TEST(Contract, EveryKindOfMessageIsInTheConversations) {
    std::set<std::string> said;
    std::set<std::string> heard;
    for (const auto& file : files()) {
        const Script conversation = read(file);
        for (const Script& step : conversation["steps"]) {
            for (const char* const who : {"say", "friend"})
                if (step.contains(who) && step[who].is_object())
                    said.insert(step[who].value("do", ""));
            for (const Script& message : step["hear"]) heard.insert(kind_of(message));
        }
    }
    const std::set<std::string> commands{
        "new",    "watch",  "unwatch", "games",    "record",  "delete", "restore", "set",
        "move",   "type",   "hint",    "draw",     "decline", "resign", "redo",    "pause",
        "step",   "pace",   "seat",    "takeback", "join",    "claim",  "rematch", "device",
        "forget", "people", "remove",  "end",      "revoke"};
    const std::set<std::string> messages{"hello",
                                         "settings",
                                         "snapshot",
                                         "move",
                                         "back",
                                         "end",
                                         "drawOffered",
                                         "drawDeclined",
                                         "hint",
                                         "hint, move",
                                         "paused",
                                         "seat",
                                         "unsaved",
                                         "trouble",
                                         "ok",
                                         "refusal",
                                         "presence",
                                         "takebackOffered",
                                         "takebackDeclined",
                                         "rematchOffered",
                                         "rematch"};
    EXPECT_EQ(said, commands);
    EXPECT_EQ(heard, messages);
}

}  // namespace
}  // namespace castellan
