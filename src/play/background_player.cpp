#include "play/background_player.h"

namespace castellan {

BackgroundPlayer::BackgroundPlayer(std::unique_ptr<Player> player, Post post)
    : player_{std::move(player)},
      post_{std::move(post)},
      thread_{[this](const std::stop_token& end) { work(end); }} {}

BackgroundPlayer::~BackgroundPlayer() { cancel(); }

void BackgroundPlayer::ask(Question question, Listener listener) {
    cancel();
    current_ = std::stop_source{};
    auto errand = std::make_unique<Errand>(Errand{std::move(question), std::move(listener),
                                                  current_, std::exchange(is_new_game_, false)});
    const std::lock_guard lock{mutex_};
    // Whatever was waiting has been cancelled, but a new game is still to be told.
    if (next_) errand->is_new_game |= next_->is_new_game;
    next_ = std::move(errand);
    arrived_.notify_one();
}

void BackgroundPlayer::cancel() { current_.request_stop(); }

void BackgroundPlayer::forget_game() {
    cancel();
    is_new_game_ = true;
}

void BackgroundPlayer::work(const std::stop_token& end) {
    for (;;) {
        std::unique_ptr<Errand> errand;
        {
            std::unique_lock lock{mutex_};
            if (!arrived_.wait(lock, end, [&] { return next_ != nullptr; })) return;
            errand = std::move(next_);
        }
        auto answer = std::make_shared<Result<Answer, PlayerError>>(run(*errand));
        // Asked again on the owner's thread, where cancel() is called as well.
        post_([answer, listener = std::move(errand->listener), stop = errand->stop.get_token()] {
            if (!stop.stop_requested()) listener(*answer);
        });
    }
}

Result<Answer, PlayerError> BackgroundPlayer::run(Errand& errand) {
    const Question& question = errand.question;
    const Color mover = question.game.position().side_to_move();
    if (errand.is_new_game) {
        const auto status = player_->start_game(
            {question.game.start(), question.clocks[index_of(mover)], question.seed});
        if (!status) return tl::unexpected(status.error());
    }
    return player_->answer(
        {question.game, question.clocks, question.patience, errand.stop.get_token()});
}

}  // namespace castellan
