// Tested by tests/memory/message_texts_test.cc.
#include "memory/message_texts.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/value_transform.h"
#include "memory/sessions/system_prompt.h"
#include "parley/tool.h"

namespace parley::memory {
namespace {

bool is_flag(const Value& value) { return value.if_bool() != nullptr; }

template <class... Names>
bool is_counts(const Value& value, const Names&... names) {
  const Value::Object* members = value.if_object();
  const auto is_count = [&](const char* name) {
    const Value* member = value.find(name);
    return member && member->if_int();
  };
  return members && members->size() == sizeof...(names) && (is_count(names) && ...);
}

bool is_usage(const Value& value) { return is_counts(value, "input_tokens", "output_tokens", "cost"); }
bool is_left_out(const Value& value) { return is_counts(value, "turns", "messages", "files"); }

bool is_artifact(const Value& value) {
  const Value* sha256 = value.find("sha256");
  const Value* bytes = value.find("bytes");
  const std::string* name = sha256 ? sha256->if_string() : nullptr;
  return name && bytes && bytes->if_int() && value.if_object()->size() == 2 && name->size() == 64 &&
         name->find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_never(const Value&) { return false; }

// A metadata field that parley itself reads (docs/context.md). Its name does not change. A value in the form that
// parley writes does not change either, because it contains no user text.
struct OwnField {
  const char* name;
  bool (*is_own_form)(const Value& value);
};
constexpr OwnField kOwnFields[] = {{"important", is_flag},    {"decision", is_flag},  {"confirmed", is_flag},
                                   {"filled", is_flag},       {"usage", is_usage},    {"left_out", is_left_out},
                                   {"artifact", is_artifact}, {"reasoning", is_never}};

const OwnField* own_field(const std::string& name) {
  const auto* found = std::find_if(std::begin(kOwnFields), std::end(kOwnFields),
                                   [&](const OwnField& field) { return name == field.name; });
  return found == std::end(kOwnFields) ? nullptr : found;
}

Value changed(const Value& value, const ChangeText& change) {
  return base::transform_texts(value, change, base::Names::kChange);
}

Value::Object changed_members(const Value::Object& members, const ChangeText& change) {
  Value::Object all;
  for (const auto& [name, value] : members) all[name] = changed(value, change);
  return all;
}

// Returns the metadata: parley's own fields, which are already changed, and all other fields, which are changed here.
Value::Object joined(Value::Object own, const Value::Object& others, const ChangeText& change) {
  const Value changed_others = changed(Value(others), change);
  for (const auto& [name, value] : *changed_others.if_object()) {
    std::string unique = name;
    for (int number = 2; own.count(unique) > 0; ++number) unique = name + " " + std::to_string(number);
    own[std::move(unique)] = value;
  }
  return own;
}

Value::Object changed_metadata(const Value::Object& metadata, const ChangeText& change) {
  Value::Object own, others;
  for (const auto& [name, value] : metadata) {
    const OwnField* field = own_field(name);
    (field ? own : others)[name] = field && !field->is_own_form(value) ? changed(value, change) : value;
  }
  return joined(std::move(own), others, change);
}

// Changes the values inside a JSON text. A number that changes becomes a string.
std::string changed_json(const std::string& text, const ChangeText& change, bool names_stay) {
  const auto data = Value::parse(text, Value::kUnlimited);
  if (!data || (!data->if_object() && !data->if_array())) return change(text);
  const bool keeps_names = names_stay && data->if_object();
  const Value value = keeps_names ? Value(changed_members(*data->if_object(), change)) : changed(*data, change);
  return value == *data ? text : value.to_json();
}

// Recognizes "refunds.create: ok", which parley writes when the result itself is not stored.
bool is_outcome(const Message& message) {
  using Kind = ToolOutcome::Kind;
  constexpr Kind kKinds[] = {Kind::kOk, Kind::kFailed, Kind::kTimeout, Kind::kUnknown, Kind::kRejected};
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](Kind kind) { return message.text == message.details.tool + ": " + to_string(kind); });
}

}  // namespace

Message transform_texts(Message message, const ChangeText& change) {
  MessageDetails& details = message.details;
  for (FileRef& file : details.files) {
    file.path = change(file.path);
    if (!file.hash.empty()) file.hash = change(file.hash);
  }
  if (!details.model.empty()) details.model = change(details.model);
  if (!details.author.empty() && details.author != kAgent) details.author = change(details.author);
  const bool is_of_tool = message.role == Role::kCall || message.role == Role::kTool;
  if (!is_of_tool) {
    message.text = change(message.text);
    if (!details.tool.empty()) details.tool = change(details.tool);
    details.metadata = changed_metadata(details.metadata, change);
    return message;
  }
  if (!is_outcome(message)) message.text = changed_json(message.text, change, message.role == Role::kCall);
  for (auto& [name, value] : details.metadata) {
    const OwnField* field = own_field(name);
    if (field && field->is_own_form(value)) continue;
    const std::string* text = value.if_string();
    value = text ? Value(changed_json(*text, change, false)) : changed(value, change);
  }
  return message;
}

SessionNotes transform_texts(SessionNotes notes, const ChangeText& change) {
  notes.title = change(notes.title);
  std::vector<std::string>& tags = notes.tags;
  for (std::string& tag : tags) tag = change(tag);
  std::erase(tags, std::string());
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  Value::Object own;
  if (const auto prompt = notes.metadata.extract(kSystemPrompt))
    own[kSystemPrompt] = with_prompt_text(prompt.mapped(), change);
  notes.metadata = joined(std::move(own), notes.metadata, change);
  return notes;
}

}  // namespace parley::memory
