// A program made of nothing but the layers that also run in a browser: a lobby, a room, a session
// and an engine. It plays a move against a level. The tests look at what it needs from the system.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>

#include "house/lobby.h"

namespace {

using namespace castellan;

class Listener final : public Client {
  public:
    void send(Message message) noexcept override {
        const Json json = Json::parse(*message);
        if (json.value("type", "") == "move") ++moves;
        if (json.contains("game")) game = json["game"];
    }
    std::uint64_t number() const override { return 1; }

    int moves = 0;
    Json game;
};

/// What the engine's thread posts, for the one that owns the lobby.
class Inbox {
  public:
    void put(std::function<void()> work) {
        const std::lock_guard lock{mutex_};
        posted_.push_back(std::move(work));
        arrived_.notify_one();
    }
    std::function<void()> take() {
        std::unique_lock lock{mutex_};
        arrived_.wait(lock, [this] { return !posted_.empty(); });
        auto work = std::move(posted_.front());
        posted_.pop_front();
        return work;
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::function<void()>> posted_;
};

}  // namespace

int main() {
    const OpeningNames names;
    Inbox inbox;
    Listener listener;
    Lobby lobby{{}, names, nullptr, "nothing is kept", [&](std::function<void()> work) {
                    inbox.put(std::move(work));
                }};
    lobby.connect(listener);
    const Json person{{"kind", "person"}, {"name", "Ann"}};
    const Json level{{"kind", "level"}, {"elo", 600}};
    const Json begin{
        {"id", "1"}, {"do", "new"}, {"white", person}, {"black", level}, {"fast", true}};
    lobby.receive(listener, begin.dump());
    const Json move{
        {"id", "2"}, {"do", "move"}, {"game", listener.game}, {"ply", 0}, {"move", "e2e4"}};
    lobby.receive(listener, move.dump());
    while (listener.moves < 2) inbox.take()();
    std::printf("%d moves\n", listener.moves);
    return 0;
}
