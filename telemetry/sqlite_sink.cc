// SqliteSink writes events to a SQLite table, for reports and for erasing the events of a user.
//
// Tested by tests/telemetry/sqlite_sink_test.cc.
#include <mutex>
#include <utility>

#include "parley/telemetry.h"
#include "telemetry/event_table.h"

namespace parley {
namespace telemetry {
namespace {

class SqliteSink final : public TelemetryTable {
 public:
  SqliteSink(EventTable table, std::string path, TelemetryTableOptions options)
      : table_(std::move(table)), path_(std::move(path)), options_(std::move(options)) {}

  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    const std::lock_guard lock(mutex_);
    auto written = table_.write(lines, options_.clock->now(), options_.max_rows);
    if (!written) return Unexpected(written.error());
    return lines.size();
  }

  Result<std::size_t> forget_session(std::string_view hash) override {
    return erase([&] { return table_.erase_session(hash); });
  }
  Result<std::size_t> forget_sessions(const std::vector<std::string>& hashes) override {
    auto hash = hashes.begin();
    return erase([&]() -> Result<std::size_t> {
      for (; hash != hashes.end(); ++hash) {
        auto gone = table_.erase_session(*hash);
        if (!gone || *gone > 0) return gone;
      }
      return 0;
    });
  }
  // Erases the events without a user first. The user's own events identify the user's sessions, so they are erased
  // last. A second call can thus finish an interrupted erasure.
  Result<std::size_t> forget_user(std::string_view hash) override {
    return erase([&]() -> Result<std::size_t> {
      auto gone = table_.erase_userless(hash);
      return !gone || *gone > 0 ? gone : table_.erase_user(hash);
    });
  }
  Result<std::size_t> prune(TimeMs before) override {
    return erase([&] { return table_.erase_before(before); });
  }

  std::string where() const override { return "in " + path_; }

  Result<void> for_each(TimeMs since, TimeMs until, const std::function<void(std::string_view)>& take) override {
    TimeMs at = since;
    for (std::int64_t after = -1;;) {
      const auto events = read(at, after, until);
      if (!events) return Unexpected(events.error());
      if (events->empty()) return {};
      for (const EventRow& event : *events) take(event.line);
      at = events->back().at;
      after = events->back().id;
    }
  }

 private:
  Result<std::vector<EventRow>> read(TimeMs at, std::int64_t after, TimeMs until) {
    const std::lock_guard lock(mutex_);
    return table_.read(at, after, until);
  }

  // Erases in steps. Other threads can write between the steps.
  template <class EraseSome>
  Result<std::size_t> erase(EraseSome erase_some) {
    std::size_t erased = 0;
    for (std::size_t some = 1; some > 0;) {
      const std::lock_guard lock(mutex_);
      auto gone = erase_some();
      if (!gone) return gone;
      erased += some = *gone;
    }
    if (auto scrubbed = scrub(); !scrubbed) return Unexpected(scrubbed.error());
    return erased;
  }

  // Also finishes the scrubbing that an earlier call could not finish.
  Result<void> scrub() {
    std::int64_t from = 0;
    auto more = is_scrub_due();
    while (more && *more) {
      const std::lock_guard lock(mutex_);
      more = table_.scrub_more(from);
    }
    return more ? Result<void>() : Unexpected(more.error());
  }

  Result<bool> is_scrub_due() {
    const std::lock_guard lock(mutex_);
    return table_.is_scrub_due();
  }

  std::mutex mutex_;
  EventTable table_;
  const std::string path_;
  const TelemetryTableOptions options_;
};

}  // namespace
}  // namespace telemetry

Result<std::shared_ptr<TelemetryTable>> open_sqlite_sink(const std::string& path, TelemetryTableOptions options) {
  if (options.max_rows < 1) return Unexpected(ErrorCode::kInvalidRequest, "telemetry: max_rows must be at least 1");
  auto table = telemetry::EventTable::open(path, options.busy_timeout);
  if (!table) return Unexpected(table.error());
  if (!options.clock) options.clock = create_system_clock();
  return std::shared_ptr<TelemetryTable>(
      std::make_shared<telemetry::SqliteSink>(std::move(*table), path, std::move(options)));
}

}  // namespace parley
