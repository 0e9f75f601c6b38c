// Tested by tests/engine/turn_events_test.cc.
#include "engine/telemetry.h"

#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include "base/hash.h"

namespace parley::engine {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMostSpared = 64 * 1024;  // bytes; the record of a turn has about 1,000

std::int64_t us_between(steady_clock::time_point from, steady_clock::time_point to) {
  return std::chrono::duration_cast<std::chrono::microseconds>(to - from).count();
}

// Returns memory that an earlier turn on this thread used for its record. The next turn reuses it, so that a record
// need not grow.
EventRecord& spare_memory() {
  thread_local EventRecord spare;
  return spare;
}

void record_state(EventRecord& record, std::int64_t turn, const SessionState& state) {
  record.tag(Tag::kState);
  record.text(state.user);
  record.number(turn);
  record.number<std::int64_t>(state.messages - state.trimmed);
  const FilledParams none;
  const FilledParams& of_intent = state.frames.empty() ? none : state.frames.back().params;
  const auto is_new = [&](const std::string& name) { return state.params.count(name) == 0; };
  std::size_t keys = state.params.size();
  for (const auto& [name, filled] : of_intent) keys += is_new(name) ? 1 : 0;
  record.count(keys);
  for (const auto& [name, filled] : state.params) record.text(name);
  for (const auto& [name, filled] : of_intent) {
    if (is_new(name)) record.text(name);
  }
  const AskedParam* asked = state.waits_for<AskedParam>();
  record.number(asked != nullptr);
  record.text(asked ? std::string_view(asked->param) : std::string_view());
}

}  // namespace

Telemetry::Telemetry(std::vector<std::shared_ptr<TelemetrySink>> sinks, std::string key)
    : sinks_(std::move(sinks)), key_(std::move(key)), has_lasting_key_(!key_.empty()) {
  if (sinks_.empty()) return;
  queue_ = std::make_unique<telemetry::Queue>(sinks_);
  if (key_.empty()) key_ = base::random_hex(32);
}

// ---- a batch --------------------------------------------------------------------------------------------

Telemetry::Batch::Batch(const Telemetry& telemetry, Context context, std::string_view session,
                        TelemetryTombstones::Moment begun)
    : telemetry_(telemetry), context_(std::move(context)), operation_began_(begun), session_(session) {
  if (!telemetry_.is_on()) return;
  begun_ = last_ = lap_ = steady_clock::now();
  std::swap(record_, spare_memory());
  begin_record();
}

Telemetry::Batch::~Batch() {
  record_.cut(0);
  const std::size_t size = record_.capacity();
  if (size <= kMostSpared && size > spare_memory().capacity()) std::swap(record_, spare_memory());
}

void Telemetry::Batch::begin_record() {
  record_.cut(0);
  record_.text(session_);
  whole_size_ = record_.size();
  count_ = 0;
}

void Telemetry::Batch::at(TimeMs now, std::string_view bot) {
  if (!telemetry_.is_on()) return;
  record_.cut(whole_size_);
  record_.tag(Tag::kMoment);
  record_.number(now);
  record_.text(bot);
  whole_size_ = record_.size();
}

void Telemetry::Batch::at(TimeMs now, std::int64_t turn, const SessionState& state) {
  if (!telemetry_.is_on()) return;
  at(now, state.bot);
  record_state(record_, turn, state);
  whole_size_ = record_.size();
}

void Telemetry::Batch::trace_parent(std::string_view trace_parent) {
  if (!telemetry_.is_on() || trace_parent.empty()) return;
  record_.cut(whole_size_);
  record_.tag(Tag::kTraceParent);
  record_.text(trace_parent);
  whole_size_ = record_.size();
}

Telemetry::Event Telemetry::Batch::event(std::string_view stage) {
  if (!telemetry_.is_on()) return Event(nullptr);
  const auto now = steady_clock::now();
  record_.cut(whole_size_);
  record_.tag(Tag::kEvent);
  record_.literal(stage);
  record_.number(us_between(last_, now));
  last_ = now;
  return Event(this);
}

std::int64_t Telemetry::Batch::us_in_all() const {
  return telemetry_.is_on() ? us_between(begun_, steady_clock::now()) : 0;
}

std::int64_t Telemetry::Batch::lap() {
  if (!telemetry_.is_on()) return 0;
  const auto now = steady_clock::now();
  return us_between(std::exchange(lap_, now), now);
}

void Telemetry::Batch::send() {
  if (!telemetry_.is_on() || telemetry_.is_erased(session_, operation_began_)) return;
  telemetry_.queue_->push(std::make_shared<const TurnReport>(context_, record_.bytes().substr(0, whole_size_), count_,
                                                             std::exchange(values_, {})));
  begin_record();
}

// ---- an event -------------------------------------------------------------------------------------------

Telemetry::Event::Event(Batch* batch)
    : batch_(batch), record_(batch ? &batch->record_ : nullptr), exceptions_(std::uncaught_exceptions()) {}

// Drops the event if an exception interrupted it.
Telemetry::Event::~Event() {
  if (!record_ || std::uncaught_exceptions() != exceptions_) return;
  try {
    record_->tag(Tag::kEndEvent);
  } catch (const std::bad_alloc&) {
    return;
  }
  batch_->whole_size_ = record_->size();
  ++batch_->count_;
}

Telemetry::Event& Telemetry::Event::text(std::string_view key, SafeText text) {
  if (!record_) return *this;
  begin_member(text.kind_ == SafeText::Kind::kName ? Tag::kName : Tag::kWord, key);
  record_->text(text.text_);
  return *this;
}

Telemetry::Event& Telemetry::Event::trace(const std::vector<TraceEvent>& first, const std::vector<TraceEvent>& then) {
  if (!record_) return *this;
  record_->tag(Tag::kTrace);
  record_->count(first.size() + then.size());
  for (const auto* events : {&first, &then}) {
    for (const TraceEvent& event : *events) {
      record_->number(event.rule);
      record_->text(event.intent);
      record_->text(event.subject);
      record_->text(event.detail);
    }
  }
  return *this;
}

Telemetry::Event& Telemetry::Event::count(std::string_view key, std::int64_t count) {
  if (!record_) return *this;
  begin_member(Tag::kCount, key);
  record_->number(count);
  return *this;
}

Telemetry::Event& Telemetry::Event::message(const Redactor::UserMessage& message,
                                            std::vector<Redactor::KnownValue> values) {
  if (!record_) return *this;
  std::vector<Redactor::KnownValue>& all = batch_->values_;
  const std::size_t first = all.size();
  all.insert(all.end(), std::make_move_iterator(values.begin()), std::make_move_iterator(values.end()));
  record_->tag(Tag::kMessage);
  record_->number(message.shows_text);
  record_->text(message.withheld_param);
  record_->text(message.text);
  record_->count(first);
  record_->count(all.size());
  return *this;
}

}  // namespace parley::engine
