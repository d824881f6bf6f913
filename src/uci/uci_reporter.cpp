#include "uci/uci_reporter.h"

#include <algorithm>

#include "uci/uci_text.h"

namespace castellan {
namespace {

// Fifty lines a second at most: half of them as a burst, half of them as time goes by.
constexpr double kUnlimitedSeconds = 1;
constexpr double kBurst = 25;
constexpr double kLinesPerSecond = 25;

}  // namespace

bool UciReporter::affords(double lines, double reserve, double seconds) {
    if (seconds < kUnlimitedSeconds) {
        allowance_ = kBurst;
        counted_until_ = kUnlimitedSeconds;
        return true;
    }
    allowance_ = std::min(kBurst, allowance_ + (seconds - counted_until_) * kLinesPerSecond);
    counted_until_ = seconds;
    if (allowance_ - reserve < std::min(lines, kBurst)) return false;
    allowance_ -= lines;
    return true;
}

std::vector<std::string> UciReporter::take(const Report& report, double seconds) {
    if (report.bound != Bound::exact) return take_bound(report, seconds);
    if (static_cast<std::size_t>(report.line) > lines_) return {};
    if (report.line == 1) growing_.clear();
    growing_.push_back(report);
    if (growing_.size() < lines_ ||
        !std::ranges::is_sorted(growing_, std::greater{}, &Report::score))
        return {};
    newest_.swap(growing_);
    growing_.clear();
    owes_newest_ = !affords(static_cast<double>(lines_), 0, seconds);
    return owes_newest_ ? std::vector<std::string>{} : text_of(newest_);
}

std::vector<std::string> UciReporter::take_bound(const Report& report, double seconds) {
    // Between the lines of a block a bound would only confuse.
    if (lines_ > 1 || !affords(1, kBurst / 2, seconds)) return {};
    return text_of({report});
}

std::vector<std::string> UciReporter::text_of(const Block& block) const {
    std::vector<std::string> lines;
    for (const Report& report : block) lines.push_back(uci_info(root_, report, shows_chances_));
    return lines;
}

std::vector<std::string> UciReporter::finish(const Verdict& verdict) {
    if (!verdict.best)
        return {"info depth 0 score " + uci_score(verdict.score), uci_best_move(root_, verdict)};
    std::vector<std::string> lines;
    const bool has_new_best =
        !growing_.empty() &&
        (newest_.empty() || growing_.front().pv.front() != newest_.front().pv.front());
    if (has_new_best)
        lines = text_of(completed());
    else if (owes_newest_)
        lines = text_of(newest_);
    lines.push_back(uci_best_move(root_, verdict));
    return lines;
}

/// The search was stopped within an iteration that has found a better move: the other lines are
/// those last known. None of them is now better than that move.
UciReporter::Block UciReporter::completed() const {
    Block block{growing_.front()};
    const auto is_told = [&](const Report& report) {
        return std::ranges::any_of(
            block, [&](const Report& told) { return told.pv.front() == report.pv.front(); });
    };
    for (const Block* const known : {&growing_, &newest_})
        for (const Report& report : *known)
            if (block.size() < lines_ && !is_told(report)) block.push_back(report);
    const Report& best = growing_.front();
    for (std::size_t i = 1; i < block.size(); ++i) {
        Report& report = block[i];
        if (report.score > best.score) {
            report.score = best.score;
            report.bound = Bound::upper;
        }
        report.nodes = best.nodes;
        report.time = best.time;
        report.table_fullness = best.table_fullness;
    }
    std::stable_sort(block.begin() + 1, block.end(),
                     [](const Report& a, const Report& b) { return a.score > b.score; });
    for (std::size_t i = 0; i < block.size(); ++i) block[i].line = static_cast<int>(i) + 1;
    return block;
}

}  // namespace castellan
