#include "audit/audit_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace parley::audit {
namespace {

constexpr std::size_t kKinds = 6;       // of answers; the fourth one answers the repair of the third one
constexpr std::size_t kMostItems = 20;  // that an answer may have

// What a prompt (reading/prompt.h) says, as a model reads it.
struct ReadPrompt {
  std::vector<Value> intents;
  std::string open, message;
};

std::string text_after(std::string_view line, std::string_view heading) {
  const auto text = Value::parse(line.substr(heading.size()));
  return text && text->if_string() ? *text->if_string() : std::string();
}

ReadPrompt read(const ModelRequest& request) {
  constexpr std::string_view kOpen = "The open intent: ", kMessage = "The message of the user: ";
  ReadPrompt prompt;
  for (const ModelMessage& part : request.messages) {
    const std::string_view text = part.text;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = text.substr(at, end - at);
      at = end + 1;
      if (line.substr(0, kOpen.size()) == kOpen) prompt.open = text_after(line, kOpen);
      if (line.substr(0, kMessage.size()) == kMessage) prompt.message = text_after(line, kMessage);
      if (part.role != "system" || line.substr(0, 6) != R"({"id":)") continue;
      if (auto intent = Value::parse(line)) prompt.intents.push_back(std::move(*intent));
    }
  }
  return prompt;
}

// The texts that a model may copy as a value: each mask, the part after each comma, and the whole message.
std::vector<std::string> words_in(const std::string& message) {
  std::vector<std::string> words;
  for (std::size_t at = message.find('{'); at != std::string::npos; at = message.find('{', at + 1)) {
    const std::size_t end = message.find('}', at);
    if (end == std::string::npos) break;
    words.push_back(message.substr(at, end + 1 - at));
  }
  for (std::size_t at = message.find(", "); at != std::string::npos; at = message.find(", ", at + 1)) {
    words.push_back(message.substr(at + 2));
  }
  words.push_back(message);
  return words;
}

Value::Array values_for(const Value& intent, const std::vector<std::string>& words) {
  Value::Array values;
  const Value* params = intent.find("params");
  const Value::Array* list = params ? params->if_array() : nullptr;
  if (!list) return values;
  for (const std::string& word : words) {
    for (const Value& param : *list) {
      const Value* name = param.find("name");
      if (name && values.size() < kMostItems) {
        values.push_back(Value::Object{{"name", *name}, {"words", word}, {"value", Value()}});
      }
    }
  }
  return values;
}

bool is_named(const Value& intent, const std::string& id) {
  const Value* own = intent.find("id");
  return own && *own == Value(id);
}

std::string with_answers(const ReadPrompt& prompt) {
  Value::Array answers;
  for (const Value& intent : prompt.intents) {
    if (is_named(intent, prompt.open)) answers = values_for(intent, words_in(prompt.message));
  }
  return Value(Value::Object{{"answers", std::move(answers)}, {"act", "inform"}}).to_json();
}

std::string with_intent(const ReadPrompt& prompt, std::size_t number) {
  Value::Array intents;
  if (!prompt.intents.empty()) {
    const Value& intent = prompt.intents[number % prompt.intents.size()];
    const Value* id = intent.find("id");
    intents.push_back(
        Value::Object{{"id", id ? *id : Value()}, {"params", values_for(intent, words_in(prompt.message))}});
  }
  return Value(Value::Object{{"intents", std::move(intents)}}).to_json();
}

std::string with_unknown_names(const ReadPrompt& prompt) {
  const std::string& text = prompt.message;
  const Value value = Value::Object{{"name", text}, {"words", text}, {"value", text}};
  return Value(Value::Object{{"intents", Value::Array{Value::Object{{"id", text}, {"params", Value::Array{value}}}}},
                             {"answers", Value::Array{value}},
                             {"change", Value::Array{text}},
                             {"act", text}})
      .to_json();
}

std::string text_of(const ModelRequest& request) {
  std::string text;
  for (const ModelMessage& message : request.messages) text += message.text + "\n";
  return text;
}

}  // namespace

Result<ModelAnswer> AuditModel::complete(const ModelRequest& request) {
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = prompts_.size();
    prompts_.push_back({turn_, text_of(request)});
  }
  const ReadPrompt prompt = read(request);
  ModelAnswer answer;
  answer.may_be_cached = false;
  switch (number % kKinds) {
    case 1: answer.text = with_intent(prompt, number / kKinds); break;
    case 2: answer.text = with_unknown_names(prompt); break;
    case 3: answer.text = "I was told: " + request.messages.back().text; break;
    case 5: return Unexpected(ErrorCode::kInvalidRequest, "not understood: " + text_of(request));
    default: answer.text = with_answers(prompt);
  }
  return answer;
}

std::vector<AuditModel::Prompt> AuditModel::prompts() {
  const std::lock_guard lock(mutex_);
  return prompts_;
}

}  // namespace parley::audit
