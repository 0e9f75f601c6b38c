#include "engine/telemetry.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/time.h"

namespace parley::engine {
namespace {

void append_member(std::string& line, std::string_view key) {
  line += ',';
  base::append_json_string(line, key);
  line += ':';
}

void append_names(std::string& line, const std::vector<std::string>& names) {
  line += '[';
  for (const std::string& name : names) {
    if (&name != &names.front()) line += ',';
    base::append_json_string(line, name);
  }
  line += ']';
}

// {"history_count", "params_keys", "waiting_for_param"}: seed F130.
void append_memory(std::string& line, const SessionState& state) {
  std::vector<std::string> keys;
  for (const auto& [name, filled] : state.params) keys.push_back(name);
  if (!state.frames.empty()) {
    for (const auto& [name, filled] : state.frames.back().params) {
      if (state.params.count(name) == 0) keys.push_back(name);
    }
  }
  line += "{\"history_count\":" + std::to_string(state.messages) + ",\"params_keys\":";
  append_names(line, keys);
  line += ",\"waiting_for_param\":";
  const bool asks = state.waiting && state.waiting->kind == Waiting::Kind::kParam;
  if (asks) {
    base::append_json_string(line, state.waiting->param);
  } else {
    line += "null";
  }
  line += '}';
}

}  // namespace

Telemetry::Telemetry(std::shared_ptr<TelemetrySink> sink, std::string key)
    : sink_(std::move(sink)), key_(std::move(key)) {
  if (sink_ && key_.empty()) key_ = base::random_hex(32);
}

Telemetry::Turn::Turn(const Telemetry& telemetry, std::string_view session) : telemetry_(telemetry) {
  if (!telemetry_.is_on()) return;
  session_hash_ = base::keyed_hash(session, telemetry_.key_);
  last_ = std::chrono::steady_clock::now();
}

void Telemetry::Turn::at(TimeMs now, std::int64_t turn, const SessionState& state) {
  if (!telemetry_.is_on()) return;
  common_ = ",\"ts\":\"" + base::format_iso8601(now) + "\",\"session\":\"" + session_hash_ + "\"";
  common_ += ",\"turn\":" + std::to_string(turn);
  append_member(common_, "bot");
  base::append_json_string(common_, state.bot);
  common_ += ",\"memory\":";
  append_memory(common_, state);
}

Telemetry::Turn::Event Telemetry::Turn::event(std::string_view stage) {
  if (!telemetry_.is_on()) return Event(nullptr);
  const auto now = std::chrono::steady_clock::now();
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(now - last_).count();
  last_ = now;
  auto& line = lines_.emplace_back(std::make_unique<std::string>("{\"v\":1,\"stage\":"));
  base::append_json_string(*line, stage);
  *line += common_;
  *line += ",\"us\":" + std::to_string(us);
  return Event(line.get());
}

void Telemetry::Turn::send() {
  for (const auto& line : lines_) telemetry_.sink_->emit(*line);
  lines_.clear();
}

Telemetry::Turn::Event::~Event() {
  if (line_) *line_ += '}';
}

Telemetry::Turn::Event& Telemetry::Turn::Event::name(std::string_view key, std::string_view name) {
  if (!line_) return *this;
  append_member(*line_, key);
  base::append_json_string(*line_, name);
  return *this;
}

Telemetry::Turn::Event& Telemetry::Turn::Event::names(std::string_view key, const std::vector<std::string>& names) {
  if (!line_) return *this;
  append_member(*line_, key);
  append_names(*line_, names);
  return *this;
}

Telemetry::Turn::Event& Telemetry::Turn::Event::count(std::string_view key, std::int64_t count) {
  if (!line_) return *this;
  append_member(*line_, key);
  *line_ += std::to_string(count);
  return *this;
}

Telemetry::Turn::Event& Telemetry::Turn::Event::flag(std::string_view key, bool flag) {
  if (!line_) return *this;
  append_member(*line_, key);
  *line_ += flag ? "true" : "false";
  return *this;
}

}  // namespace parley::engine
