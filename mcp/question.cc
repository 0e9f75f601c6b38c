#include "mcp/question.h"

#include <utility>

#include "mcp/json_rpc.h"
#include "mcp/tool_list.h"

namespace parley::mcp {
namespace {

constexpr const char* kConfirmKey = "confirm";
constexpr const char* kAnswerKey = "answer";

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

const config::Param* param_of(const config::BotDefinition& bot, const Turn& turn) {
  const config::Intent* intent = turn.intent ? bot.find_intent(*turn.intent) : nullptr;
  return intent && turn.waiting_for_param ? intent->find_param(*turn.waiting_for_param) : nullptr;
}

Value::Array options_of(const Turn& turn) {
  Value::Array options;
  for (const Step& step : turn.steps) {
    const AskUser* ask = std::get_if<AskUser>(&step);
    if (!ask) continue;
    options.assign(ask->options.begin(), ask->options.end());
  }
  return options;
}

bool asks_for_confirmation(const Turn& turn) {
  return !turn.steps.empty() && std::holds_alternative<Confirm>(turn.steps.back());
}

// Whether the answer must be one of the options that the bot shows.
bool has_only_options(const config::Param* param) { return !param || (param->options && param->options->only); }

bool fits(const Value& value, const Value::Object& schema) {
  const std::string* type = text_of(schema, "type");
  double ignored = 0;
  if (!type) return false;
  if (*type == "boolean") return value.if_bool();
  if (*type == "number") return value.get_number(ignored);
  if (*type == "array") return value.if_array();
  return value.if_string() && !value.if_string()->empty();
}

}  // namespace

Question question_of(const config::BotDefinition& bot, const Turn& turn) {
  Question question;
  question.message = joined(turn.say);
  if (asks_for_confirmation(turn)) {
    question.kind = Question::Kind::kConfirm;
    question.key = kConfirmKey;
    question.schema = {{"type", "boolean"}, {"title", "Confirm"}};
    return question;
  }
  const config::Param* param = param_of(bot, turn);
  question.key = param ? param->id.value : kAnswerKey;
  question.is_private = param && param->sensitive;
  Value::Array options = options_of(turn);
  if (!options.empty() && has_only_options(param)) {
    question.schema = {{"type", "string"}, {"enum", std::move(options)}};
  } else if (!param || param->options) {
    question.schema = {{"type", "string"}};
  } else {
    question.kind = Question::Kind::kParam;
    question.intent = *turn.intent;
    question.schema = schema_of(bot, *param, true);
    // A list in words is an answer in words.
    if (param->list && *text_of(question.schema, "type") == "string") question.kind = Question::Kind::kText;
  }
  if (param) question.schema["title"] = config::shown_name(param->name, param->id);
  return question;
}

Value::Object form_of(const Question& question) {
  return {{"mode", "form"},
          {"message", question.message},
          {"requestedSchema", Value::Object{{"type", "object"},
                                            {"properties", Value::Object{{question.key, question.schema}}},
                                            {"required", Value::Array{question.key}}}}};
}

bool is_declined(const Value& answer) {
  const Value::Object* object = answer.if_object();
  const std::string* action = object ? text_of(*object, "action") : nullptr;
  return action && (*action == "decline" || *action == "cancel");
}

std::optional<decltype(Request::input)> input_of(const Question& question, const Value& answer) {
  if (is_declined(answer)) return NluResult::of(acts::Command{acts::Command::Kind::kCancel});
  const Value* action = answer.find("action");
  const Value* content = answer.find("content");
  const Value* value = content ? content->find(question.key) : nullptr;
  if (!action || *action != Value("accept") || !value || !fits(*value, question.schema)) return std::nullopt;
  switch (question.kind) {
    case Question::Kind::kConfirm:
      return *value->if_bool() ? NluResult::of(acts::Affirm{}) : NluResult::of(acts::Deny{});
    case Question::Kind::kText: return *value->if_string();
    case Question::Kind::kParam: return NluResult::of(acts::Inform{NluResult::value(question.key, *value)});
  }
  return std::nullopt;
}

}  // namespace parley::mcp
