// The telemetry of an engine: events, each a line of JSON.
//
// Private by construction: an Event takes numbers, flags and what is SafeText, and there is no way from a Value or from
// what somebody said to a SafeText but through the Redactor. The schema is docs/telemetry.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/redactor.h"
#include "engine/telemetry_tombstones.h"
#include "parley/catalog.h"
#include "parley/session.h"
#include "parley/sessions.h"
#include "parley/telemetry.h"
#include "telemetry/queue.h"

namespace parley::engine {

// A text that may leave. It is of the catalog, the source or the redactor, and lives as long as that.
class SafeText {
 public:
  template <std::size_t N>
  constexpr SafeText(const char (&word)[N]) : text_(word, N - 1) {}  // as it stands in the source
  static SafeText word(const char* of_an_enum) { return SafeText(std::string_view(of_an_enum), Kind::kWord); }
  static SafeText name(std::string_view of_the_bot) { return SafeText(of_the_bot, Kind::kName); }
  static SafeText redacted(const Redactor::Shown& shown) { return SafeText(shown.text, Kind::kSaid); }

 private:
  friend class Telemetry;
  enum class Kind { kWord, kName, kSaid };
  SafeText(std::string_view text, Kind kind) : text_(text), kind_(kind) {}
  std::string_view text_;
  Kind kind_ = Kind::kWord;
};

class Telemetry {
 public:
  // No sinks, no telemetry; no key, a random one.
  Telemetry(const Catalog& catalog, std::vector<std::shared_ptr<TelemetrySink>> sinks, std::string key);

  class Batch;

  class Event {
   public:
    // Keys, and stages below, are literals of the source, in which nothing needs escaping.
    Event& text(std::string_view key, SafeText text);
    Event& names(std::string_view key, const std::vector<std::string>& of_the_bot);
    Event& words(std::string_view key, const std::vector<std::string>& of_parley);  // kinds of steps, a trace
    Event& count(std::string_view key, std::int64_t count);
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

   private:
    friend class Telemetry;
    Event(const Telemetry& telemetry, Batch& batch, std::string* line);
    const Telemetry& telemetry_;
    Batch& batch_;
    std::string* line_;  // null when there is no sink: every call is then a no-op
    const int exceptions_;
  };

  // The events of one turn, or of one other thing that is done with a session. They are held back until send(), which
  // for a turn comes after its commit, then sent in order; without it none is, nor when the session was forgotten
  // meanwhile.
  class Batch {
   public:
    Batch(const Telemetry& telemetry, std::string_view session) : Batch(telemetry, session, telemetry.moment()) {}
    // What it tells of was begun at that moment.
    Batch(const Telemetry& telemetry, std::string_view session, TelemetryTombstones::Moment begun);
    ~Batch();
    Batch(Batch&&) = default;

    // What every later event carries: the time, the turn's number, and of the state the bot and the `memory` field.
    void at(TimeMs now, std::int64_t turn, const SessionState& state);
    void at(TimeMs now, std::string_view bot);

    // `us` is the time since the last event. One at a time: the one before must be gone.
    Event event(std::string_view stage);
    // Microseconds since the batch was begun, and since this was asked last.
    std::int64_t us_in_all() const;
    std::int64_t lap();
    void send();

   private:
    friend class Event;
    void end_event() noexcept;

    const Telemetry& telemetry_;
    const TelemetryTombstones::Moment silence_begun_;
    std::string session_hash_;
    // What is the same as when it was told last is not made again.
    TimeMs now_ = INT64_MIN;
    std::string bot_, user_, user_hash_;
    std::string common_;
    std::size_t head_size_ = 0;  // of common_: up to the bot
    std::string lines_;          // of count_ events, and then of one that is open or for which there was no memory
    std::size_t count_ = 0, whole_size_ = 0;
    std::chrono::steady_clock::time_point begun_, last_, lap_;
  };

  bool is_on() const { return queue_ != nullptr; }
  const std::vector<std::shared_ptr<TelemetrySink>>& sinks() const { return sinks_; }
  const std::string& key() const { return key_; }
  bool has_lasting_key() const { return has_lasting_key_; }  // false: it goes with the engine
  std::string hash_of(std::string_view session_or_user) const { return telemetry_hash(session_or_user, key_); }

  TelemetryTombstones& silence() { return silence_; }
  TelemetryTombstones::Moment moment() const { return silence_.now(); }

  bool flush_sink(std::size_t sink, std::int64_t timeout_ms) const { return queue_->flush(sink, timeout_ms); }
  bool flush(std::int64_t timeout_ms) const { return !queue_ || queue_->flush(timeout_ms); }
  std::vector<TelemetryCounts> counts() const { return queue_ ? queue_->counts() : std::vector<TelemetryCounts>(); }

 private:
  bool is_name(std::string_view name) const { return names_.count(name) > 0; }
  void append_name(std::string& line, std::string_view name) const;
  void append_names(std::string& line, const std::vector<std::string>& names) const;
  void append_memory(std::string& line, const SessionState& state) const;

  const std::vector<std::shared_ptr<TelemetrySink>> sinks_;
  std::string key_;
  const bool has_lasting_key_;
  TelemetryTombstones silence_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> names_;  // of the bot's intents, params, tools and types
  std::unique_ptr<telemetry::Queue> queue_;
};

}  // namespace parley::engine
