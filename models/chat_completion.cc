#include "models/chat_completion.h"

#include <algorithm>
#include <utility>

namespace parley::models {
namespace {

constexpr std::int64_t kMostTokens = 1'000'000'000;  // an endpoint may report any number

std::int64_t count_at(const Value& body, std::string_view path) {
  const Value* count = body.at_path(path);
  const std::int64_t* number = count ? count->if_int() : nullptr;
  return number ? std::clamp<std::int64_t>(*number, 0, kMostTokens) : 0;
}

std::string no_completion(const std::string& name, const char* why) { return name + " sent no completion: " + why; }

}  // namespace

std::string chat_body(const ModelRequest& request, std::string_view model, Schema schema) {
  Value::Array messages;
  for (const ModelMessage& message : request.messages) {
    messages.push_back(Value::Object{{"role", message.role}, {"content", message.text}});
  }
  Value::Object body{{"model", model},
                     {"messages", std::move(messages)},
                     {"max_tokens", request.max_tokens},
                     {"temperature", 0},
                     {"stream", false}};
  if (schema == Schema::kSent && !request.schema.is_null()) {
    body["response_format"] =
        Value::Object{{"type", "json_schema"},
                      {"json_schema", Value::Object{{"name", "answer"}, {"strict", true}, {"schema", request.schema}}}};
  }
  return Value(std::move(body)).to_json();
}

ModelAnswer completion_of(std::string_view body, const std::string& name) {
  const Result<Value> value = Value::parse(body);
  ModelAnswer answer;
  if (!value) {
    answer.problem = no_completion(name, "the response is not JSON");
    return answer;
  }
  answer.usage.input_tokens = count_at(*value, "usage.prompt_tokens");
  answer.usage.output_tokens = count_at(*value, "usage.completion_tokens");
  const Value* text = value->at_path("choices.0.message.content");
  const Value* reason = value->at_path("choices.0.finish_reason");
  if (!text || !text->if_string()) {
    answer.problem = no_completion(name, "the response contains no text");
  } else if (reason && *reason == Value("length")) {
    answer.problem = no_completion(name, "the text was cut off");
  } else {
    answer.text = *text->if_string();
  }
  return answer;
}

}  // namespace parley::models
