// BackgroundPlayer: lets a player think on one of the threads that all share, and brings the answer
// back.
#pragma once

#include <functional>

#include "play/player.h"
#include "play/thinkers.h"

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
    /// Makes the player when it is first asked, on the thread that thinks. Once `gone` is stopped,
    /// the player should wait for nothing more.
    using Make = std::function<std::unique_ptr<Player>(std::stop_token gone)>;

    /// The thinkers are lent.
    BackgroundPlayer(Thinkers& thinkers, Lane lane, ThinkingFor whom, Make make, Post post);
    BackgroundPlayer(const BackgroundPlayer&) = delete;
    BackgroundPlayer& operator=(const BackgroundPlayer&) = delete;
    /// Does not wait: the player ends where it thinks.
    ~BackgroundPlayer();

    /// The listener is called through `post`, once, unless cancel() comes first. What was asked
    /// before is cancelled.
    void ask(Question question, Listener listener);
    /// No answer is wanted any more.
    void cancel();
    /// The next question belongs to another game, or to this one after moves were taken back.
    void forget_game();
    /// What nobody watches is answered quickly.
    void set_watched(bool is_watched) { thinkers_.set_watched(*desk_, is_watched); }

  private:
    struct Errand;
    class Work;

    Thinkers& thinkers_;
    Work* work_;  // the desk's own
    Thinkers::Desk* desk_;
    bool is_new_game_ = true;
};

}  // namespace castellan
