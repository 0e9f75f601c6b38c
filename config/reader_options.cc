// Reads `options` and `if_unknown` of a param: how the user can find a value that he does not know by heart.
// Tested by tests/config/reader_options_test.cc.
#include "config/reader_parts.h"

namespace parley::config {
namespace {

StepDefinition::What find_by_tool(Fields& fields) {
  ToolStep step;
  read_tool_call(fields, step);
  fields.optional("progress", as_text_variants, step.progress);
  return step;
}

StepDefinition::What find_by_call(Fields& fields) {
  CallStep step;
  read_intent_call(fields, step);
  return step;
}

StepDefinition::What find_by_start(Fields& fields) {
  StartStep step;
  read_intent_start(fields, step);
  return step;
}

StepDefinition::What find_by_saying(Fields& fields) {
  SayStep step;
  fields.required("say", as_text_variants, step.text);
  return step;
}

struct WayToFind {
  const char* key;
  StepDefinition::What (*read)(Fields& fields);
};

constexpr WayToFind kWaysToFind[] = {
    {"tool", find_by_tool}, {"call", find_by_call}, {"start", find_by_start}, {"say", find_by_saying}};

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
  Fields fields(node, "'if_unknown'", findings);
  if (!fields) return std::nullopt;
  read_words(fields, unknown.examples, unknown.regexes);
  const WayToFind* way = nullptr;
  for (const WayToFind& one : kWaysToFind) {
    if (!node.find(one.key)) continue;
    if (way && !fields.exclusive(way->key, one.key)) return std::nullopt;
    way = &one;
  }
  if (!way) {
    fields.missing("say", "'if_unknown' needs 'tool', 'call', 'start' or 'say'");
    return std::nullopt;
  }
  unknown.step = {node.mark, way->read(fields)};
  return unknown;
}

}  // namespace parley::config
