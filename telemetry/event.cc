// Tested by tests/telemetry/event_test.cc.
#include "telemetry/event.h"

#include <utility>

#include "base/time.h"
#include "telemetry/turn_events.h"

namespace parley::telemetry {
namespace {

Value object_of(std::string_view line) {
  auto event = Value::parse(line);
  return event && event->if_object() ? std::move(*event) : Value(Value::Object());
}

Unexpected no_event(const char* why) {
  return Unexpected(ErrorCode::kInvalidRequest, std::string("not an event: ") + why);
}

}  // namespace

void TurnEvents::for_each_event(const TakeMembers& take) const {
  for (const std::string& line : lines()) {
    const ReadEvent event(line);
    take(event.texts_and_numbers());
  }
}

Result<ReadEvent> ReadEvent::parse(std::string_view line) {
  Result<Value> value = Value::parse(line);
  if (!value) return Unexpected(value.error());
  if (!value->if_object()) return no_event("not a JSON object");
  ReadEvent event;
  event.event_ = std::move(*value);
  if (!event.number("v")) return no_event("missing version 'v'");
  if (event.text("stage").empty()) return no_event("missing 'stage'");
  if (!event.at()) return no_event("missing or invalid time 'ts'");
  return event;
}

ReadEvent::ReadEvent(std::string_view line) : event_(object_of(line)) {}

const std::string& ReadEvent::text(std::string_view member) const {
  static const std::string none;
  const Value* value = event_.find(member);
  const std::string* text = value ? value->if_string() : nullptr;
  return text ? *text : none;
}

std::optional<std::int64_t> ReadEvent::number(std::string_view member) const {
  const Value* value = event_.find(member);
  const std::int64_t* number = value ? value->if_int() : nullptr;
  return number ? std::optional<std::int64_t>(*number) : std::nullopt;
}

std::vector<std::string> ReadEvent::names(std::string_view member) const {
  std::vector<std::string> names;
  const Value* value = event_.find(member);
  const Value::Array* items = value ? value->if_array() : nullptr;
  if (!items) return names;
  for (const Value& item : *items) {
    if (const std::string* name = item.if_string()) names.push_back(*name);
  }
  return names;
}

namespace {

void add_words(const std::string& key, const Value& list, EventMembers& found) {
  const Value::Array* words = list.if_array();
  if (!words) return;
  for (const Value& word : *words) {
    if (const std::string* text = word.if_string()) found.add(key, *text);
  }
}

}  // namespace

EventMembers ReadEvent::texts_and_numbers() const {
  EventMembers found;
  for (const auto& [key, value] : members()) {
    if (const std::string* text = value.if_string()) found.add(key, *text);
    if (const std::int64_t* number = value.if_int()) found.add(key, *number);
    if (key == "acts" || key == "steps") add_words(key, value, found);
  }
  return found;
}

std::optional<TimeMs> ReadEvent::at() const { return base::parse_iso8601(text("ts")); }

}  // namespace parley::telemetry
