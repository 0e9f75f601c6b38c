#include "mcp/tool_list.h"

#include <algorithm>
#include <set>
#include <utility>

#include "config/http_tool.h"
#include "config/visitors.h"
#include "intents/condition.h"
#include "mcp/json_rpc.h"

namespace parley::mcp {
namespace {

using config::StepDefinition;

// Intents with more values than this do not list them. A client sends each schema to its model.
constexpr std::size_t kMostValues = 100;

constexpr std::size_t kMostExamples = 3;

bool is_number(const std::string& type) { return type == "number" || type == "head_count"; }

Value::Array names_of(const config::Entity& entity) {
  Value::Array names;
  for (const config::EntityValue& value : entity.values) names.push_back(value.canonical.value);
  return names;
}

Value::Object schema_of_type(const config::BotDefinition& bot, const std::string& type) {
  if (type == "boolean") return {{"type", "boolean"}};
  if (is_number(type)) return {{"type", "number"}};
  Value::Object schema{{"type", "string"}};
  if (type == "date" || type == "email") schema["format"] = type;
  const config::Entity* entity = bot.find_entity(type);
  if (entity && entity->range) return {{"type", "number"}};
  const bool lists_values = entity && !entity->values.empty() && entity->extends.value.empty();
  if (lists_values && entity->values.size() <= kMostValues) schema["enum"] = names_of(*entity);
  return schema;
}

// What the steps of an intent do outside of the dialog.
struct Effects {
  bool only_reads = true;
  bool is_idempotent = true;
  bool confirms = false;
};

class EffectsOfIntent {
 public:
  explicit EffectsOfIntent(const config::BotDefinition& bot) : bot_(bot) {}

  // Adds the effects of the intent, and of those that it calls or starts.
  void add(const config::Intent& intent) {
    if (!seen_.insert(&intent).second) return;
    effects_.confirms = effects_.confirms || intent.confirm.has_value();
    const auto add_step = [this](const StepDefinition& step) { add(step); };
    config::for_each_step(intent.steps, add_step);
    for (const config::Param& param : intent.params) config::for_each_step_of(param, add_step);
  }

  const Effects& effects() const { return effects_; }

 private:
  void add(const StepDefinition& step) {
    const config::Text* named = intent_in(step);
    if (const config::Intent* next = named ? bot_.find_intent(named->value) : nullptr) add(*next);
    const auto* call = step.as<config::ToolStep>();
    if (!call) return;
    const config::Tool* tool = bot_.find_tool(call->tool.value);
    const bool reads = tool && tool->http && tool->http->method == "GET";
    effects_.only_reads = effects_.only_reads && reads;
    effects_.is_idempotent = effects_.is_idempotent && (reads || (tool && tool->idempotent));
  }

  const config::BotDefinition& bot_;
  Effects effects_;
  std::set<const config::Intent*> seen_;
};

Value::Object annotations_of(const config::BotDefinition& bot, const config::Intent& intent) {
  EffectsOfIntent all(bot);
  all.add(intent);
  const Effects& effects = all.effects();
  Value::Object annotations{{"readOnlyHint", effects.only_reads}};
  if (effects.only_reads) return annotations;
  annotations["idempotentHint"] = effects.is_idempotent;
  annotations["destructiveHint"] = effects.confirms || !effects.is_idempotent;
  return annotations;
}

// Shows the model the form of a value that has no `enum`.
void add_examples(const config::BotDefinition& bot, const config::Param& param, Value::Object& schema) {
  const config::Entity* entity = bot.find_entity(param.type.value);
  if (!entity || entity->examples.empty() || schema.count("enum") > 0 || *text_of(schema, "type") != "string") return;
  Value::Array examples;
  for (const config::Text& example : entity->examples) {
    if (examples.size() < kMostExamples) examples.emplace_back(example.value);
  }
  schema["examples"] = std::move(examples);
}

// No param is required: the bot asks for those that are missing.
Value::Object input_schema(const config::BotDefinition& bot, const config::Intent& intent) {
  Value::Object properties;
  for (const config::Param& param : intent.params) {
    Value::Object schema = schema_of(bot, param, false);
    add_examples(bot, param, schema);
    if (param.required) schema["description"] = "The bot asks for it if it is missing.";
    properties[param.id.value] = std::move(schema);
  }
  Value::Object schema{{"type", "object"}, {"additionalProperties", false}};
  if (!properties.empty()) schema["properties"] = std::move(properties);
  return schema;
}

Value::Object tool_of(const config::BotDefinition& bot, const config::Intent& intent) {
  const std::string name = config::shown_name(intent.name, intent.id);
  return {{"name", intent.id.value},
          {"title", name},
          {"description", intent.description.empty() ? name : intent.description},
          {"inputSchema", input_schema(bot, intent)},
          {"annotations", annotations_of(bot, intent)}};
}

Value::Object turn_tool() {
  Value::Object properties{
      {"session", Value::Object{{"type", "string"},
                                {"description",
                                 "The session of an earlier result, to answer its question or to continue its "
                                 "conversation. Without it, a conversation begins."}}},
      {"text", Value::Object{{"type", "string"}, {"description", "What the user says, in the user's words."}}}};
  return {
      {"name", config::kMcpTurnTool},
      {"title", "Talk to the bot"},
      {"description",
       "Sends a message of the user to the bot and returns the reply. If the result has the status 'waiting', ask "
       "the user the question in it, and send the answer with the same session. Never answer a question yourself."},
      {"inputSchema", Value::Object{{"type", "object"},
                                    {"additionalProperties", false},
                                    {"properties", std::move(properties)},
                                    {"required", Value::Array{"text"}}}},
      {"annotations", Value::Object{{"readOnlyHint", false}, {"destructiveHint", true}, {"idempotentHint", false}}}};
}

// Whether an MCP client may start the intent. Its guard may refer to the channel, which is the only fact.
bool is_offered(const config::Intent& intent) {
  static const Value kFacts(Value::Object{{"context", mcp_context()}});
  return intent.on_mcp && intents::holds(intent.when, [](std::string_view path) { return kFacts.at_path(path); });
}

}  // namespace

Value::Object mcp_context() { return {{"channel", "mcp"}}; }

Value::Object schema_of(const config::BotDefinition& bot, const config::Param& param, bool is_for_form) {
  Value::Object schema = schema_of_type(bot, param.type.value);
  const bool has_values = schema.count("enum") > 0;
  if (param.list && (has_values || !is_for_form)) {
    schema = {{"type", "array"}, {"items", std::move(schema)}};
  } else if (param.list) {
    schema = {{"type", "string"}};
  }
  schema["title"] = config::shown_name(param.name, param.id);
  return schema;
}

const config::Intent* find_tool_intent(const config::BotDefinition& bot, std::string_view name) {
  const config::Intent* intent = bot.find_intent(name);
  return intent && is_offered(*intent) ? intent : nullptr;
}

std::vector<std::string> tool_names(const config::BotDefinition& bot) {
  std::vector<std::string> names;
  for (const config::Intent& intent : bot.intents) {
    if (is_offered(intent)) names.push_back(intent.id.value);
  }
  names.emplace_back(config::kMcpTurnTool);
  return names;
}

Value::Array tool_list(const config::BotDefinition& bot) {
  Value::Array tools;
  for (const config::Intent& intent : bot.intents) {
    if (is_offered(intent)) tools.push_back(tool_of(bot, intent));
  }
  tools.push_back(turn_tool());
  return tools;
}

}  // namespace parley::mcp
