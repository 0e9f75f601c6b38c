// Telemetry: what an operator may know of a turn. Names, counts, durations and hashes; never what a user said,
// never a param's value, never a tool's argument, result or error text. The event schema: docs/telemetry.md.
//
// An event is one line of JSON, UTF-8, without a line break in it. The events of a turn are handed over at once, after
// its commit, to a queue with a thread for each sink. So no turn waits for a sink, and no sink for another: what a sink
// is too slow for is dropped, counted, and told to it in an event of the stage `telemetry`.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"

namespace parley {

// How a sink likes to be written to. More at once is cheaper, and later.
struct TelemetryPace {
  std::chrono::milliseconds every{50};  // how long events wait for others, at most
  std::size_t most_lines = 1000;        // of a write, give or take the events of one turn
};

// Where events go.
// [Threading] write() is called by one thread, which belongs to the engine's queue; never by one that handles a turn.
//             Of a sink that several engines have, by as many threads.
// [Errors]    never fail a turn. What is thrown is caught and counted as an error.
// [Ownership] shared with the queue's thread. When a write does not return, that thread is let go of with its share:
//             what the sink uses must live until the sink itself is destroyed.
class TelemetrySink {
 public:
  TelemetrySink() = default;
  TelemetrySink(const TelemetrySink&) = delete;
  TelemetrySink& operator=(const TelemetrySink&) = delete;
  virtual ~TelemetrySink() = default;

  // Each line is an event, the oldest first. Answers with how many were written; the others are lost, and with an error
  // all of them: nobody writes them again.
  virtual Result<std::size_t> write(const std::vector<std::string>& lines) = 0;

  // Asked for once, before the first write.
  virtual TelemetryPace pace() const { return {}; }

  // Where events have gone, in words that stand behind "telemetry ": a receipt of what was forgotten names it. Empty:
  // what is kept tells nothing of a session.
  virtual std::string where() const { return "in a sink of the host's"; }
};

// Events of one sink, since its queue was made.
struct TelemetryCounts {
  std::int64_t written = 0;
  std::int64_t lost = 0;    // the queue was full, or the sink did not write them
  std::int64_t errors = 0;  // writes that failed, in whole or in part
};

// ---- a file

struct JsonLinesOptions {
  std::int64_t max_bytes = 64 * 1024 * 1024;  // of a file; at least 4096. 0: it grows without an end
  int keep = 5;                               // older files beside it: "<path>.1" is the newest. 0 to 99
};

// Appends to the file at `path` (mode 0600), one event a line. At max_bytes it becomes "<path>.1", and a new one is
// begun, so that there are never more than (keep + 1) * max_bytes; no line is split, and one that is longer than a file
// is lost. Any number of processes may append to the same file. A path that is no plain file (/dev/stderr, a pipe) is
// written to as it is. Errors: kFileUnreadable, it cannot be opened; kStoreUnavailable, it cannot be written to (full,
// or its folder takes no new file); then the file is left as it was before.
Result<std::shared_ptr<TelemetrySink>> open_jsonl_sink(const std::string& path, JsonLinesOptions options = {});

// ---- a table

// [Threading] thread-safe, also while the queue writes.
class TelemetryTable : public TelemetrySink {
 public:
  // Erases the events of a session or a user, by the hash that stands in them (telemetry_hash), and overwrites what is
  // left of them in the file. Answers how many there were. kStoreUnavailable when they are gone, but another process
  // was reading and the overwriting is yet to be done: the next call of one of these does it.
  // An event that still waits in a queue is not here yet: flush that first.
  virtual Result<std::size_t> forget_session(std::string_view hash) = 0;
  // And the events without a user of sessions that have one with this user.
  virtual Result<std::size_t> forget_user(std::string_view hash) = 0;
  virtual Result<std::size_t> prune(TimeMs before) = 0;  // the same with those older than that
  // At once, which may be cheaper.
  virtual Result<std::size_t> forget_sessions(const std::vector<std::string>& hashes) {
    std::size_t erased = 0;
    for (const std::string& hash : hashes) {
      auto gone = forget_session(hash);
      if (!gone) return gone;
      erased += *gone;
    }
    return erased;
  }

  // Calls take(line) with each event of that time, `until` not included, by time. No lock is held meanwhile: events
  // that are written or forgotten at the same moment may be among them or not.
  virtual Result<void> for_each(TimeMs since, TimeMs until, const std::function<void(std::string_view)>& take) = 0;
};

struct TelemetryTableOptions {
  std::int64_t max_rows = 1'000'000;                                 // the oldest go first; at least 1
  std::chrono::milliseconds busy_timeout = std::chrono::seconds(5);  // how long to wait for another process
  std::shared_ptr<Clock> clock;  // for events that do not say when they were. None: create_system_clock()
};

// A SQLite file of its own (mode 0600) with the table
//   events (id INTEGER PRIMARY KEY, at, stage, session, user, bot, line)   -- `at` in ms since 1970, UTC
// kStoreCorrupt: there is a database with something else in it; kStoreTooNew; kStoreUnavailable.
Result<std::shared_ptr<TelemetryTable>> open_sqlite_sink(const std::string& path, TelemetryTableOptions options = {});

// ---- a function of the host's

// Called with each event, by the threads that write() is called by. When it throws, that event is lost.
std::shared_ptr<TelemetrySink> create_callback_sink(std::function<void(std::string_view line)> callback);

// ---- a collector of OpenTelemetry's

// Each event is a log record: POST {url}/v1/logs, as JSON. No redirect is followed, no proxy used, and every
// certificate checked. While the collector is down, events are lost at once and not sent: after a failure for 1 s, then
// for 2 s, 4 s, up to a minute.
struct OtlpOptions {
  std::string url;  // "https://collector.example:4318". http:// is only for this machine, unless plain_http
  std::vector<std::pair<std::string, std::string>> headers;      // name and value; in no error
  std::chrono::milliseconds timeout = std::chrono::seconds(10);  // of a request; a retry has its own
  bool plain_http = false;
  std::string ca_file;          // of the certificates to trust; empty: the machine's
  std::size_t max_batch = 512;  // log records of a request, give or take the events of one turn; at least 1
  std::chrono::milliseconds every = std::chrono::seconds(1);  // how long a batch waits to be filled; at least 1 ms
  std::shared_ptr<Clock> clock;  // for waiting, and when records were seen. None: create_system_clock()
};
// kInvalidRequest: options that cannot work.
Result<std::shared_ptr<TelemetrySink>> create_otlp_sink(OtlpOptions options);

// ---- metrics

// Counts events. [Threading] metrics() is thread-safe, also while the queue writes.
class TelemetryMetrics : public TelemetrySink {
 public:
  // All metrics as Prometheus reads them: what to answer a scrape with, as text/plain; version=0.0.4.
  virtual std::string metrics() const = 0;
};

// `max_series`: sets of labels of one metric; what comes then is counted under "other". At least 1.
std::shared_ptr<TelemetryMetrics> create_metrics_sink(std::size_t max_series = 500);

}  // namespace parley
