// Tested by tests/engine/turn_events_test.cc.
#include "engine/telemetry.h"

#include <exception>
#include <new>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "base/time.h"

namespace parley::engine {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMostSpared = 64 * 1024;  // bytes; the events of a turn have about 2,000

std::int64_t us_between(steady_clock::time_point from, steady_clock::time_point to) {
  return std::chrono::duration_cast<std::chrono::microseconds>(to - from).count();
}

// Characters that end a line for some readers, move the cursor or change the direction of text: C1, U+2028 and similar.
bool is_disruptive(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

// Escapes disruptive characters of a message: U+202E becomes \u202e.
void append_message(std::string& line, std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  if (base::is_ascii(text)) return base::append_json_string(line, text);
  std::string json;
  base::append_json_string(json, text);
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    const char32_t c = base::next_code_point(json, at);
    if (!is_disruptive(c)) {
      line.append(json, begin, at - begin);
      continue;
    }
    line += "\\u";
    for (const int shift : {12, 8, 4, 0}) line += kHex[c >> shift & 15];
  }
}

// Returns memory that an earlier turn on this thread used for its events. The next turn reuses it, because large
// allocations are slow.
std::string& spare_memory() {
  thread_local std::string spare;
  return spare;
}

void append_member(std::string& line, std::string_view key) { line.append(",\"").append(key).append("\":"); }

template <class Item, class Append>
void append_array(std::string& line, std::string_view key, const std::vector<Item>& items, const Append& append) {
  append_member(line, key);
  line += '[';
  for (const Item& item : items) {
    if (&item != &items.front()) line += ',';
    append(item);
  }
  line += ']';
}

// Appends {"rule", "intent", "subject", "detail"} without empty members, in the form of to_value(TraceEvent).
void append_decision(std::string& line, const TraceEvent& event) {
  line.append("{\"rule\":\"").append(to_string(event.rule)).append("\"");
  const auto append = [&](std::string_view key, const std::string& text) {
    if (text.empty()) return;
    append_member(line, key);
    base::append_json_string(line, text);
  };
  append("intent", event.intent);
  append("subject", event.subject);
  append("detail", event.detail);
  line += '}';
}

// Appends {"history_count", "params_keys", "waiting_for_param"} (seed F130).
void append_memory(std::string& line, const SessionState& state, const TelemetryNames& names) {
  line.append("{\"history_count\":")
      .append(std::to_string(state.messages - state.trimmed))
      .append(",\"params_keys\":[");
  const std::size_t first = line.size();
  const auto append_key = [&](const std::string& name) {
    if (line.size() > first) line += ',';
    names.append(line, name);
  };
  for (const auto& [name, filled] : state.params) append_key(name);
  if (!state.frames.empty()) {
    for (const auto& [name, filled] : state.frames.back().params) {
      if (state.params.count(name) == 0) append_key(name);
    }
  }
  line += "],\"waiting_for_param\":";
  const bool asks = state.waiting && state.waiting->kind == PendingInput::Kind::kParam;
  if (asks) {
    names.append(line, state.waiting->param);
  } else {
    line += "null";
  }
  line += '}';
}

}  // namespace

Telemetry::Telemetry(std::vector<std::shared_ptr<TelemetrySink>> sinks, std::string key)
    : sinks_(std::move(sinks)), key_(std::move(key)), has_lasting_key_(!key_.empty()) {
  if (sinks_.empty()) return;
  queue_ = std::make_unique<telemetry::Queue>(sinks_);
  if (key_.empty()) key_ = base::random_hex(32);
}

// ---- a batch --------------------------------------------------------------------------------------------

Telemetry::Batch::Batch(const Telemetry& telemetry, Names names, std::string_view session,
                        TelemetryTombstones::Moment begun)
    : telemetry_(telemetry), names_(std::move(names)), operation_began_(begun) {
  if (!telemetry_.is_on()) return;
  if (!session.empty()) session_hash_ = telemetry_.hash_of(session);
  begun_ = last_ = lap_ = steady_clock::now();
  lines_.swap(spare_memory());
}

Telemetry::Batch::~Batch() {
  lines_.clear();
  if (lines_.capacity() <= kMostSpared && lines_.capacity() > spare_memory().capacity()) lines_.swap(spare_memory());
}

