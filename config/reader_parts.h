// Declares the readers of the parts of a bot file, which config/reader.cc combines. Each reports the errors of its part
// and returns what could be read. References to other parts are checked later (references.h).
#pragma once

#include <optional>

#include "config/definition.h"
#include "config/fields.h"

namespace parley::config {

// ---- reader.cc
std::optional<std::int64_t> as_format_version(const Node& node, Diagnostics& findings);

// ---- reader_entities.cc
Entity read_entity(const Text& id, const Node& node, Diagnostics& findings);

// ---- reader_match.cc
struct Match {
  std::vector<Rule> rules;
  std::vector<Sentences> sentences;
};
std::optional<Match> as_match(const Node& node, Diagnostics& findings);  // `match` of an intent
TemplateRule read_template_rule(const Text& id, const Node& node, Diagnostics& findings);

// ---- reader_answers.cc
// Reads `examples` and `match`, a list of {regex: ...}.
void read_words(Fields& fields, std::vector<Text>& examples, std::vector<Text>& regexes);
std::optional<Options> as_options(const Node& node, Diagnostics& findings);
std::optional<IfUnknown> as_if_unknown(const Node& node, Diagnostics& findings);
std::optional<Answer> as_answer(const Node& node, Diagnostics& findings);     // an item of `answers`
std::optional<Answer> as_questions(const Node& node, Diagnostics& findings);  // without its text

// ---- reader_intents.cc
std::optional<Intent> as_intent(const Node& node, Diagnostics& findings);

// ---- reader_policies.cc, reader_intents.cc
constexpr TimeMs kLongestTtl = 36'500LL * 86'400'000;

// ---- reader_params.cc
constexpr int kMaxAttempts = 20;
Param read_param(const Text& id, const Node& node, Diagnostics& findings);

// ---- reader_calls.cc
// Reads any value. A string may be a template.
std::optional<ValueExpr> as_value_expr(const Node& node, Diagnostics& findings);
void read_tool_call(Fields& fields, ToolStep& step);  // shared by tool steps and checks
void read_intent_call(Fields& fields, CallStep& step);
void read_intent_start(Fields& fields, StartStep& step);
std::optional<StepDefinition> as_check(const Node& node, Diagnostics& findings);  // `validate` of a param, by a tool
std::optional<ToolStep::Rejection> as_rejection(const Node& node, Diagnostics& findings);

// ---- reader_steps.cc
std::optional<std::vector<StepDefinition>> as_steps(const Node& node, Diagnostics& findings);

// ---- reader_start.cc
std::optional<OnStart> as_on_start(const Node& node, Diagnostics& findings);

// ---- reader_conditions.cc
std::optional<Condition> as_guard(const Node& node, Diagnostics& findings);           // `when` of an intent
std::optional<Condition> as_call_condition(const Node& node, Diagnostics& findings);  // `when` of a mock case
std::optional<Condition> as_condition(const Node& node, Diagnostics& findings);  // `when` of a param, `if` of a step
std::optional<Condition> as_result_condition(const Node& node, Diagnostics& findings);  // `when` of `reject`
std::optional<Validation> as_validation(const Node& node, Diagnostics& findings);
// is_member_of("context", "context.name") is true.
bool is_member_of(std::string_view root, std::string_view path);
std::string expr_root(std::string_view path);  // "context.name" -> "context"
bool is_result_path(std::string_view path);    // "result", "result.items.0.id"

// ---- reader_tools.cc
Tool read_tool(const Text& id, const Node& node, Diagnostics& findings);

// ---- reader_http_tool.cc
HttpTool read_http_tool(Fields& fields, Diagnostics& findings);

// Splits a URL without placeholders into its origin and its path. Reports E319 and returns false if it cannot.
bool split_url(const Text& url, std::string& origin, std::string& path, Diagnostics& findings);
std::optional<std::vector<std::pair<std::string, Template>>> as_headers(const Node& node, Diagnostics& findings);

// ---- reader_mcp.cc
McpServer read_mcp_server(const Text& id, const Node& node, Diagnostics& findings);
// `id` is the id of the tool, which is also its name on the server unless the fields have another one.
McpTool read_mcp_tool(const Text& id, Fields& fields);

// ---- reader_memory.cc
std::optional<MemoryOptions> as_memory(const Node& node, Diagnostics& findings);

// ---- reader_model.cc
std::optional<Llm> as_llm(const Node& node, Diagnostics& findings);
std::optional<ModelReads> as_model_reads(const Node& node, Diagnostics& findings);  // `understanding`

// ---- reader_policies.cc
std::optional<Redaction> as_redaction(const Node& node, Diagnostics& findings);
std::optional<Session> as_session(const Node& node, Diagnostics& findings);
std::optional<Likeness> as_likeness(const Node& node, Diagnostics& findings);
std::optional<Fallback> as_fallback(const Node& node, Diagnostics& findings);
// These readers replace the members of `replies` and `commands` that the node has.
std::optional<Replies> read_replies(const Node& node, Replies replies, Diagnostics& findings);
std::optional<Commands> read_commands(const Node& node, Commands commands, Diagnostics& findings);
// The defaults for settings that the bot file omits.
Fallback default_fallback();
Replies default_replies();

}  // namespace parley::config
