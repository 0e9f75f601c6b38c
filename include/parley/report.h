// Reports on many conversations: where they fail, from telemetry (docs/telemetry.md) or from a store.
//
//   parley::ReportBuilder builder;
//   std::ifstream file("turns.jsonl");
//   for (std::string line; std::getline(file, line);) (void)builder.add(line);
//   std::cout << parley::render_text(builder.finish());
//
// The builder reads its input once. It keeps some hundred bytes per session, the names that occur, and at most
// ReportOptions::clusters groups of messages without an intent.
//
// A store has less data than telemetry. Figures that it does not have are unset: "unknown" in text and null in JSON.
// docs/report.md describes how each figure is counted.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/store.h"

namespace parley {

struct ReportOptions {
  TimeMs since = INT64_MIN;  // the first turn that counts
  TimeMs until = INT64_MAX;  // the end; a turn at this time does not count
  std::string bot;           // counts only the turns of this bot, by its id. Empty: all bots
  // A question that was open for longer than this at the end of the data counts as abandoned.
  std::chrono::milliseconds idle = std::chrono::hours(1);
  std::size_t top = 10;        // the number of clusters, and of rows of each table in the text
  std::size_t clusters = 500;  // groups of unmatched messages while counting. At least 1
  bool texts = true;           // false: the report contains no words of messages
  // Removes private values from a text before the report uses it. The report then masks numbers that look like ids, and
  // mail addresses. Called on the thread of add(). If it throws, the text is omitted. Empty: the report only masks.
  std::function<std::string(std::string_view text)> redact;
};

// Durations in microseconds. A percentile is the smallest duration that this percentage does not exceed. It may be up
// to 0.4 % too large.
struct DurationFigures {
  std::int64_t count = 0;  // 0: nothing was measured, and the other members have no meaning
  std::int64_t p50 = 0, p95 = 0, p99 = 0, max = 0;
};

struct NamedCount {
  std::string name;
  std::int64_t count = 0;
  friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

struct DayFigures {
  TimeMs day = 0;  // the start of the day, UTC
  std::int64_t conversations = 0, messages = 0, handoffs = 0;
};

// begun = completed + cancelled + handed_off + abandoned + otherwise + open.
struct IntentFigures {
  std::string intent;
  std::int64_t begun = 0;
  std::optional<std::int64_t> completed, cancelled;  // unset for a store: both then count as `otherwise`
  std::int64_t handed_off = 0;
  std::int64_t abandoned = 0;                  // the user did not return to it
  std::int64_t otherwise = 0;                  // replaced by another intent, or dropped because too many were open
  std::int64_t open = 0;                       // still open at the end of the data
  std::optional<std::int64_t> digressed_from;  // how often another intent interrupted it
};

// Questions about a param. `param` is "confirm" or "choice" for questions that are not about a param.
struct ParamFigures {
  std::string intent, param;
  std::int64_t asked = 0;                  // questions; a question with all its reprompts counts once
  std::array<std::int64_t, 4> answered{};  // at the first attempt, the second, the third, later
  std::int64_t missed = 0;                 // failed answers; the next members count them by reason
  std::optional<std::int64_t> not_understood, invalid, silent, rejected;
  std::int64_t exhausted = 0;             // given up by the bot
  std::int64_t abandoned = 0;             // open when the user left and did not return
  std::optional<std::int64_t> corrected;  // values that replaced an earlier one
  std::optional<std::int64_t> denied;     // confirmations that the user denied
};

struct ToolFigures {
  std::string tool;
  std::int64_t calls = 0;
  std::vector<NamedCount> outcomes;  // "ok", "failed", ..., most frequent first
  DurationFigures us;
};

struct MessageCluster {
  std::string words;  // the words that most of its messages share. Empty: no message has a long word
  std::int64_t count = 0;
  std::vector<std::string> examples;  // up to three, different, cut at 120 characters
};

struct Report {
  bool from_store = false;
  TimeMs first = 0, last = 0;  // the times of the first and the last counted turn. 0: no turn
  std::vector<std::string> bots;
  std::int64_t events = 0;           // lines that are events, whatever their stage and time
  std::int64_t not_events = 0;       // other lines
  std::int64_t torn = 0;             // turns without their last event, which do not count, and lines that are cut off
  std::optional<std::int64_t> lost;  // events that the sink reported as lost

