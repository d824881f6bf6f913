// Syzygy tables, read through Fathom. The library keeps one set of tables per process, so they are
// shared by all who load the same folders.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "tablebase/syzygy/fathom.h"
#include "tablebase/syzygy/fault_guard.h"
#include "tablebase/syzygy/table_files.h"
#include "tablebase/syzygy/table_trial.h"
#include "tablebase/tablebase.h"

namespace castellan {
namespace {

class SyzygyTablebase final : public Tablebase {
  public:
    SyzygyTablebase(const std::string& folders, const std::vector<TableFile>& tables);
    ~SyzygyTablebase() override;
    SyzygyTablebase(const SyzygyTablebase&) = delete;
    SyzygyTablebase& operator=(const SyzygyTablebase&) = delete;

    const std::string& folders() const { return folders_; }
    int table_count() const override { return table_count_; }
    int largest() const override { return largest_; }
    std::optional<Wdl> probe_wdl(const Position& position) const override;
    std::optional<Ranking> probe_root(const Position& position, bool has_repeated,
                                      bool fifty_move_rule) const override;
    bool has_failed() const override { return has_failed_.load(std::memory_order_relaxed); }

  private:
    bool covers(const Position& position) const;

    std::optional<FaultGuard> guard_;
    std::string folders_;
    int table_count_ = 0;
    int largest_ = 0;
    mutable std::atomic<bool> has_failed_{false};
};

/// What the process has loaded: the library's own state is global, so this has to be.
struct Loaded {
    std::mutex mutex;
    std::condition_variable changed;
    std::weak_ptr<SyzygyTablebase> tables;
    bool is_in_use = false;  // also while the last owner is letting go
};
Loaded& loaded() {
    static Loaded instance;
    return instance;
}

SyzygyTablebase::SyzygyTablebase(const std::string& folders, const std::vector<TableFile>& tables)
    : guard_{std::in_place},
      folders_{folders},
      table_count_{static_cast<int>(std::ranges::count(tables, false, &TableFile::has_distances))} {
    has_failed_ = !FaultGuard::survives([&] {
        fathom::start(folders_);
        open_tables(tables);
    });
    largest_ = fathom::largest();
}

SyzygyTablebase::~SyzygyTablebase() {
    const std::lock_guard lock{loaded().mutex};
    guard_.reset();  // before anybody else puts handlers in place
    loaded().is_in_use = false;
    loaded().changed.notify_all();
}

bool SyzygyTablebase::covers(const Position& position) const {
    return !has_failed() && position.pieces().count() <= largest_ &&
           position.castling_rooks().empty();
}

std::optional<Wdl> SyzygyTablebase::probe_wdl(const Position& position) const {
    if (!covers(position)) return std::nullopt;
    std::optional<Wdl> wdl;
    if (FaultGuard::survives([&] { wdl = fathom::probe_wdl(position); })) return wdl;
    has_failed_ = true;
    return std::nullopt;
}

std::optional<Ranking> SyzygyTablebase::probe_root(const Position& position, bool has_repeated,
                                                   bool fifty_move_rule) const {
    if (!covers(position)) return std::nullopt;
    std::optional<std::vector<RankedMove>> by_distance;
    std::optional<std::vector<RankedMove>> by_result;
    has_failed_ = !FaultGuard::survives([&] {
        by_distance = fathom::rank_by_distance(position, has_repeated, fifty_move_rule);
        if (!by_distance) by_result = fathom::rank_by_result(position, fifty_move_rule);
    });
    if (has_failed()) return std::nullopt;
    if (by_distance) return Ranking{std::move(*by_distance), true};
    if (by_result) return Ranking{std::move(*by_result), false};
    return std::nullopt;
}

}  // namespace

Result<Tablebase::Pointer, TablebaseError> Tablebase::load(std::string_view list) {
    const std::string folders = without_empty_folders(list);
    std::unique_lock lock{loaded().mutex};
    if (const auto present = loaded().tables.lock()) {
        if (present->folders() == folders && !present->has_failed()) return present;
        return fail(TablebaseError::busy,
                    "this process uses the tablebases in " + present->folders() + " already");
    }
    loaded().changed.wait(lock, [] { return !loaded().is_in_use; });
    const auto tables = find_tables(folders);
    if (!tables) return tl::unexpected{tables.error()};
    const std::string damage = find_damage(folders, *tables);
    if (!damage.empty()) return fail(TablebaseError::damaged, damage);

    loaded().is_in_use = true;
    auto fresh = std::make_shared<SyzygyTablebase>(folders, *tables);
    lock.unlock();
    if (fresh->has_failed())
        return fail(TablebaseError::damaged, "the tables changed while they were being opened");
    lock.lock();
    loaded().tables = fresh;
    return fresh;
}

}  // namespace castellan
