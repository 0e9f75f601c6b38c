#include "report/event_line.h"

#include "base/time.h"

namespace parley::report {
namespace {

Unexpected no_event(std::string_view why) { return {ErrorCode::kInvalidRequest, std::string(why)}; }

}  // namespace

Result<EventLine> EventLine::parse(std::string_view line) {
  Result<Value> value = Value::parse(line);
  if (!value) return Unexpected(value.error());
  EventLine event;
  event.whole_ = std::move(*value);
  if (event.whole_.if_object() == nullptr) return no_event("not an event: no JSON object");
  if (!event.number("v")) return no_event("not an event: no version in 'v'");
  if (event.text("stage").empty()) return no_event("not an event: no 'stage'");
  const auto at = base::parse_iso8601(event.text("ts"));
  if (!at) return no_event("not an event: no time in 'ts'");
  event.at_ = *at;
  return event;
}

std::string_view EventLine::text(std::string_view key) const {
  const Value* member = whole_.find(key);
  const std::string* text = member ? member->if_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

std::optional<std::int64_t> EventLine::number(std::string_view key) const {
  const Value* member = whole_.find(key);
  const std::int64_t* number = member ? member->if_int() : nullptr;
  return number ? std::optional(*number) : std::nullopt;
}

std::vector<std::string> EventLine::names(std::string_view key) const {
  std::vector<std::string> names;
  const Value* member = whole_.find(key);
  const Value::Array* items = member ? member->if_array() : nullptr;
  if (!items) return names;
  for (const Value& item : *items) {
    if (const std::string* name = item.if_string()) names.push_back(*name);
  }
  return names;
}

}  // namespace parley::report