  std::int64_t sessions = 0;
  // conversations = handed_off + abandoned + stalled + ended + open.
  std::int64_t conversations = 0;    // a session that starts again starts another conversation
  std::int64_t handed_off = 0;       // handed off to a person in any turn
  std::int64_t given_back = 0;       // how often a person gave it back to the bot; for a store, only with what was open
  std::int64_t abandoned = 0;        // the last turn asked something
  std::int64_t stalled = 0;          // the last turn called a tool of the caller, and no result came
  std::int64_t ended = 0;            // nothing was open at the end
  std::int64_t open = 0;             // like abandoned or stalled, but for less than `idle`
  std::vector<NamedCount> handoffs;  // by reason, most frequent first

  std::int64_t turns = 0;
  std::int64_t messages = 0;             // turns with a message of a user
  std::vector<DayFigures> days;          // the days with a turn, in order
  std::array<std::int64_t, 24> hours{};  // messages by the hour of the day, UTC
  std::optional<std::int64_t> errors;    // turns that failed
  std::vector<NamedCount> error_codes;
  DurationFigures latency;  // of turns

  std::vector<IntentFigures> intents;  // most begun first
  std::vector<ParamFigures> params;    // most missed first
  std::vector<ToolFigures> tools;      // slowest first, by p95

  std::int64_t unmatched = 0;           // messages without an intent while no question was open
  std::optional<std::int64_t> remarks;  // messages with words that no dialog act takes. Unset: unknown
  std::int64_t unmatched_texts = 0;     // of these, the messages with a text
  std::vector<MessageCluster> clusters;
  std::int64_t clustered_elsewhere = 0;  // unmatched texts that are not in `clusters`

  std::size_t top = 10;

  std::int64_t over() const { return conversations - open; }  // the finished conversations
  // Shares from 0 to 1. Unset if the divisor is 0. The first three are shares of over().
  std::optional<double> containment() const;  // conversations without a handoff
  std::optional<double> handoff_rate() const;
  std::optional<double> abandoned_rate() const;
  std::optional<double> error_rate() const;      // share of turns; also unset if the errors are unknown
  std::optional<double> unmatched_rate() const;  // of messages
  std::optional<double> remark_rate() const;     // of messages; also unset if the remarks are unknown
};

// Counts events and sessions. Not thread-safe; it may be moved to another thread.
class ReportBuilder {
 public:
  explicit ReportBuilder(ReportOptions options = {});
  ~ReportBuilder();
  ReportBuilder(ReportBuilder&&) noexcept;
  ReportBuilder& operator=(ReportBuilder&&) noexcept;

  // Adds one event, without its newline. The events of a session must come in the order in which they were written.
  // kInvalidRequest: the line is not an event. It counts in Report::not_events, and the next line may be added.
  // `may_be_torn`: the line is the last one of a file and has no newline. If it is incomplete, that is not an error.
  Result<void> add(std::string_view line, bool may_be_torn = false);

  // Adds all events of an SQLite file (open_sqlite_sink). `progress` may be empty. kStoreUnavailable, kStoreCorrupt.
  Result<void> add_table(const std::string& path,
                         const std::function<void(std::int64_t done, std::int64_t of)>& progress = {});

  // Adds all sessions of a store, including archived ones. `progress` may be empty. The store's errors.
  Result<void> add(SessionStore& store, const std::function<void(std::int64_t sessions)>& progress = {});

  // Returns the figures. The builder must not be used afterwards.
  Report finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Renders a report for a terminal. Control characters in names and texts are replaced. Tables have `top` rows.
std::string render_text(const Report& report);
// Renders a report as JSON on one line, without a newline. Shares are from 0 to 1, durations in microseconds.
std::string render_json(const Report& report);
// Renders a report as one HTML page in UTF-8 without external resources: no scripts, fonts or pictures.
std::string render_html(const Report& report);

}  // namespace parley
