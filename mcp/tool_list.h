// The tools that a bot offers to MCP clients: its intents with `expose: mcp` whose `when` holds, and `parley_turn`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/value.h"

namespace parley::mcp {

// The facts of the channel, with which MCP clients talk to the bot.
Value::Object mcp_context();

// The tools in the order of the bot file, with `parley_turn` last.
Value::Array tool_list(const config::BotDefinition& bot);

// The names of the tools in `tool_list`, in the same order.
std::vector<std::string> tool_names(const config::BotDefinition& bot);

// Returns the intent behind a tool, or null.
const config::Intent* find_tool_intent(const config::BotDefinition& bot, std::string_view name);

// The JSON Schema of a param. For a form, it is one of the primitive schemas that elicitation allows.
Value::Object schema_of(const config::BotDefinition& bot, const config::Param& param, bool is_for_form);

}  // namespace parley::mcp
