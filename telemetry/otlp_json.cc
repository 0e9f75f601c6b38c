// Tested by tests/telemetry/otlp_json_test.cc.
#include "telemetry/otlp_json.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "base/trace_parent.h"
#include "parley/value.h"
#include "parley/version.h"
#include "telemetry/event.h"

namespace parley::telemetry {
namespace {

// Severity numbers of OpenTelemetry.
constexpr int kInfo = 9;
constexpr int kWarn = 13;

void append_value(std::string& out, const Value& value);

void append_separator(std::string& out) {
  if (out.back() != '[') out += ',';
}

void append_attribute(std::string& out, std::string_view key, const Value& value) {
  append_separator(out);
  out += "{\"key\":";
  base::append_json_string(out, key);
  out += ",\"value\":";
  append_value(out, value);
  out += '}';
}

// Writes an AnyValue object. Integers are strings, because a JSON number cannot hold 64 bits exactly.
void append_value(std::string& out, const Value& value) {
  if (const std::string* text = value.if_string()) {
    out += "{\"stringValue\":";
    base::append_json_string(out, *text);
  } else if (const bool* flag = value.if_bool()) {
    out += *flag ? "{\"boolValue\":true" : "{\"boolValue\":false";
  } else if (const std::int64_t* whole = value.if_int()) {
    out += "{\"intValue\":\"" + std::to_string(*whole) + "\"";
  } else if (value.if_double()) {
    out += "{\"doubleValue\":";
    value.append_json(out);
  } else if (const Value::Array* items = value.if_array()) {
    out += "{\"arrayValue\":{\"values\":[";
    for (const Value& item : *items) {
      append_separator(out);
      append_value(out, item);
    }
    out += "]}";
  } else if (const Value::Object* members = value.if_object()) {
    out += "{\"kvlistValue\":{\"values\":[";
    for (const auto& [key, member] : *members) append_attribute(out, key, member);
    out += "]}";
  } else {
    out += '{';
  }
  out += '}';
}

void append_flat(std::string& out, const std::string& key, const Value& value) {
  const Value::Object* members = value.if_object();
  if (value.is_null()) return;
  if (!members) return append_attribute(out, key, value);
  for (const auto& [name, member] : *members) append_flat(out, std::string(key).append(".").append(name), member);
}

std::string nanoseconds(TimeMs at) { return std::to_string(at) + "000000"; }

// Correlates the record with the trace of the request.
void append_trace(std::string& out, std::string_view trace_parent) {
  const auto parent = base::parse_trace_parent(trace_parent);
  if (!parent) return;
  unsigned flags = 0;
  std::from_chars(parent->flags.data(), parent->flags.data() + parent->flags.size(), flags, 16);
  out.append("\"traceId\":\"").append(parent->trace_id).append("\",\"spanId\":\"").append(parent->span_id);
  out.append("\",\"flags\":").append(std::to_string(flags)).append(",");
}

void append_record(std::string& out, const ReadEvent& event, TimeMs now) {
  const std::string& stage = event.text("stage");
  const bool is_warning = stage == "telemetry";
  append_separator(out);
  out += '{';
  if (const auto at = event.at(); at && *at > 0) out += "\"timeUnixNano\":\"" + nanoseconds(*at) + "\",";
  out += "\"observedTimeUnixNano\":\"" + nanoseconds(now) + "\",\"severityNumber\":";
  out += std::to_string(is_warning ? kWarn : kInfo);
  out += is_warning ? ",\"severityText\":\"WARN\"" : ",\"severityText\":\"INFO\"";
  out += ",\"body\":{\"stringValue\":";
  base::append_json_string(out, stage);
  out += "},";
  append_trace(out, event.text("traceparent"));
  out += "\"attributes\":[";
  for (const auto& [key, value] : event.members()) {
    if (key != "ts" && key != "stage" && key != "traceparent") append_flat(out, key, value);
  }
  out += "]}";
}

std::optional<std::int64_t> count_of(const Value& value) {
  if (const std::int64_t* number = value.if_int()) return *number;
  const std::string* text = value.if_string();
  std::int64_t number = 0;
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

}  // namespace

std::string otlp_request(const std::vector<std::string>& lines, TimeMs now) {
  std::string out =
      "{\"resourceLogs\":[{\"resource\":{\"attributes\":["
      "{\"key\":\"service.name\",\"value\":{\"stringValue\":\"parley\"}},"
      "{\"key\":\"service.version\",\"value\":{\"stringValue\":\"" PARLEY_VERSION
      "\"}}]},\"scopeLogs\":[{\"scope\":{\"name\":\"parley\",\"version\":\"" PARLEY_VERSION "\"},\"logRecords\":[";
  for (const std::string& line : lines) append_record(out, ReadEvent(line), now);
  out += "]}]}]}";
  return out;
}

Result<std::size_t> otlp_rejected(std::string_view body, std::size_t sent) {
  if (base::trim(body).empty()) return 0;
  const auto answer = Value::parse(body);
  if (!answer || !answer->if_object())
    return Unexpected(ErrorCode::kInvalidRequest, "the response is not that of a collector");
  const Value* rejected = answer->at_path("partialSuccess.rejectedLogRecords");
  if (!rejected) return 0;
  const auto count = count_of(*rejected);
  if (!count || *count < 0)
    return Unexpected(ErrorCode::kInvalidRequest, "the response has no valid count of rejected events");
  return std::min(static_cast<std::size_t>(*count), sent);
}

}  // namespace parley::telemetry
