// Reads `options` and `if_unknown` of a param: how the user can find a value that he does not know by heart.
// Tested by tests/config/reader_options_test.cc.
#include "config/reader_parts.h"

namespace parley::config {
namespace {

using Kind = StepDefinition::Kind;

constexpr std::pair<const char*, Kind> kWaysToFind[] = {
    {"tool", Kind::kTool}, {"call", Kind::kCall}, {"start", Kind::kStart}, {"say", Kind::kSay}};

void read_way_to_find(Fields& fields, StepDefinition& step) {
  switch (step.kind) {
    case Kind::kTool:
      read_tool_call(fields, step);
      fields.optional("progress", as_text_variants, step.progress);
      return;
    case Kind::kCall:
    case Kind::kStart: return read_intent_call(fields, step);
    default: fields.required("say", as_text_variants, step.say);
  }
}

}  // namespace

std::optional<Options> as_options(const Node& node, Diagnostics& findings) {
  Options options;
  Fields fields(node, "the options", findings);
  if (!fields) return std::nullopt;
  fields.required("from", as_text, options.from);
  fields.optional("value", as_text, options.value);
  fields.optional("label", as_text_variants, options.label);
  fields.optional("only", as_flag, options.only);
  return options;
}

std::optional<IfUnknown> as_if_unknown(const Node& node, Diagnostics& findings) {
  IfUnknown unknown;
  StepDefinition step;
  step.mark = node.mark;
  Fields fields(node, "'if_unknown'", findings);
  if (!fields) return std::nullopt;
  read_words(fields, unknown.examples, unknown.regexes);
  const char* key = nullptr;
  for (const auto& [name, kind] : kWaysToFind) {
    if (!node.find(name)) continue;
    if (key && !fields.exclusive(key, name)) return std::nullopt;
    key = name;
    step.kind = kind;
  }
  if (!key) {
    fields.missing("say", "'if_unknown' needs 'tool', 'call', 'start' or 'say'");
    return std::nullopt;
  }
  read_way_to_find(fields, step);
  unknown.step.push_back(std::move(step));
  return unknown;
}

}  // namespace parley::config
