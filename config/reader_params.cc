// Reads a param: its name and type, its questions and attempt limits, and its validation.
#include <algorithm>
#include <array>

#include "config/reader_parts.h"
#include "config/several_types.h"

namespace parley::config {
namespace {

// The kinds of failed answers, as `reprompts` and `max_attempts` name them.
struct MissKey {
  const char* key;
  std::vector<TextVariants> Reprompts::*wordings;
  int AttemptLimits::*limit;
};

constexpr MissKey kMisses[] = {
    {"not_understood", &Reprompts::not_understood, &AttemptLimits::not_understood},
    {"invalid", &Reprompts::invalid, &AttemptLimits::invalid},
    {"silent", &Reprompts::silent, &AttemptLimits::silent},
    {"rejected", &Reprompts::rejected, &AttemptLimits::rejected},
};

std::optional<Reprompts> as_reprompts(const Node& node, Diagnostics& findings) {
  Reprompts reprompts;
  Fields fields(node, "the reprompts", findings);
  if (fields && node.members.empty()) report_empty(node, findings);
  for (const MissKey& miss : kMisses) {
    fields.optional(miss.key, one_or_some(as_text_variants), reprompts.*miss.wordings);
  }
  return reprompts;
}

// Reads `max_attempts: 3` or `max_attempts: {in_all: 5, invalid: 2}`. The limit of a kind must not exceed `in_all`.
std::optional<AttemptLimits> as_attempt_limits(const Node& node, Diagnostics& findings) {
  AttemptLimits limits;
  if (node.kind != Node::Kind::kMap) {
    const auto in_all = as_whole(1, kMaxAttempts)(node, findings);
    if (in_all) limits.in_all = *in_all;
    return limits;
  }
  if (node.members.empty()) report_empty(node, findings);
  limits.in_all = kMaxAttempts;
  Fields fields(node, "the attempt limits", findings);
  fields.optional("in_all", as_whole(1, kMaxAttempts), limits.in_all);
  for (const MissKey& miss : kMisses) fields.optional(miss.key, as_whole(1, limits.in_all), limits.*miss.limit);
  return limits;
}

// `on_exhausted: handoff | default | skip | cancel | INTENT_ID`
void read_exhausted(Fields& fields, Param& param) {
  Text word;
  if (!fields.optional("on_exhausted", as_text, word)) return;
  if (word.value == "handoff") {
    param.on_exhausted = Exhausted::kHandoff;
  } else if (word.value == "default") {
    param.on_exhausted = Exhausted::kDefault;
    if (!fields.has("default")) fields.missing("default", "'on_exhausted: default' uses it");
  } else if (word.value == "skip") {
    param.on_exhausted = Exhausted::kSkip;
  } else if (word.value == "cancel") {
    param.on_exhausted = Exhausted::kCancel;
  } else {
    param.on_exhausted = Exhausted::kIntent;
    param.exhausted_intent = word;
  }
}

// Reads the items of `validate`: comparisons and tool calls.
void read_validations(const Node& node, Param& param, Diagnostics& findings) {
  if (!expect(Node::Kind::kList, "a list", node, findings)) return;
  for (const Node& item : node.items) {
    if (item.find("tool")) {
      auto check = as_check(item, findings);
      if (!check) continue;
      for (ToolStep::Rejection& rejection : check->as<ToolStep>()->reject) rejection.param = param.id;
      param.checks.push_back(std::move(*check));
    } else if (auto validation = as_validation(item, findings)) {
      param.validate.push_back(std::move(*validation));
    }
  }
}

void read_asking(Fields& fields, Param& param) {
  fields.optional("ask", one_or_some(as_text_with_attachments), param.ask);
  bool may_be_rephrased = false;
  fields.optional("rephrase", as_flag, may_be_rephrased);
  for (TextVariants& text : param.ask) text.may_be_rephrased = may_be_rephrased;
  fields.optional("reprompts", as_reprompts, param.reprompts);
  fields.optional("why", as_text_variants, param.why);
  fields.optional("help", as_text_variants, param.help);
  fields.optional("max_attempts", as_attempt_limits, param.max_attempts);
  read_exhausted(fields, param);

  if (param.required && !fields.has("ask")) fields.missing("ask", "a required param needs a question");
  if (param.skippable && !param.required) fields.no_effect("skippable", "add 'required: true', or remove 'skippable'");
  for (const char* key : {"rephrase", "reprompts", "why", "help"}) fields.needs(key, "ask");
}

// Reads `type: date` or `type: [date, time]`, which becomes "date|time". A type that takes any text would leave nothing
// for the others.
std::optional<Text> as_type(const Node& node, Diagnostics& findings) {
  if (node.kind != Node::Kind::kList) return as_text(node, findings);
  const auto types = some(as_text)(node, findings);
  if (!types) return std::nullopt;
  constexpr std::array<std::string_view, 5> kNeedContext = {"free_text", "boolean", "person_name", "first_name",
                                                            "last_name"};
  Text all{{}, node.mark};
  for (const Text& type : *types) {
    if (std::find(kNeedContext.begin(), kNeedContext.end(), type.value) != kNeedContext.end()) {
      findings.error("E307", type.mark, type.value, quoted(type.value) + " cannot be one of several types",
                     "use types that can be told from one another, such as date, time and date_range");
    }
    if (!all.value.empty()) all.value += kTypeSeparator;
    all.value += type.value;
    if (types->size() == 1) all.mark = type.mark;
  }
  return all;
}

// Reads `from_opening: true` or `from_opening: 3`.
std::optional<int> as_fewest_words(const Node& node, Diagnostics& findings) {
  constexpr int kFewest = 4, kMost = 50;
  const bool is_number = node.text.find_first_of("0123456789") != std::string::npos;
  if (is_number) return as_whole(1, kMost)(node, findings);
  const auto flag = as_flag(node, findings);
  return flag ? std::optional<int>(*flag ? kFewest : 0) : std::nullopt;
}

void read_from_opening(Fields& fields, Param& param) {
  fields.optional("from_opening", as_fewest_words, param.from_opening);
  if (param.type.value != "free_text") {
    fields.no_effect("from_opening", "use it for a param of the type free_text, or remove it");
  }
}

}  // namespace

Param read_param(const Text& id, const Node& node, Diagnostics& findings) {
  Param param;
  param.id = id;
  Fields fields(node, "a param", findings);
  fields.required("type", as_type, param.type);
  fields.optional("formerly", one_or_some(as_identifier), param.formerly);
  fields.optional("name", as_text, param.name);
  fields.optional("required", as_flag, param.required);
  fields.optional("skippable", as_flag, param.skippable);
  fields.optional("list", as_flag, param.list);
  fields.optional("sensitive", as_flag, param.sensitive);
  fields.optional("scope", as_word<bool>({{"intent", false}, {"session", true}}), param.session_scope);
  fields.optional("prefer", as_word<bool>({{"future", false}, {"past", true}}), param.in_past);
  fields.optional("when", as_condition, param.when);
  read_asking(fields, param);
  fields.optional("prefill", as_value_expr, param.prefill);
  fields.optional("default", as_value_expr, param.fallback);
  fields.optional("any", as_value, param.any);
  fields.needs("any", "ask");
  fields.optional("param_mapping", list_of(as_regex), param.mapping);
  read_from_opening(fields, param);
  if (const Node* validate = fields.find("validate")) read_validations(*validate, param, findings);
  fields.optional("answers", list_of(as_answer), param.answers);
  fields.optional("options", as_options, param.options);
  fields.optional("if_unknown", as_if_unknown, param.if_unknown);
  fields.needs("options", "ask");
  fields.needs("if_unknown", "ask");
  return param;
}

}  // namespace parley::config
