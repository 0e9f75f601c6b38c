// Reads the steps of an intent. One of the keys in kKinds determines the kind of a step.
#include <algorithm>

#include "config/reader_parts.h"

namespace parley::config {
namespace {

constexpr int kUsualItems = 10, kMostItems = 50;  // of a loop

// Whether steps may call tools and intents. The steps of `on_failure` and `on_timeout` may not.
enum class Calls { kAllowed, kForbidden };

std::optional<std::vector<StepDefinition>> read_steps(const Node& node, Calls calls, Diagnostics& findings);

auto steps_by(Calls calls) {
  return [calls](const Node& node, Diagnostics& findings) { return read_steps(node, calls, findings); };
}

StepDefinition::What read_tool_step(Fields& fields, Calls) {
  ToolStep step;
  read_tool_call(fields, step);
  fields.optional("progress", as_text_variants, step.progress);
  fields.optional("reject", some(as_rejection), step.reject);
  fields.optional("on_failure", steps_by(Calls::kForbidden), step.on_failure);
  fields.optional("on_timeout", steps_by(Calls::kForbidden), step.on_timeout);
  return step;
}

StepDefinition::What read_call(Fields& fields, Calls) {
  CallStep step;
  read_intent_call(fields, step);
  return step;
}

StepDefinition::What read_start(Fields& fields, Calls) {
  StartStep step;
  read_intent_start(fields, step);
  return step;
}

StepDefinition::What read_branch(Fields& fields, Calls calls) {
  BranchStep step;
  fields.required("if", as_condition, step.condition);
  fields.optional("then", steps_by(calls), step.then);
  fields.optional("else", steps_by(calls), step.otherwise);
  const bool has_way = fields.has("then") || fields.has("else");
  if (!has_way && !fields.has_unknown()) fields.missing("then", "add 'then', 'else' or both");
  return step;
}

StepDefinition::What read_ask(Fields& fields, Calls) {
  AskStep step;
  fields.required("ask", as_text, step.param);
  return step;
}

StepDefinition::What read_say(Fields& fields, Calls) {
  SayStep step;
  fields.required("say", as_text_with_attachments, step.text);
  fields.optional("rephrase", as_flag, step.text.may_be_rephrased);
  return step;
}

StepDefinition::What read_handoff(Fields& fields, Calls) {
  HandoffStep step;
  fields.required("handoff", as_text, step.reason);
  return step;
}

std::optional<Text> as_loop_name(const Node& node, Diagnostics& findings) {
  auto name = as_text(node, findings);
  if (name) check_identifier(*name, IdentifierKind::kName, findings);
  return name;
}

StepDefinition::What read_loop(Fields& fields, Calls calls) {
  LoopStep step;
  fields.required("for_each", as_loop_name, step.item);
  fields.required("in", as_text, step.list);
  step.at_most = kUsualItems;
  fields.optional("at_most", as_whole(1, kMostItems), step.at_most);
  fields.optional("left", as_loop_name, step.left);
  fields.required("do", steps_by(calls), step.steps);
  return step;
}

struct StepKind {
  const char* key;
  const char* what;
  StepDefinition::What (*read)(Fields& fields, Calls calls);
  bool calls = false;  // calls a tool or an intent, and continues
};

constexpr StepKind kKinds[] = {
    {"tool", "a tool step", read_tool_step, true},
    {"call", "a call step", read_call, true},
    {"start", "a start step", read_start},
    {"if", "a branch", read_branch},
    {"ask", "an ask step", read_ask},
    {"say", "a say step", read_say},
    {"handoff", "a handoff step", read_handoff},
    {"for_each", "a loop", read_loop},
};

// Reads a step that is a single word.
std::optional<StepDefinition> read_word(const Node& node, Calls calls, Diagnostics& findings) {
  const char* reason = calls == Calls::kForbidden ? "tool_failed" : "requested";
  if (node.text == "handoff") return StepDefinition{node.mark, HandoffStep{reason}};
  report_unknown_word({node.text, node.mark}, {"handoff"}, findings);
  return std::nullopt;
}

// Reports a step without any key that determines its kind. A misspelled key is reported alone, as an unknown key.
void report_no_kind(Fields& fields) {
  for (const StepKind& kind : kKinds) fields.find(kind.key);
  for (const char* key : {"with", "save", "timeout", "retry", "progress", "reject", "on_failure", "on_timeout", "then",
                          "else", "in", "do", "at_most", "left"}) {
    fields.find(key);
  }
  if (!fields.has_unknown()) {
    fields.missing("say", "a step needs 'say', 'tool', 'if', 'ask', 'call', 'start', 'for_each' or 'handoff'");
  }
}

std::optional<StepDefinition> read_step(const Node& node, Calls calls, Diagnostics& findings) {
  if (node.kind == Node::Kind::kScalar) return read_word(node, calls, findings);
  const auto begins = [&](const StepKind& kind) { return node.find(kind.key) != nullptr; };
  const StepKind* kind = std::find_if(std::begin(kKinds), std::end(kKinds), begins);
  const bool is_known = kind != std::end(kKinds);
  Fields fields(node, is_known ? kind->what : "a step", findings);
  if (!fields) return std::nullopt;
  if (!is_known) {
    report_no_kind(fields);
    return std::nullopt;
  }

  const StepKind* other = std::find_if(kind + 1, std::end(kKinds), begins);
  const bool is_one = other == std::end(kKinds) || !fields.exclusive(kind->key, other->key);
  StepDefinition step{node.mark, kind->read(fields, calls)};
  if (calls == Calls::kForbidden && kind->calls) {
    const Text& key = *fields.key(kind->key);
    findings.error("E311", key.mark, key.value, quoted(key.value) + " is not allowed in 'on_failure' or 'on_timeout'",
                   "say something, hand off, or start another intent");
    return std::nullopt;
  }
  return is_one ? std::optional(std::move(step)) : std::nullopt;
}

std::optional<std::vector<StepDefinition>> read_steps(const Node& node, Calls calls, Diagnostics& findings) {
  return some([calls](const Node& item, Diagnostics& sink) { return read_step(item, calls, sink); })(node, findings);
}

}  // namespace

std::optional<std::vector<StepDefinition>> as_steps(const Node& node, Diagnostics& findings) {
  return read_steps(node, Calls::kAllowed, findings);
}

}  // namespace parley::config
