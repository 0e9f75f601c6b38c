// Telemetry: events about turns for operators. They contain names, counts, durations and hashes, but no texts of users,
// no values of params, and no arguments, results or errors of tools. docs/telemetry.md describes the events.
//
//   auto file = parley::open_jsonl_sink("turns.jsonl");
//   if (!file) return std::cerr << file.error().to_string() << '\n', 1;
//   auto metrics = parley::create_metrics_sink();
//   parley::EngineOptions options;
//   options.telemetry = {*file, metrics};
//   options.telemetry_key = "a secret";
//
// An event is one line of JSON. After the commit of a turn, the engine passes its events to the queues of the sinks.
// Each sink has its own queue and thread. So no turn waits for a sink, and no sink waits for another. If a sink is too
// slow, the queue drops events, counts them, and reports their number to the sink in an event of the stage `telemetry`.
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

// How a sink wants to receive events. Larger batches take less time in total, but arrive later.
struct TelemetryPace {
  std::chrono::milliseconds every{50};  // the longest time that an event waits. 1 ms to 1 minute
  std::size_t most_lines = 1000;        // the most lines of a write, plus those of one turn. At least 1
};

// The interface of a destination of events. Each engine calls write() from its own thread for the sink, never from a
// thread that runs a turn. A sink that several engines share must be thread-safe. Errors and exceptions are counted;
// they do not make a turn fail. The thread shares the ownership of the sink, and keeps it if a write() never returns.
// So the objects that the sink uses must live as long as the sink.
class TelemetrySink {
 public:
  TelemetrySink() = default;
  TelemetrySink(const TelemetrySink&) = delete;
  TelemetrySink& operator=(const TelemetrySink&) = delete;
  virtual ~TelemetrySink() = default;

  // Writes events, one per line, oldest first. Returns how many were written. The others are lost, because the queue
  // does not try again. After an error, all of them are lost.
  virtual Result<std::size_t> write(const std::vector<std::string>& lines) = 0;

  // Called once, before the first write().
  virtual TelemetryPace pace() const { return {}; }

  // Returns the place of the events for the receipt of an erasure, as words that follow "telemetry ". Empty: the sink
  // keeps nothing about sessions.
  virtual std::string where() const { return "in a sink of the embedding program"; }
};

// The numbers of events of one sink, since its engine began.
struct TelemetryCounts {
  std::int64_t written = 0;
  std::int64_t lost = 0;    // the queue was full, or the sink did not write them
  std::int64_t errors = 0;  // calls of write() that failed, in whole or in part
};

// ---- a file

struct JsonLinesOptions {
  std::int64_t max_bytes = 64 * 1024 * 1024;  // of a file; at least 4096. 0: no limit
  int keep = 5;                               // older files: "<path>.1" is the newest. 0 to 99
};

// Appends events to the file at `path` (mode 0600), one per line. At max_bytes the file becomes "<path>.1", and a new
// one begins; all files together have at most (keep + 1) * max_bytes. A line that is longer than a file is lost. Any
// number of processes may append to the same file. A path that is not a regular file (/dev/stderr, a pipe) is written
// without rotation. kFileUnreadable: it cannot be opened. write() returns kStoreUnavailable, and leaves the file as it
// was, if the disk is full or the file cannot be rotated.
Result<std::shared_ptr<TelemetrySink>> open_jsonl_sink(const std::string& path, JsonLinesOptions options = {});

// ---- a table

// A sink whose events can be found and erased. Thread-safe, also while a queue writes.
class TelemetryTable : public TelemetrySink {
 public:
  // Erases the events with the hash of a session (telemetry_hash), overwrites their data in the file, and returns their
  // number. kStoreUnavailable: the events are erased, but a reader in another process prevented the overwriting; the
  // next call overwrites them. Events in a queue are not in the table yet: flush the queue first.
  virtual Result<std::size_t> forget_session(std::string_view hash) = 0;
  // Erases the events with the hash of a user in the same way. Also erases events without a user, if another event of
  // their session has this user.
  virtual Result<std::size_t> forget_user(std::string_view hash) = 0;
  virtual Result<std::size_t> prune(TimeMs before) = 0;  // erases events older than `before` in the same way
  // Calls forget_session() for many sessions. A table may override it with a faster implementation.
  virtual Result<std::size_t> forget_sessions(const std::vector<std::string>& hashes) {
    std::size_t erased = 0;
    for (const std::string& hash : hashes) {
      auto gone = forget_session(hash);
      if (!gone) return gone;
      erased += *gone;
    }
    return erased;
  }

  // Calls take(line) for each event from `since` until before `until`, in the order of time. Holds no lock, so an event
  // that is written or erased during the call may be included or not.
  virtual Result<void> for_each(TimeMs since, TimeMs until, const std::function<void(std::string_view)>& take) = 0;
};

struct TelemetryTableOptions {
  std::int64_t max_rows = 1'000'000;                                 // the oldest events are dropped first. At least 1
  std::chrono::milliseconds busy_timeout = std::chrono::seconds(5);  // for a write of another process
  std::shared_ptr<Clock> clock;  // for events without a time. Null: create_system_clock()
};

// An SQLite file (mode 0600) with the table
//   events (id INTEGER PRIMARY KEY, at, stage, session, user, bot, line)   -- `at` in ms since 1970, UTC
// kStoreCorrupt: the file is a database of another kind, or damaged. kStoreTooNew: a newer parley wrote it.
// kStoreUnavailable: it cannot be opened.
Result<std::shared_ptr<TelemetryTable>> open_sqlite_sink(const std::string& path, TelemetryTableOptions options = {});

// ---- a function of the caller

// Calls a function with each event, on the thread of write(). If it throws, that event is lost.
std::shared_ptr<TelemetrySink> create_callback_sink(std::function<void(std::string_view line)> callback);

// ---- an OpenTelemetry collector

// Sends each event as a log record: POST {url}/v1/logs, as JSON. The client follows no redirects, uses no proxy, and
// checks every certificate. After a failure the sink drops events without trying to send them: for 1 s, then 2 s, 4 s,
// up to a minute.
struct OtlpOptions {
  std::string url;                                               // "https://collector.example:4318"
  std::vector<std::pair<std::string, std::string>> headers;      // name and value; never in an error
  std::chrono::milliseconds timeout = std::chrono::seconds(10);  // of each request, at least 1 ms
  bool plain_http = false;                                       // true: allows http:// to other machines
  std::string ca_file;          // of the trusted certificates. Empty: those of the machine
  std::size_t max_batch = 512;  // the most log records of a request, plus those of one turn. At least 1
  std::chrono::milliseconds every = std::chrono::seconds(1);  // the longest time that an event waits. At least 1 ms
  std::shared_ptr<Clock> clock;  // for pauses and times of records. Null: create_system_clock()
};
// kInvalidRequest: an invalid option.
Result<std::shared_ptr<TelemetrySink>> create_otlp_sink(OtlpOptions options);

// ---- metrics

// Counts events for Prometheus. metrics() is thread-safe, also while a queue writes.
class TelemetryMetrics : public TelemetrySink {
 public:
  // Returns all metrics in the text format of Prometheus, as the response to a scrape (text/plain; version=0.0.4).
  virtual std::string metrics() const = 0;
};

// `max_series`: the maximum number of label sets of one metric; further ones are counted as "other". At least 1.
std::shared_ptr<TelemetryMetrics> create_metrics_sink(std::size_t max_series = 500);

}  // namespace parley
