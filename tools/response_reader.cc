#include "tools/response_reader.h"

#include <algorithm>
#include <string>

#include "base/nesting.h"
#include "base/text.h"
#include "intents/condition.h"

namespace parley::tools {
namespace {

using config::HttpTool;

constexpr const char* kRoot = "result";

bool is_success(long status) { return status >= 200 && status < 300; }

// Returns null for a body that is not JSON, or nested too deeply.
std::optional<Value> body_of(const base::HttpAnswer& answer) {
  if (base::trim(answer.body).empty()) return Value();
  auto body = Value::parse(answer.body);
  if (!body || base::is_nested_deeper(*body)) return std::nullopt;
  return std::move(*body);
}

// `response` is {result: BODY}.
const HttpTool::Reason* reason_for(const HttpTool& tool, long status, const Value& response) {
  const intents::Scope scope = [&](std::string_view path) { return response.at_path(path); };
  const auto found = std::find_if(tool.errors.begin(), tool.errors.end(), [&](const HttpTool::Reason& reason) {
    return reason.status == status && intents::holds(reason.when, scope);
  });
  return found == tool.errors.end() ? nullptr : &*found;
}

Value response_of(std::optional<Value> body) { return Value::Object{{kRoot, body ? std::move(*body) : Value()}}; }

ToolOutcome failed_with(long status) {
  return ToolOutcome::failed("the server responded with HTTP " + std::to_string(status));
}

Value mapped(const HttpTool& tool, const Value& response) {
  if (tool.result.empty()) return *response.find(kRoot);
  Value::Object out;
  for (const HttpTool::Member& member : tool.result) {
    const Value* value = response.at_path(member.path);
    out[member.name] = value ? *value : Value();
  }
  return out;
}

// Adds the slots that the events of an action set, in order.
void add_slots(const Value& events, Value::Object& slots) {
  const Value::Array* list = events.if_array();
  if (!list) return;
  for (const Value& event : *list) {
    const Value* kind = event.find("event");
    const Value* name = event.find("name");
    if (!kind || *kind != Value("slot") || !name || !name->if_string()) continue;
    const Value* value = event.find("value");
    slots[*name->if_string()] = value ? *value : Value();
  }
}

Value::Array texts_of(const Value* responses) {
  Value::Array texts;
  const Value::Array* list = responses ? responses->if_array() : nullptr;
  if (!list) return texts;
  for (const Value& response : *list) {
    const Value* text = response.find("text");
    if (text && text->if_string()) texts.push_back(*text);
  }
  return texts;
}

}  // namespace

bool is_expected_error(const HttpTool& tool, const base::HttpAnswer& answer) {
  return reason_for(tool, answer.status, response_of(body_of(answer))) != nullptr;
}

ToolOutcome read_response(const HttpTool& tool, const base::HttpAnswer& answer) {
  auto body = body_of(answer);
  const bool is_json = body.has_value();
  const Value response = response_of(std::move(body));
  if (const HttpTool::Reason* reason = reason_for(tool, answer.status, response)) {
    return ToolOutcome::ok(Value::Object{{"error", reason->reason}});
  }
  if (!is_success(answer.status)) return failed_with(answer.status);
  if (!is_json) return ToolOutcome::failed("the response is not valid JSON");
  return ToolOutcome::ok(mapped(tool, response));
}

ToolOutcome read_action_response(const base::HttpAnswer& answer, const ToolCall& call) {
  if (!is_success(answer.status)) return failed_with(answer.status);
  const auto body = body_of(answer);
  const Value* events = body ? body->find("events") : nullptr;
  if (!events) return ToolOutcome::failed("the response is not that of an action server: it has no events");
  Value::Object slots;
  add_slots(*events, slots);
  Value::Array texts = texts_of(body->find("responses"));
  for (const auto& [name, value] : slots) {
    const auto given = call.args.find(name);
    if (!value.is_null() || given == call.args.end() || given->second.is_null()) continue;
    return ToolOutcome::rejected({{name, texts.empty() ? Value("") : texts.front()}});
  }
  return ToolOutcome::ok(Value::Object{{"slots", std::move(slots)}, {"responses", std::move(texts)}});
}

}  // namespace parley::tools
