#include <algorithm>
#include <array>

#include "config/reader_parts.h"

namespace parley::config {
namespace {

// Reads the value of an entity: a list of synonyms, or a map with further settings.
EntityValue read_entity_value(const Text& canonical, const Node& node, Diagnostics& findings) {
  EntityValue value{canonical, {}, {}, Value(canonical.value), {}};
  if (node.kind != Node::Kind::kMap) {
    if (auto synonyms = list_of(as_regex)(node, findings)) value.synonyms = std::move(*synonyms);
    return value;
  }
  Fields fields(node, "a value", findings);
  fields.optional("synonyms", list_of(as_regex), value.synonyms);
  fields.optional("value", as_scalar, value.value);
  Value::Object facts;
  if (const Node* context = fields.find("context"); context && expect(Node::Kind::kMap, "a map", *context, findings)) {
    for (const auto& [name, fact] : context->members) {
      if (auto read = as_scalar(fact, findings)) facts.emplace(name.value, std::move(*read));
    }
  }
  value.facts = Value(std::move(facts));
  return value;
}

// Reads the values of an entity. A name may be any text, because the bot says the names and passes them to tools.
std::optional<std::vector<EntityValue>> as_entity_values(const Node& node, Diagnostics& findings) {
  if (!expect(Node::Kind::kMap, "a map from values to synonyms", node, findings)) return std::nullopt;
  if (node.members.empty()) report_empty(node, findings);
  std::vector<EntityValue> values;
  for (const auto& [canonical, synonyms] : node.members) {
    values.push_back(read_entity_value(canonical, synonyms, findings));
  }
  return values;
}

std::optional<Range> as_range(const Node& node, Diagnostics& findings) {
  constexpr double kMaxNumber = 1e9;
  Range range;
  Fields fields(node, "a range", findings);
  fields.required("from", as_number, range.from);
  fields.required("to", as_number, range.to);
  fields.optional("step", as_number, range.step);
  if (range.from <= range.to && range.step > 0 && range.from >= -kMaxNumber && range.to <= kMaxNumber) return range;
  findings.error("E308", node.mark, {},
                 "invalid range: 'to' must not be less than 'from', and 'step' must be greater than 0",
                 "for example {from: 0, to: 100}");
  return std::nullopt;
}

// Types whose values only the context shows. Own words would not extend them.
constexpr std::array<std::string_view, 5> kNotExtensible = {"boolean", "free_text", "person_name", "first_name",
                                                            "last_name"};

void check_extended(const Entity& entity, Fields& fields, Diagnostics& findings) {
  std::vector<std::string> types;
  for (const std::string& type : built_in_types()) {
    if (std::find(kNotExtensible.begin(), kNotExtensible.end(), type) == kNotExtensible.end()) types.push_back(type);
  }
  if (std::find(types.begin(), types.end(), entity.extends.value) == types.end()) {
    findings.error("E307", entity.extends.mark, entity.extends.value,
                   "an entity cannot extend " + quoted(entity.extends.value),
                   did_you_mean_or_list(entity.extends.value, types));
  }
  fields.needs("extends", "values");
  fields.exclusive("extends", "typos");
}

}  // namespace

Entity read_entity(const Text& id, const Node& node, Diagnostics& findings) {
  Entity entity;
  entity.id = id;
  if (is_built_in_type(id.value)) {
    findings.error("E208", id.mark, id.value, quoted(id.value) + " is the name of a built-in type",
                   "use another name, for example " + quoted("my_" + id.value));
  }
  Fields fields(node, "an entity", findings);
  if (fields.optional("extends", as_text, entity.extends)) check_extended(entity, fields, findings);
  fields.optional("patterns", some(as_regex), entity.patterns);
  fields.optional("template", one_or_some(as_text), entity.templates);
  fields.optional("canonical", as_template, entity.canonical);
  fields.optional("values", as_entity_values, entity.values);
  fields.optional("typos", as_flag, entity.typos);
  fields.optional("range", as_range, entity.range);
  fields.optional("examples", list_of(as_text), entity.examples);

  fields.exclusive("canonical", "values");
  fields.exclusive("canonical", "range");
  for (const char* way : {"patterns", "template", "range"}) fields.exclusive("typos", way);
  constexpr std::array kWays = {"patterns", "template", "values", "range"};
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    for (std::size_t j = i + 1; j < kWays.size(); ++j) fields.exclusive(kWays[i], kWays[j]);
  }
  if (std::none_of(kWays.begin(), kWays.end(), [&](const char* way) { return fields.has(way); })) {
    fields.missing("patterns", "an entity needs 'patterns', 'template', 'values' or 'range'");
  }
  return entity;
}

}  // namespace parley::config
