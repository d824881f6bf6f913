#include "play/background_player.h"

#include <atomic>

namespace castellan {
namespace {

using Reply = Result<Answer, PlayerError>;

/// How long a question can wait for its turn before that costs more than the move should.
Milliseconds patience_of(const BackgroundPlayer::Question& question) {
    constexpr int kMovesToSpare = 30;
    const SideClock& clock = question.clocks[index_of(question.game.position().side_to_move())];
    if (!clock.left) return std::chrono::duration_cast<Milliseconds>(question.patience);
    return std::chrono::duration_cast<Milliseconds>(*clock.left) / kMovesToSpare +
           clock.increment / 2;
}

}  // namespace

struct BackgroundPlayer::Errand {
    Errand(Question asked_for, Listener heard_by, bool is_new)
        : question{std::move(asked_for)}, listener{std::move(heard_by)}, is_new_game{is_new} {}

    Question question;
    Listener listener;
    bool is_new_game;
    SteadyTime asked = SteadyClock::now();
    std::stop_source stop;                   // the search should end, with an answer
    std::atomic<bool> is_cancelled = false;  // then nobody wants the answer
};

class BackgroundPlayer::Work final : public Thinking {
  public:
    Work(Make make, Post post) : make_{std::move(make)}, post_{std::move(post)} {}

    void think() noexcept override {
        const std::shared_ptr<Errand> errand = take();
        if (errand) deliver(errand, reply_to(*errand));
    }
    void hurry() noexcept override {
        const std::lock_guard lock{mutex_};
        if (running_) running_->stop.request_stop();
    }

    void give(std::shared_ptr<Errand> errand) {
        const std::lock_guard lock{mutex_};
        // Whatever was waiting has been cancelled, but a new game is still to be told.
        if (next_) errand->is_new_game |= next_->is_new_game;
        next_ = std::move(errand);
    }
    void cancel() noexcept {
        const std::lock_guard lock{mutex_};
        for (const auto& errand : {next_.get(), running_.get()}) {
            if (errand == nullptr) continue;
            errand->is_cancelled = true;
            errand->stop.request_stop();
        }
    }
    void close() noexcept {
        cancel();
        gone_.request_stop();
    }

  private:
    /// A cancelled one stays: the next must know whether it was about a new game.
    std::shared_ptr<Errand> take() noexcept {
        const std::lock_guard lock{mutex_};
        if (next_ && next_->is_cancelled) return nullptr;
        return running_ = std::exchange(next_, nullptr);
    }

    Reply reply_to(const Errand& errand) noexcept {
        try {
            return answer_to(errand);
        } catch (const std::exception&) {
            // Memory or a thread was lacking. What could not finish is made anew next time. The
            // words are short enough to need no memory of their own.
            player_.reset();
            return tl::unexpected(Error<PlayerError>{PlayerError::lacks_memory, "no memory"});
        }
    }

    Reply answer_to(const Errand& errand) {
        const Question& question = errand.question;
        const Color mover = question.game.position().side_to_move();
        auto clocks = question.clocks;
        if (!player_) {
            player_ = make_(gone_.get_token());
            needs_game_ = true;
        }
        if (errand.is_new_game || needs_game_) {
            needs_game_ = true;
            const auto status = player_->start_game(
                {question.game.start(), clocks[index_of(mover)], question.seed});
            if (!status) return tl::unexpected(status.error());
            needs_game_ = false;
        }
        const auto waited =
            std::chrono::duration_cast<Microseconds>(SteadyClock::now() - errand.asked);
        if (auto& left = clocks[index_of(mover)].left)
            left = std::max(*left - waited, Microseconds{0});
        return player_->answer({question.game, clocks,
                                std::max(question.patience - waited, Microseconds{0}),
                                errand.stop.get_token(), waited});
    }

    /// Tries again while there is no memory even for that: the game would wait for ever.
    void deliver(const std::shared_ptr<Errand>& errand, Reply&& reply) noexcept {
        while (!errand->is_cancelled) try {
                // Asked again on the owner's thread, where cancel() is called as well.
                post_([errand, reply = std::make_shared<Reply>(reply)] {
                    if (!errand->is_cancelled) errand->listener(*reply);
                });
                return;
            } catch (const std::exception&) {
                std::this_thread::sleep_for(Milliseconds{20});
            }
    }

    Make make_;
    Post post_;
    std::stop_source gone_;
    std::unique_ptr<Player> player_;  // of the thread that thinks
    bool needs_game_ = true;
    std::mutex mutex_;  // guards what follows
    std::shared_ptr<Errand> next_;
    std::shared_ptr<Errand> running_;  // or the last one
};

BackgroundPlayer::BackgroundPlayer(Thinkers& thinkers, Lane lane, ThinkingFor whom, Make make,
                                   Post post)
    : thinkers_{thinkers} {
    auto work = std::make_unique<Work>(std::move(make), std::move(post));
    work_ = work.get();
    desk_ = &thinkers_.seat(std::move(work), lane, whom);
}

BackgroundPlayer::~BackgroundPlayer() {
    work_->close();
    thinkers_.leave(*desk_);
}

void BackgroundPlayer::ask(Question question, Listener listener) {
    cancel();
    const Milliseconds patience = patience_of(question);
    auto errand = std::make_shared<Errand>(std::move(question), std::move(listener), is_new_game_);
    work_->give(std::move(errand));
    is_new_game_ = false;
    thinkers_.call(*desk_, patience);
}

void BackgroundPlayer::cancel() { work_->cancel(); }

void BackgroundPlayer::forget_game() {
    cancel();
    is_new_game_ = true;
}

}  // namespace castellan
