// Tested by tests/telemetry/event_test.cc.
#include "telemetry/event.h"

#include <utility>

#include "base/time.h"

namespace parley::telemetry {
namespace {

Value object_of(std::string_view line) {
  auto event = Value::parse(line);
  return event && event->if_object() ? std::move(*event) : Value(Value::Object());
}

}  // namespace

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

std::optional<TimeMs> ReadEvent::at() const { return base::parse_iso8601(text("ts")); }

}  // namespace parley::telemetry
