// Tested by tests/memory/message_texts_test.cc.
#include "memory/message_texts.h"

#include <utility>

#include "base/value_texts.h"

namespace parley::memory {
namespace {

Value changed(const Value& value, const ChangeText& change) {
  return base::with_texts(value, change, base::Names::kChange);
}

Value::Object changed_members(const Value::Object& members, const ChangeText& change) {
  Value::Object all;
  for (const auto& [name, value] : members) all[name] = changed(value, change);
  return all;
}

// A text that holds JSON is changed within it, so that a number that changes becomes a text.
std::string changed_json(const std::string& text, const ChangeText& change, bool names_stay) {
  const auto data = Value::parse(text);
  if (!data || (!data->if_object() && !data->if_array())) return change(text);
  const bool keeps_names = names_stay && data->if_object();
  const Value value = keeps_names ? Value(changed_members(*data->if_object(), change)) : changed(*data, change);
  return value == *data ? text : value.to_json();
}

}  // namespace

Message with_texts(Message message, const ChangeText& change) {
  MessageDetails& details = message.details;
  for (FileRef& file : details.files) {
    file.path = change(file.path);
    if (!file.hash.empty()) file.hash = change(file.hash);
  }
  if (!details.model.empty()) details.model = change(details.model);
  const bool is_of_tool = message.role == Role::kCall || message.role == Role::kTool;
  if (!is_of_tool) {
    message.text = change(message.text);
    if (!details.tool.empty()) details.tool = change(details.tool);
    if (!details.metadata.empty()) details.metadata = *changed(Value(details.metadata), change).if_object();
    return message;
  }
  message.text = changed_json(message.text, change, message.role == Role::kCall);
  for (auto& [name, value] : details.metadata) {
    const std::string* text = value.if_string();
    value = text ? Value(changed_json(*text, change, false)) : changed(value, change);
  }
  return message;
}

}  // namespace parley::memory
