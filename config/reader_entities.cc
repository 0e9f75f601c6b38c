#include "config/reader_parts.h"

namespace parley::config {
namespace {

EntityValue read_entity_value(const Text& canonical, const Node& node, Findings& findings) {
  EntityValue value{canonical, {}};
  if (auto synonyms = list_of(as_regex)(node, findings)) value.synonyms = std::move(*synonyms);
  return value;
}

// The values of an entity. Their names are what the bot says and passes on, so they may be any text.
std::optional<std::vector<EntityValue>> as_entity_values(const Node& node, Findings& findings) {
  if (!expect(Node::Kind::kMap, "a map from each value to its synonyms", node, findings)) return std::nullopt;
  if (node.members.empty()) report_empty(node, findings);
  std::vector<EntityValue> values;
  for (const auto& [canonical, synonyms] : node.members) {
    values.push_back(read_entity_value(canonical, synonyms, findings));
  }
  return values;
}

}  // namespace

Entity read_entity(const Text& id, const Node& node, Findings& findings) {
  Entity entity;
  entity.id = id;
  if (is_built_in_type(id.value)) {
    findings.error("E208", id.mark, id.value, quoted(id.value) + " is a built-in type",
                   "for example " + quoted("my_" + id.value));
  }
  Fields fields(node, "an entity", findings);
  fields.optional("patterns", some(as_regex), entity.patterns);
  fields.optional("canonical", as_template, entity.canonical);
  fields.optional("values", as_entity_values, entity.values);
  fields.optional("examples", list_of(as_text), entity.examples);

  fields.exclusive("patterns", "values");
  fields.exclusive("canonical", "values");
  if (!fields.has("patterns") && !fields.has("values")) {
    fields.missing("patterns", "an entity is recognised by 'patterns' or by 'values'");
  }
  return entity;
}

}  // namespace parley::config
