// A report: where conversations fail, counted out of telemetry (docs/telemetry.md) or out of the rows of a store.
//
//   parley::ReportBuilder builder;
//   while (std::getline(file, line)) builder.add(line);
//   std::cout << parley::render_text(builder.finish());
//
// Everything is counted in one pass. What is kept meanwhile is some hundred bytes a session, the names that occur, and
// of messages that no intent was found for at most ReportOptions::clusters groups.
//
// Rows of a store tell less than telemetry: what they do not tell is none here, "not known" in text and null in JSON,
// and never 0. docs/report.md says how each figure is counted.
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
  TimeMs since = INT64_MIN;  // turns before it do not count,
  TimeMs until = INT64_MAX;  // nor do those at it and after it
  std::string bot;           // only this bot's turns, by its id; empty: any bot's
  std::chrono::milliseconds idle =
      std::chrono::hours(1);   // a question that was open for longer at the end of what is counted was abandoned
  std::size_t top = 10;        // clusters that are listed, and rows of each table in a text
  std::size_t clusters = 500;  // groups of unmatched messages kept while counting; at least 1
  bool texts = true;           // false: no word of a message is in the report
  // What is private is taken out of a text before anything of it is used; after that numbers that look like ids and
  // addresses of mail are masked. Called from the thread that adds. If it throws, the text is left out.
  std::function<std::string(std::string_view text)> redact;
};

// Durations in microseconds. A percentile is the smallest duration that so many per cent do not exceed, at most 0.4 %
// too large.
struct DurationFigures {
  std::int64_t count = 0;  // 0: none was measured, and the others mean nothing
  std::int64_t p50 = 0, p95 = 0, p99 = 0, max = 0;
};

struct NamedCount {
  std::string name;
  std::int64_t count = 0;
  friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

struct DayFigures {
  TimeMs day = 0;  // its midnight, UTC
  std::int64_t conversations = 0, messages = 0, handoffs = 0;
};

// begun = completed + cancelled + handed_off + abandoned + otherwise + open.
struct IntentFigures {
  std::string intent;
  std::int64_t begun = 0;
  std::optional<std::int64_t> completed, cancelled;  // none: of a store, where they count as `otherwise`
  std::int64_t handed_off = 0;
  std::int64_t abandoned = 0;                  // nobody came back to it
  std::int64_t otherwise = 0;                  // it gave way to another intent, or was forgotten under too many
  std::int64_t open = 0;                       // not ended when what is counted ends
  std::optional<std::int64_t> digressed_from;  // times that another intent began in the middle of it
};

// What was asked: a param, or "confirm" and "choice", the questions that are about none.
struct ParamFigures {
  std::string intent, param;
  std::int64_t asked = 0;                  // once for all times that it was put until it was answered or given up
  std::array<std::int64_t, 4> answered{};  // the first time it was put, the second, the third, later
  std::int64_t missed = 0;                 // answers that did not do; of these, where it is known:
  std::optional<std::int64_t> not_understood, invalid, silent, rejected;
  std::int64_t exhausted = 0;             // given up by the bot
  std::int64_t abandoned = 0;             // the question that was open when nobody came back
  std::optional<std::int64_t> corrected;  // values that replaced an earlier one
  std::optional<std::int64_t> denied;     // of "confirm": answered with a no
};

struct ToolFigures {
  std::string tool;
  std::int64_t calls = 0;
  std::vector<NamedCount> outcomes;  // "ok", "failed", ...: most frequent first
  DurationFigures us;
};

struct MessageCluster {
  std::string words;  // those that most of its messages share; empty: no long word is in any
  std::int64_t count = 0;
  std::vector<std::string> examples;  // up to three, different, cut at 120 characters
};

struct Report {
  bool from_store = false;
  TimeMs first = 0, last = 0;  // the first and the last turn counted; 0: none
  std::vector<std::string> bots;
  std::int64_t events = 0;           // lines that are events, of any stage and time
  std::int64_t not_events = 0;       // lines that are none
  std::int64_t torn = 0;             // turns without their last event, which count for nothing, and lines cut off
  std::optional<std::int64_t> lost;  // events that a sink says it could not write

  std::int64_t sessions = 0;
  // conversations = handed_off + abandoned + stalled + ended + open.
  std::int64_t conversations = 0;    // a session that begins anew begins another
  std::int64_t handed_off = 0;       // given to a person, at whatever turn
  std::int64_t abandoned = 0;        // the last turn asked something
  std::int64_t stalled = 0;          // the last turn called a host's tool, and no result came
  std::int64_t ended = 0;            // nothing was open
  std::int64_t open = 0;             // as abandoned or stalled, but not for `idle` yet
  std::vector<NamedCount> handoffs;  // by reason, most frequent first

  std::int64_t turns = 0;
  std::int64_t messages = 0;             // turns that a user's message began
  std::vector<DayFigures> days;          // those with a turn, in their order
  std::array<std::int64_t, 24> hours{};  // messages by the hour of the day, UTC
  std::optional<std::int64_t> errors;    // turns that ended with one
  std::vector<NamedCount> error_codes;
  DurationFigures latency;  // of turns

  std::vector<IntentFigures> intents;  // most begun first
  std::vector<ParamFigures> params;    // most missed first
  std::vector<ToolFigures> tools;      // slowest first, by p95

  std::int64_t unmatched = 0;        // messages without an intent, while nothing was asked
  std::int64_t unmatched_texts = 0;  // of these with a text
  std::vector<MessageCluster> clusters;
  std::int64_t clustered_elsewhere = 0;  // unmatched texts that are in none of `clusters`

  std::size_t top = 10;

  std::int64_t over() const { return conversations - open; }
  // Of the conversations that are over; none: there are none.
  std::optional<double> containment() const;  // the share that no person had to take over
  std::optional<double> handoff_rate() const;
  std::optional<double> abandoned_rate() const;
  std::optional<double> error_rate() const;      // of turns; none: not known
  std::optional<double> unmatched_rate() const;  // of messages
};

// Lines and stores into figures. Owns all it keeps; not thread-safe, and may be moved between threads.
class ReportBuilder {
 public:
  explicit ReportBuilder(ReportOptions options = {});
  ~ReportBuilder();
  ReportBuilder(ReportBuilder&&) noexcept;
  ReportBuilder& operator=(ReportBuilder&&) noexcept;

  // One event, without its newline, in the order in which a session's were written. kInvalidRequest: it is no event; it
  // is counted as such, nothing else is changed, and the next line may be added. `may_be_torn`: the last line of a file
  // that lacks its newline, which is no error.
  Result<void> add(std::string_view line, bool may_be_torn = false);

  // The events of the table that a sink writes to an SQLite file. `progress` is told how many of how many were read.
  Result<void> add_table(const std::string& path,
                         const std::function<void(std::int64_t done, std::int64_t of)>& progress = {});

  // All sessions of a store, archived ones too. The store's errors.
  Result<void> add(SessionStore& store, const std::function<void(std::int64_t sessions)>& progress = {});

  // The figures. The builder is used up.
  Report finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// For a terminal: names and texts from data are made harmless. Tables of `top` rows.
std::string render_text(const Report& report);
// One line without a newline; shares between 0 and 1, durations in microseconds.
std::string render_json(const Report& report);
// One page, UTF-8, that needs nothing but itself: no script, no font, no picture from elsewhere.
std::string render_html(const Report& report);

}  // namespace parley
