// Reads calls of tools and intents: arguments, saved results and retries.
// Tested by tests/config/dialog_keys_test.cc.
#include "config/reader_parts.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr TimeMs kLongestWait = 600'000;
constexpr int kMaxTries = 10;

Argument read_argument(const Text& name, const Node& node, Diagnostics& findings) {
  return {name.value, as_value_expr(node, findings).value_or(ValueExpr()), name.mark};
}

Save read_save(const Text& name, const Node& node, Diagnostics& findings) {
  Save save{name.value, {}, node.mark};
  const auto path = as_text(node, findings);
  if (!path) return save;
  save.path = path->value;
  if (!is_result_path(path->value)) {
    findings.error("E307", path->mark, path->value, quoted(path->value) + " is not a path into the result",
                   "begin the path with 'result', for example 'result.id'");
  }
  return save;
}

struct Retry {
  int attempts = 1;
  TimeMs backoff = ToolStep().retry_backoff;
};

std::optional<Retry> as_retry(const Node& node, Diagnostics& findings) {
  Retry retry;
  Fields fields(node, "a retry", findings);
  fields.required("attempts", as_whole(1, kMaxTries), retry.attempts);
  fields.optional("backoff", as_duration(0, kLongestWait), retry.backoff);
  return retry;
}

void read_arguments(Fields& fields, IdentifierKind names, std::vector<Argument>& arguments) {
  fields.optional("with", named(names, "a map from names to values", read_argument), arguments);
}

void read_saves(Fields& fields, std::vector<Save>& saves) {
  fields.optional("save", named(IdentifierKind::kName, "a map from names to paths", read_save), saves);
}

// Reads `{when, say}`; in a step also `param`. A check applies to its own param.
std::optional<ToolStep::Rejection> read_rejection(const Node& node, bool names_param, Diagnostics& findings) {
  ToolStep::Rejection rejection;
  Fields fields(node, "a rejection", findings);
  if (!fields) return std::nullopt;
  fields.required("when", as_result_condition, rejection.when);
  if (names_param) fields.required("param", as_text, rejection.param);
  fields.required("say", as_text_variants, rejection.say);
  return rejection;
}

}  // namespace

std::optional<ValueExpr> as_value_expr(const Node& node, Diagnostics& findings) {
  const bool is_nothing = node.kind == Node::Kind::kNull && node.text.empty();
  if (is_nothing && !expect(Node::Kind::kScalar, "a value", node, findings)) return std::nullopt;
  auto value = as_value(node, findings);
  if (!value) return std::nullopt;
  const std::string* text = value->if_string();
  if (!text) return ValueExpr{{}, std::move(*value)};
  Template wording = parse_template({*text, node.mark}, Formats::kNone, findings);
  if (wording.pieces.empty()) return ValueExpr{{}, Value("")};
  const Template::Piece& first = wording.pieces.front();
  if (first.placeholder.empty()) return ValueExpr{{}, Value(first.literal)};
  return ValueExpr{std::move(wording), {}};
}

void read_tool_call(Fields& fields, ToolStep& step) {
  fields.required("tool", as_text, step.tool);
  read_arguments(fields, IdentifierKind::kIdentifier, step.with);
  read_saves(fields, step.save);
  fields.optional("timeout", as_duration(1, kLongestWait), step.timeout);
  Retry retry;
  if (!fields.optional("retry", as_retry, retry)) return;
  step.retry_attempts = retry.attempts;
  step.retry_backoff = retry.backoff;
}

void read_intent_call(Fields& fields, CallStep& step) {
  fields.required("call", as_text, step.intent);
  read_arguments(fields, IdentifierKind::kName, step.with);
  read_saves(fields, step.save);
}

void read_intent_start(Fields& fields, StartStep& step) {
  fields.required("start", as_text, step.intent);
  read_arguments(fields, IdentifierKind::kName, step.with);
}

std::optional<StepDefinition> as_check(const Node& node, Diagnostics& findings) {
  ToolStep call;
  Fields fields(node, "a check", findings);
  if (!fields) return std::nullopt;
  read_tool_call(fields, call);
  const auto as_verdict = [](const Node& item, Diagnostics& sink) { return read_rejection(item, false, sink); };
  fields.optional("reject", some(as_verdict), call.reject);
  return StepDefinition{node.mark, std::move(call)};
}

std::optional<ToolStep::Rejection> as_rejection(const Node& node, Diagnostics& findings) {
  return read_rejection(node, true, findings);
}

}  // namespace parley::config
