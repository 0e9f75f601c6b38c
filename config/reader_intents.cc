#include "config/reader_parts.h"
#include "config/references.h"

namespace parley::config {
namespace {

constexpr int kMaxAttempts = 20;

// `on_exhausted: handoff | default | skip | cancel | INTENT_ID`
void read_exhausted(Fields& fields, Param& param) {
  Text word;
  if (!fields.optional("on_exhausted", as_text, word)) return;
  if (word.value == "handoff") {
    param.on_exhausted = Exhausted::kHandoff;
  } else if (word.value == "default") {
    param.on_exhausted = Exhausted::kDefault;
    if (!fields.has("default")) fields.missing("default", "'on_exhausted: default' takes it");
  } else if (word.value == "skip") {
    param.on_exhausted = Exhausted::kSkip;
  } else if (word.value == "cancel") {
    param.on_exhausted = Exhausted::kCancel;
  } else {
    param.on_exhausted = Exhausted::kIntent;
    param.exhausted_intent = word;
  }
}

}  // namespace

Param read_param(const Text& id, const Node& node, Findings& findings) {
  Param param;
  param.id = id;
  Fields fields(node, "a param", findings);
  fields.required("type", as_text, param.type);
  fields.optional("required", as_flag, param.required);
  fields.optional("sensitive", as_flag, param.sensitive);
  fields.optional("scope", as_word<bool>({{"intent", false}, {"session", true}}), param.session_scope);
  fields.optional("prefer", as_word<bool>({{"future", false}, {"past", true}}), param.in_past);
  fields.optional("ask", one_or_some(as_template), param.ask);
  fields.optional("max_attempts", as_whole(1, kMaxAttempts), param.max_attempts);
  read_exhausted(fields, param);
  fields.optional("default", as_scalar, param.fallback);
  fields.optional("param_mapping", list_of(as_regex), param.mapping);
  fields.optional("validate", list_of(as_validation), param.validate);

  if (param.required && !fields.has("ask")) fields.missing("ask", "a required param needs a question");
  return param;
}

std::optional<Intent> as_intent(const Node& node, Findings& findings) {
  Intent intent;
  Fields fields(node, "an intent", findings);
  if (!fields) return std::nullopt;
  fields.required("id", as_identifier, intent.id);
  fields.optional("description", as_text, intent.description);
  Match match;
  fields.optional("match", as_match, match);
  intent.rules = std::move(match.rules);
  intent.sentences = std::move(match.sentences);
  fields.optional("examples", list_of(as_text), intent.examples);
  fields.optional("when", as_guard, intent.when);
  const auto as_params = named(IdentifierKind::kName, "a map from param to what it is", read_param);
  const bool params_unread = !fields.optional("params", as_params, intent.params) && fields.has("params");
  fields.optional("confirm", as_template, intent.confirm);
  fields.required("steps", as_steps, intent.steps);
  if (!params_unread) check_placeholders(intent, findings);
  return intent;
}

}  // namespace parley::config
