// The telemetry of an engine. Each event is a line of JSON, whose schema is in docs/telemetry.md.
//
// A turn records its events (engine/event_record.h). The threads of the sinks make the lines (engine/turn_report.h), so
// a turn spends as little time as possible on them.
//
// No private value can get into a line: an Event accepts only numbers, names, SafeText, and messages with the Redactor
// that masks them.
//
// Tested by tests/engine/turn_events_test.cc and tests/engine/sinks_test.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event_record.h"
#include "engine/redactor.h"
#include "engine/telemetry_tombstones.h"
#include "engine/turn_report.h"
#include "parley/session.h"
#include "parley/sessions.h"
#include "parley/telemetry.h"
#include "parley/trace.h"
#include "telemetry/queue.h"

namespace parley::engine {

// Text that may leave the process. It borrows from the catalog or the source code.
class SafeText {
 public:
  template <std::size_t N>
  constexpr SafeText(const char (&word)[N]) : text_(word, N - 1) {}  // a literal
  static SafeText word(const char* of_an_enum) { return SafeText(std::string_view(of_an_enum), Kind::kWord); }
  static SafeText name(std::string_view of_the_bot) { return SafeText(of_the_bot, Kind::kName); }

 private:
  friend class Telemetry;
  enum class Kind { kWord, kName };
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
    // `items` is a range of names of the bot, each convertible to std::string_view.
    template <class Names>
    Event& names(std::string_view key, const Names& items) {
      return list(Tag::kNames, key, items);
    }
    Event& words(std::string_view key, const std::vector<const char*>& of_parley) {  // kinds of steps
      return list(Tag::kWords, key, of_parley);
    }
    // Adds `trace`, the texts of the decisions, and `events`, for all decisions of both lists.
    Event& trace(const std::vector<TraceEvent>& first, const std::vector<TraceEvent>& then);
    Event& count(std::string_view key, std::int64_t count);
    // Adds `masked`, the names of the masked values in the message, and `text` if UserMessage::shows_text. `values` are
    // those of the message.
    Event& message(const Redactor::UserMessage& message, std::vector<Redactor::KnownValue> values);
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

   private:
    friend class Telemetry;
    explicit Event(Batch* batch);
    void begin_member(Tag tag, std::string_view key) {
      record_->tag(tag);
      record_->literal(key);
    }
    template <class Items>
    Event& list(Tag tag, std::string_view key, const Items& items);

    Batch* const batch_;         // both are null if telemetry is off; no call then has an effect
    EventRecord* const record_;  // of the batch
    const int exceptions_;
  };

  // The events of a turn or of another operation on a session. send() sends them in order; a turn calls it after its
  // commit. Events are dropped if send() is not called, or if the session was erased in the meantime.
  class Batch {
   public:
    using Context = std::shared_ptr<const ReportContext>;
    // `begun` is the moment at which the operation began. `session` must outlive the batch; empty: no session.
    Batch(const Telemetry& telemetry, Context context, std::string_view session, TelemetryTombstones::Moment begun);
    ~Batch();
    Batch(Batch&&) = default;

    // Sets the fields of every later event until send(): the time, the number of the turn, the bot, and the `memory` of
    // the state.
    void at(TimeMs now, std::int64_t turn, const SessionState& state);
    void at(TimeMs now, std::string_view bot);
    // Adds a valid Request::trace_parent to these fields. Call it after at(). Empty: no effect.
    void trace_parent(std::string_view trace_parent);

    // The event's `us` is the time since the last event. Events must not overlap: destroy one before the next.
    Event event(std::string_view stage);
    // Microseconds since the batch began, and since the last call of lap().
    std::int64_t us_in_all() const;
    std::int64_t lap();
    void send();

   private:
    friend class Event;
    void begin_record();

    const Telemetry& telemetry_;
    const Context context_;
    const TelemetryTombstones::Moment operation_began_;
    const std::string_view session_;
    EventRecord record_;  // its first whole_size_ bytes hold count_ complete events; the rest is an incomplete event
    std::size_t count_ = 0, whole_size_ = 0;
    std::vector<Redactor::KnownValue> values_;  // of the messages
    std::chrono::steady_clock::time_point begun_, last_, lap_;
  };

  bool is_on() const { return queue_ != nullptr; }
  const std::vector<std::shared_ptr<TelemetrySink>>& sinks() const { return sinks_; }
  const std::string& key() const { return key_; }
  bool has_lasting_key() const { return has_lasting_key_; }  // false: the key is random, and lost with the engine
  std::string hash_of(std::string_view session_or_user) const { return telemetry_hash(session_or_user, key_); }

  TelemetryTombstones& tombstones() { return tombstones_; }
  TelemetryTombstones::Moment moment() const { return tombstones_.now(); }
  // Whether the session is being erased, or was erased since `begun`.
  bool is_erased(std::string_view session, TelemetryTombstones::Moment begun) const {
    return tombstones_.is_used() && tombstones_.covers(hash_of(session), begun);
  }

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

template <class Items>
Telemetry::Event& Telemetry::Event::list(Tag tag, std::string_view key, const Items& items) {
  if (!record_) return *this;
  begin_member(tag, key);
  record_->count(items.size());
  for (const auto& item : items) record_->text(item);
  return *this;
}

}  // namespace parley::engine