void Telemetry::Batch::at(TimeMs now, std::string_view bot) {
  if (!telemetry_.is_on()) return;
  if (now == now_ && bot == bot_) return common_.resize(head_size_);
  now_ = INT64_MIN;
  common_ = ",\"ts\":\"" + base::format_iso8601(now) + "\"";
  if (!session_hash_.empty()) common_.append(",\"session\":\"").append(session_hash_).append("\"");
  append_member(common_, "bot");
  base::append_json_string(common_, bot);
  head_size_ = common_.size();
  bot_ = bot;
  now_ = now;
}

void Telemetry::Batch::at(TimeMs now, std::int64_t turn, const SessionState& state) {
  if (!telemetry_.is_on()) return;
  at(now, state.bot);
  if (user_ != state.user) {
    user_hash_ = state.user.empty() ? std::string() : telemetry_.hash_of(state.user);
    user_ = state.user;
  }
  if (!user_hash_.empty()) common_.append(",\"user\":\"").append(user_hash_).append("\"");
  common_ += ",\"turn\":" + std::to_string(turn);
  common_ += ",\"memory\":";
  append_memory(common_, state, *names_);
}

Telemetry::Event Telemetry::Batch::event(std::string_view stage) {
  if (!telemetry_.is_on()) return Event(*this, nullptr);
  const auto now = steady_clock::now();
  lines_.resize(whole_size_);
  lines_.append("{\"v\":2,\"stage\":\"").append(stage).append("\"").append(common_);
  lines_.append(",\"us\":").append(std::to_string(us_between(last_, now)));
  last_ = now;
  return Event(*this, &lines_);
}

void Telemetry::Batch::end_event() noexcept {
  try {
    lines_ += "}\n";
  } catch (const std::bad_alloc&) {
    return;
  }
  whole_size_ = lines_.size();
  ++count_;
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
  if (!telemetry_.is_on() || telemetry_.tombstones_.covers(session_hash_, operation_began_)) return;
  const std::string_view whole = std::string_view(lines_).substr(0, std::exchange(whole_size_, 0));
  telemetry_.queue_->push({whole, std::exchange(count_, 0)});
  lines_.clear();
}

// ---- an event -------------------------------------------------------------------------------------------

Telemetry::Event::Event(Batch& batch, std::string* line)
    : batch_(batch), line_(line), exceptions_(std::uncaught_exceptions()) {}

// Drops the event if an exception interrupted it.
Telemetry::Event::~Event() {
  if (line_ && std::uncaught_exceptions() == exceptions_) batch_.end_event();
}

Telemetry::Event& Telemetry::Event::text(std::string_view key, SafeText text) {
  if (!line_) return *this;
  append_member(*line_, key);
  switch (text.kind_) {
    case SafeText::Kind::kName: batch_.names_->append(*line_, text.text_); break;
    case SafeText::Kind::kWord: base::append_json_string(*line_, text.text_); break;
    case SafeText::Kind::kMessage: append_message(*line_, text.text_); break;
  }
  return *this;
}

Telemetry::Event& Telemetry::Event::names(std::string_view key, const std::vector<std::string>& of_the_bot) {
  if (!line_) return *this;
  append_member(*line_, key);
  batch_.names_->append_list(*line_, of_the_bot);
  return *this;
}

Telemetry::Event& Telemetry::Event::words(std::string_view key, const std::vector<std::string>& of_parley) {
  if (!line_) return *this;
  append_array(*line_, key, of_parley, [&](const std::string& word) { base::append_json_string(*line_, word); });
  return *this;
}

Telemetry::Event& Telemetry::Event::trace(const std::vector<TraceEvent>& events) {
  if (!line_) return *this;
  append_array(*line_, "trace", events,
               [&](const TraceEvent& event) { base::append_json_string(*line_, to_string(event)); });
  append_array(*line_, "events", events, [&](const TraceEvent& event) { append_decision(*line_, event); });
  return *this;
}

Telemetry::Event& Telemetry::Event::count(std::string_view key, std::int64_t count) {
  if (!line_) return *this;
  append_member(*line_, key);
  *line_ += std::to_string(count);
  return *this;
}

}  // namespace parley::engine
