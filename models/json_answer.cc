#include "models/json_answer.h"

#include <utility>

#include "base/text.h"

namespace parley::models {
namespace {

// Returns the text between the lines of a Markdown code block, or the whole text.
std::string_view without_fence(std::string_view text) {
  text = base::trim(text);
  if (text.substr(0, 3) != "```") return text;
  const std::size_t line = text.find('\n');
  const std::size_t end = text.rfind("```");
  if (line == std::string_view::npos || end <= line) return text;
  return base::trim(text.substr(line + 1, end - line - 1));
}

}  // namespace

Unexpected invalid_answer(const std::string& what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

Result<Value> parse_json_answer(std::string_view text) {
  auto root = Value::parse(without_fence(text));
  if (!root) return invalid_answer("the answer is not JSON");
  return root;
}

Value typed(const char* type) { return Value::Object{{"type", type}}; }

Value list_schema(Value items) { return Value::Object{{"type", "array"}, {"items", std::move(items)}}; }

Value object_schema(Value::Object members) {
  Value::Array names;
  for (const auto& [name, member] : members) names.push_back(name);
  return Value::Object{{"type", "object"},
                       {"properties", std::move(members)},
                       {"required", std::move(names)},
                       {"additionalProperties", false}};
}

void append_repair(std::vector<ModelMessage>& messages, const std::string& answer, const std::string& problem) {
  messages.push_back({"assistant", answer});
  messages.push_back({"user", "This is not valid: " + problem + ". Answer with the JSON object alone."});
}

}  // namespace parley::models
