// Reads the items of `match`: regexes and sentence templates.
// Tested by tests/config/reader_intents_test.cc.
#include "config/reader_parts.h"

namespace parley::config {
namespace {

constexpr int kHighestPriority = 1'000'000;

// Reads `NAME: VALUE`, `NAME: [VALUE, ...]`, `NAME:` (any value) or `NAME: {value: VALUE, slot: true}`.
ContextFact read_fact(const Text& name, const Node& node, Diagnostics& findings) {
  ContextFact fact;
  fact.name = name;
  if (node.kind == Node::Kind::kNull) return fact;
  if (node.kind != Node::Kind::kMap) {
    if (auto values = one_or_some(as_scalar)(node, findings)) fact.values = std::move(*values);
    return fact;
  }
  Fields fields(node, "a fact", findings);
  fields.optional("value", one_or_some(as_scalar), fact.values);
  fields.optional("slot", as_flag, fact.fills_param);
  return fact;
}

std::pair<Text, Value> read_slot(const Text& param, const Node& node, Diagnostics& findings) {
  return {param, as_scalar(node, findings).value_or(Value())};
}

std::optional<Rule> as_rule(Fields& fields) {
  Rule rule;
  fields.optional("priority", as_whole(-kHighestPriority, kHighestPriority), rule.priority);
  fields.required("regex", as_regex, rule.regex);
  if (rule.regex.value.empty()) return std::nullopt;
  return rule;
}

Sentences as_sentences(Fields& fields) {
  Sentences sentences;
  const auto facts = named(IdentifierKind::kIdentifier, "a map from facts to values", read_fact);
  fields.optional("template", one_or_some(as_text), sentences.templates);
  fields.optional("priority", as_whole(-kHighestPriority, kHighestPriority), sentences.priority);
  fields.optional("slots", named(IdentifierKind::kName, "a map from params to values", read_slot), sentences.slots);
  fields.optional("requires_context", facts, sentences.required_context);
  fields.optional("excludes_context", facts, sentences.excluded_context);
  fields.optional("rules", named(IdentifierKind::kIdentifier, "a map from names to templates", read_template_rule),
                  sentences.rules);
  fields.optional("lists", named(IdentifierKind::kIdentifier, "a map from names to entities", read_entity),
                  sentences.lists);
  return sentences;
}

}  // namespace

TemplateRule read_template_rule(const Text& id, const Node& node, Diagnostics& findings) {
  return {id, as_text(node, findings).value_or(Text())};
}

std::optional<Match> as_match(const Node& node, Diagnostics& findings) {
  if (!expect(Node::Kind::kList, "a list", node, findings)) return std::nullopt;
  Match match;
  for (const Node& item : node.items) {
    Fields fields(item, "a match", findings);
    if (!fields) continue;
    fields.exclusive("regex", "template");
    if (fields.has("template")) {
      match.sentences.push_back(as_sentences(fields));
    } else if (auto rule = as_rule(fields)) {
      match.rules.push_back(std::move(*rule));
    }
  }
  return match;
}

}  // namespace parley::config
