#include "tools/response_reader.h"

#include <algorithm>
#include <string>

#include "base/nesting.h"
#include "base/text.h"
#include "intents/condition.h"
#include "tools/action_request.h"

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

// What the events of an action say, in order. The other events concern Rasa's own dialog.
struct ActionEvents {
  Value::Object slots;
  Value followup;
};

ActionEvents read_events(const Value& events) {
  ActionEvents read;
  const Value::Array* list = events.if_array();
  if (!list) return read;
  for (const Value& event : *list) {
    const Value* kind = event.find("event");
    const Value* name = event.find("name");
    if (!kind) continue;
    if (*kind == Value("reset_slots")) read.slots.clear();
    if (!name || !name->if_string()) continue;
    if (*kind == Value("followup")) read.followup = *name;
    if (*kind != Value("slot")) continue;
    const Value* value = event.find("value");
    read.slots[*name->if_string()] = value ? *value : Value();
  }
  return read;
}

// Returns the names of responses that the domain of the Rasa bot has. `template` is the name's key of older servers.
Value::Array names_of(const Value* responses) {
  Value::Array names;
  const Value::Array* list = responses ? responses->if_array() : nullptr;
  if (!list) return names;
  for (const Value& response : *list) {
    for (const char* key : {"response", "template"}) {
      const Value* name = response.find(key);
      if (!name || !name->if_string()) continue;
      names.push_back(*name);
      break;
    }
  }
  return names;
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

ToolOutcome read_action_response(const HttpTool& tool, const base::HttpAnswer& answer, const ToolCall& call) {
  constexpr long kExecutionRejected = 400;
  const auto body = body_of(answer);
  const Value* rejected_by = body ? body->find("action_name") : nullptr;
  if (answer.status == kExecutionRejected && rejected_by && *rejected_by == Value(tool.action.value)) {
    return ToolOutcome::failed("the action rejected its execution (HTTP 400)");
  }
  if (!is_success(answer.status)) return failed_with(answer.status);
  const Value* events = body ? body->find("events") : nullptr;
  if (!events) return ToolOutcome::failed("the response is not that of an action server: it has no events");
  ActionEvents read = read_events(*events);
  const Value* responses = body->find("responses");
  Value::Array texts = texts_of(responses), names = names_of(responses);
  for (const auto& [name, value] : read.slots) {
    const auto given = call.args.find(name);
    const bool is_cleared = value.is_null() && given != call.args.end() && !given->second.is_null();
    if (!is_cleared || !is_validation(tool)) continue;
    return ToolOutcome::rejected({{name, texts.empty() ? Value("") : texts.front()}});
  }
  Value::Object result{{"slots", std::move(read.slots)}, {"responses", std::move(texts)}};
  if (!names.empty()) result["response_names"] = std::move(names);
  if (!read.followup.is_null()) result["followup"] = std::move(read.followup);
  return ToolOutcome::ok(std::move(result));
}

}  // namespace parley::tools
