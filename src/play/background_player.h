// BackgroundPlayer: lets a player think on a thread of its own, and brings the answer back.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "play/player.h"

namespace castellan {

/// Runs something later on the thread that owns the game; may be called from any thread.
using Post = std::function<void(std::function<void()>)>;

class BackgroundPlayer {
  public:
    /// A question that owns what it is about.
    struct Question {
        Game game;
        std::array<SideClock, 2> clocks;
        Microseconds patience;
        std::uint64_t seed = 0;
    };
    /// Gets the answer, or why the player cannot play at all.
    using Listener = std::function<void(const Result<Answer, PlayerError>&)>;

    BackgroundPlayer(std::unique_ptr<Player> player, Post post);
    /// Waits for the player to come back from what it does.
    ~BackgroundPlayer();

    /// The listener is called through `post`, once, unless cancel() comes first. What was asked
    /// before is cancelled.
    void ask(Question question, Listener listener);
    /// No answer is wanted any more.
    void cancel();
    /// The next question belongs to another game, or to this one after moves were taken back.
    void forget_game();

  private:
    struct Errand {
        Question question;
        Listener listener;
        std::stop_source stop;
        bool is_new_game;
    };

    void work(const std::stop_token& end);
    Result<Answer, PlayerError> run(Errand& errand);

    std::unique_ptr<Player> player_;
    Post post_;
    bool is_new_game_ = true;   // of the owner's thread alone
    std::stop_source current_;  // of the last question
    std::mutex mutex_;          // guards what follows
    std::condition_variable_any arrived_;
    std::unique_ptr<Errand> next_;
    std::jthread thread_;
};

}  // namespace castellan
