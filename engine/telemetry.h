// The telemetry of an engine. Each event is a line of JSON, whose schema is in docs/telemetry.md.
//
// No private value can get into an event: an Event accepts only numbers, names and SafeText. Only the Redactor makes
// SafeText out of a message.
//
// Tested by tests/engine/turn_events_test.cc and tests/engine/sinks_test.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/redactor.h"
#include "engine/telemetry_names.h"
#include "engine/telemetry_tombstones.h"
#include "parley/session.h"
#include "parley/sessions.h"
#include "parley/telemetry.h"
#include "parley/trace.h"
#include "telemetry/queue.h"

namespace parley::engine {

// Text that may leave the process. It borrows from the catalog, the source code or the redactor.
class SafeText {
 public:
  template <std::size_t N>
  constexpr SafeText(const char (&word)[N]) : text_(word, N - 1) {}  // a literal
  static SafeText word(const char* of_an_enum) { return SafeText(std::string_view(of_an_enum), Kind::kWord); }
  static SafeText name(std::string_view of_the_bot) { return SafeText(of_the_bot, Kind::kName); }
  static SafeText redacted(const Redactor::Shown& shown) { return SafeText(shown.text, Kind::kMessage); }

 private:
  friend class Telemetry;
  enum class Kind { kWord, kName, kMessage };
  SafeText(std::string_view text, Kind kind) : text_(text), kind_(kind) {}
  std::string_view text_;
  Kind kind_ = Kind::kWord;
};

class Telemetry {
 public:
  // Without sinks, telemetry is off. Without a key, the engine makes a random one.
  Telemetry(std::vector<std::shared_ptr<TelemetrySink>> sinks, std::string key);

  class Batch;

  class Event {
   public:
    // Keys, and the stages of Batch::event(), are literals that need no escaping.
    Event& text(std::string_view key, SafeText text);
    Event& names(std::string_view key, const std::vector<std::string>& of_the_bot);
    Event& words(std::string_view key, const std::vector<std::string>& of_parley);  // kinds of steps
    Event& trace(const std::vector<TraceEvent>& events);  // adds `trace`, the texts of the events, and `events`
    Event& count(std::string_view key, std::int64_t count);
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

   private:
    friend class Telemetry;
    Event(Batch& batch, std::string* line);
    Batch& batch_;
    std::string* line_;  // null if telemetry is off; no call then has an effect
    const int exceptions_;
  };

  // The events of a turn or of another operation on a session. send() sends them in order; a turn calls it after its
  // commit. Events are dropped if send() is not called, or if the session was erased in the meantime.
  class Batch {
   public:
    using Names = std::shared_ptr<const TelemetryNames>;
    Batch(const Telemetry& telemetry, Names names, std::string_view session)
        : Batch(telemetry, std::move(names), session, telemetry.moment()) {}
    // The constructor for an operation that began at the moment `begun`.
    Batch(const Telemetry& telemetry, Names names, std::string_view session, TelemetryTombstones::Moment begun);
    ~Batch();
    Batch(Batch&&) = default;

    // Sets the fields of every later event: the time, the number of the turn, the bot, and the `memory` of the state.
    void at(TimeMs now, std::int64_t turn, const SessionState& state);
    void at(TimeMs now, std::string_view bot);

    // The event's `us` is the time since the last event. Events must not overlap: destroy one before the next.
    Event event(std::string_view stage);
    // Microseconds since the batch began, and since the last call of lap().
    std::int64_t us_in_all() const;
    std::int64_t lap();
    void send();

   private:
    friend class Event;
    void end_event() noexcept;

    const Telemetry& telemetry_;
    const Names names_;
    const TelemetryTombstones::Moment operation_began_;
    std::string session_hash_;
    // The arguments of the last at(). The next at() reuses the text in common_ if its arguments are equal.
    TimeMs now_ = INT64_MIN;
    std::string bot_, user_, user_hash_;
    std::string common_;
    std::size_t head_size_ = 0;  // the size of common_ up to and including the bot
    std::string lines_;  // its first whole_size_ bytes hold count_ complete events; the rest is an incomplete event
    std::size_t count_ = 0, whole_size_ = 0;
    std::chrono::steady_clock::time_point begun_, last_, lap_;
  };

  bool is_on() const { return queue_ != nullptr; }
  const std::vector<std::shared_ptr<TelemetrySink>>& sinks() const { return sinks_; }
  const std::string& key() const { return key_; }
  bool has_lasting_key() const { return has_lasting_key_; }  // false: the key is random, and lost with the engine
  std::string hash_of(std::string_view session_or_user) const { return telemetry_hash(session_or_user, key_); }

  TelemetryTombstones& tombstones() { return tombstones_; }
  TelemetryTombstones::Moment moment() const { return tombstones_.now(); }

  bool flush_sink(std::size_t sink, std::chrono::milliseconds timeout) const { return queue_->flush(sink, timeout); }
  bool flush(std::chrono::milliseconds timeout) const { return !queue_ || queue_->flush(timeout); }
  std::vector<TelemetryCounts> counts() const { return queue_ ? queue_->counts() : std::vector<TelemetryCounts>(); }

 private:
  const std::vector<std::shared_ptr<TelemetrySink>> sinks_;
  std::string key_;
  const bool has_lasting_key_;
  TelemetryTombstones tombstones_;
  std::unique_ptr<telemetry::Queue> queue_;
};

}  // namespace parley::engine
