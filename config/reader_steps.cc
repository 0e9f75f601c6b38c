#include "config/reader.h"
#include "config/reader_parts.h"

namespace parley::config {
namespace {

constexpr TimeMs kLongestWait = 600'000;
constexpr int kMaxTries = 10;
constexpr const char* kAskedFor = "requested";

// Steps of an intent may call tools; those that run because a tool failed may not.
enum class Tools { kAllowed, kForbidden };

std::optional<std::vector<StepDefinition>> read_steps(const Node& node, Tools tools, Findings& findings);

StepDefinition::Argument read_argument(const Text& name, const Node& node, Findings& findings) {
  StepDefinition::Argument argument;
  argument.name = name.value;
  auto value = as_value(node, findings);
  if (value && value->if_string()) {
    argument.text = parse_template({*value->if_string(), node.mark}, findings);
  } else if (value) {
    argument.constant = std::move(*value);
  }
  return argument;
}

// "result", "result.items.0.id".
bool is_result_path(std::string_view path) {
  return path == "result" || (path.rfind("result.", 0) == 0 && path.back() != '.' &&
                              path.find("..") == std::string_view::npos && path.find(' ') == std::string_view::npos);
}

StepDefinition::Save read_save(const Text& name, const Node& node, Findings& findings) {
  StepDefinition::Save save{name.value, {}};
  const auto path = as_text(node, findings);
  if (!path) return save;
  save.path = path->value;
  if (!is_result_path(path->value)) {
    findings.error("E307", path->mark, path->value, quoted(path->value) + " is no path into the result",
                   "it begins with 'result', for example 'result.id'");
  }
  return save;
}

void read_retry(const Node& node, StepDefinition& step, Findings& findings) {
  Fields fields(node, "a retry", findings);
  fields.required("attempts", as_whole(1, kMaxTries), step.retry_attempts);
  fields.optional("backoff", as_duration(0, kLongestWait), step.retry_backoff);
}

std::optional<std::vector<StepDefinition>> as_failure_steps(const Node& node, Findings& findings) {
  return read_steps(node, Tools::kForbidden, findings);
}

void read_tool_call(Fields& fields, StepDefinition& step, Findings& findings) {
  step.kind = StepDefinition::Kind::kTool;
  fields.required("tool", as_text, step.tool);
  fields.optional("with", named(IdentifierKind::kIdentifier, "a map from argument to value", read_argument), step.with);
  fields.optional("save", named(IdentifierKind::kName, "a map from name to path", read_save), step.save);
  fields.optional("timeout", as_duration(1, kLongestWait), step.timeout);
  if (const Node* retry = fields.find("retry")) read_retry(*retry, step, findings);
  fields.optional("on_failure", as_failure_steps, step.on_failure);
}

// A step that is a single word.
std::optional<StepDefinition> read_word(const Node& node, Findings& findings) {
  StepDefinition step;
  step.mark = node.mark;
  step.kind = StepDefinition::Kind::kHandoff;
  step.reason = kAskedFor;
  if (node.text == "handoff") return step;
  report_unknown_word({node.text, node.mark}, {"handoff"}, findings);
  return std::nullopt;
}

// None of the three keys that make a step: a misspelt one is told as such, and nothing else is said of the step then.
void report_no_kind(Fields& fields) {
  for (const char* key : {"tool", "say", "handoff", "with", "save", "timeout", "retry", "on_failure"}) fields.find(key);
  if (!fields.has_unknown()) fields.missing("say", "a step has 'tool', 'say' or 'handoff'");
}

std::optional<StepDefinition> read_step(const Node& node, Tools tools, Findings& findings) {
  if (node.kind == Node::Kind::kScalar) return read_word(node, findings);
  const bool calls = node.find("tool"), says = node.find("say"), hands_off = node.find("handoff");
  Fields fields(node, calls ? "a tool step" : says ? "a say step" : hands_off ? "a handoff step" : "a step", findings);
  if (!fields) return std::nullopt;

  StepDefinition step;
  step.mark = node.mark;
  const bool one =
      !fields.exclusive("tool", "say") && !fields.exclusive("tool", "handoff") && !fields.exclusive("say", "handoff");
  if (calls) {
    read_tool_call(fields, step, findings);
  } else if (says) {
    fields.required("say", as_template, step.say);
  } else if (hands_off) {
    step.kind = StepDefinition::Kind::kHandoff;
    fields.required("handoff", as_text, step.reason);
  } else {
    report_no_kind(fields);
    return std::nullopt;
  }
  if (!calls || tools == Tools::kAllowed) return one ? std::optional(std::move(step)) : std::nullopt;
  const Text& key = *fields.key("tool");
  findings.error("E311", key.mark, key.value, "a tool cannot be called in 'on_failure'", "say something or hand off");
  return std::nullopt;
}

std::optional<std::vector<StepDefinition>> read_steps(const Node& node, Tools tools, Findings& findings) {
  return some([tools](const Node& item, Findings& sink) { return read_step(item, tools, sink); })(node, findings);
}

}  // namespace

std::optional<std::vector<StepDefinition>> as_steps(const Node& node, Findings& findings) {
  return read_steps(node, Tools::kAllowed, findings);
}

}  // namespace parley::config
