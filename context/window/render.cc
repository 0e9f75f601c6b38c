// Renders a context for a person and for a language model.
// Tested by tests/context/window/render_test.cc.
#include <map>

#include "parley/context.h"

namespace parley {
namespace {

constexpr const char* kSystem = "system";

void append_indented(std::string& out, std::string_view text) {
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
}

std::string speaker(const Message& message) {
  const std::string& tool = message.details.tool;
  return speaker_of(message) + (tool.empty() ? "" : " (" + tool + ")");
}

// Returns the id that matches a call with its result. Older messages have no id, so one is made from the seq.
std::string id_of(const Message& call) {
  return call.details.call_id.empty() ? "call_" + std::to_string(call.seq) : call.details.call_id;
}

class JsonMessages {
 public:
  JsonMessages(std::string_view summary_role, const std::string& system_prompt) : summary_role_(summary_role) {
    if (!system_prompt.empty()) out_.push_back(Value::Object{{"role", kSystem}, {"content", system_prompt}});
  }

  void add(const Message& message) {
    if (message.role == Role::kCall) return add_call(message);
    if (message.role == Role::kTool) return add_result(message);
    held_back_.push_back(plain(message));
    if (open_.empty()) close_calls();
  }
  Value::Array take() && {
    close_calls();
    return std::move(out_);
  }

 private:
  Value::Object plain(const Message& message) const {
    const bool is_summary = message.role == Role::kSummary;
    Value::Object made{{"role", is_summary ? summary_role_ : to_string(message.role)}, {"content", message.text}};
    if (!message.details.author.empty()) made["author"] = message.details.author;
    const auto reasoning = message.details.metadata.find("reasoning");
    if (reasoning != message.details.metadata.end()) made["reasoning"] = reasoning->second;
    return made;
  }

  // Calls form one message as long as at least one call of that message waits for its result.
  void add_call(const Message& call) {
    if (open_.empty()) close_calls();
    const std::string id = id_of(call);
    calls_.push_back(Value::Object{{"id", id},
                                   {"type", "function"},
                                   {"function", Value::Object{{"name", call.details.tool}, {"arguments", call.text}}}});
    open_[key_of(call)] = id;
  }
  void add_result(const Message& result) {
    const auto call = open_.find(key_of(result));
    if (call == open_.end()) return;
    results_.push_back(Value::Object{
        {"role", "tool"}, {"tool_call_id", call->second}, {"name", result.details.tool}, {"content", result.text}});
    open_.erase(call);
  }
  static std::string key_of(const Message& message) {
    return message.details.call_id.empty() ? "of " + message.details.tool : "id " + message.details.call_id;
  }

  // Model APIs require results directly after their calls, so other messages between a call and its result come after
  // the result.
  void close_calls() {
    if (!calls_.empty()) out_.push_back(Value::Object{{"role", "assistant"}, {"tool_calls", std::move(calls_)}});
    for (Value::Array* part : {&results_, &held_back_}) {
      for (Value& message : *part) out_.push_back(std::move(message));
      part->clear();
    }
    calls_.clear();
  }

  std::string summary_role_;
  Value::Array out_, calls_, results_, held_back_;
  std::map<std::string, std::string> open_;  // calls without a result yet
};

}  // namespace

std::string render_text(const Context& context) {
  std::string out;
  const auto add = [&out](const std::string& who, const std::string& text) {
    append_indented(out, who);
    out += ": ";
    append_indented(out, text);
    out += '\n';
  };
  if (!context.system_prompt.empty()) add(kSystem, context.system_prompt);
  for (const Message& message : context.messages) add(speaker(message), message.text);
  return out;
}

Value render_json(const Context& context, std::string_view summary_role) {
  JsonMessages messages(summary_role, context.system_prompt);
  for (const Message& message : context.messages) messages.add(message);
  return std::move(messages).take();
}

}  // namespace parley
