// Tested by tests/intents/translation_test.cc.
#include "config/translated_texts.h"

namespace parley::config {

std::optional<TranslatedText> as_translated_text(const Node& node, Diagnostics& findings) {
  TranslatedText text;
  Fields fields(node, "a text", findings);
  if (!fields.required("from", as_text, text.from)) return std::nullopt;
  const Node* to = fields.find("to");
  if (to && (to->kind != Node::Kind::kNull || !to->text.empty())) text.to = as_text(*to, findings);
  return text;
}

TranslatedIntent read_translated_intent(const Text& id, const Node& node, Diagnostics& findings) {
  TranslatedIntent intent{id, {}, {}, {}, {}};
  const auto as_param = [](const Text& name, const Node& map, Diagnostics& sink) {
    TranslatedParam param{name, {}, {}};
    Fields fields(map, "a param's translation", sink);
    fields.optional("param_mapping", list_of(as_regex), param.mapping);
    fields.optional("answers", list_of(as_questions), param.answers);
    return param;
  };
  Fields fields(node, "an intent's translation", findings);
  fields.optional("match", as_match, intent.match);
  fields.optional("examples", list_of(as_text), intent.examples);
  fields.optional("params", named(IdentifierKind::kName, "a map from params to translations", as_param), intent.params);
  fields.optional("answers", list_of(as_questions), intent.answers);
  return intent;
}

TranslatedEntity read_translated_entity(const Text& id, const Node& node, Diagnostics& findings) {
  TranslatedEntity entity{id, {}, {}, {}, {}};
  Fields fields(node, "an entity's translation", findings);
  if (const Node* values = fields.find("values");
      values && expect(Node::Kind::kMap, "a map from values to synonyms", *values, findings)) {
    for (const auto& [name, synonyms] : values->members) {
      entity.values.emplace_back(name, list_of(as_regex)(synonyms, findings).value_or(std::vector<Text>()));
    }
  }
  fields.optional("patterns", some(as_regex), entity.patterns);
  fields.optional("template", one_or_some(as_text), entity.templates);
  fields.optional("examples", list_of(as_text), entity.examples);
  return entity;
}

}  // namespace parley::config
