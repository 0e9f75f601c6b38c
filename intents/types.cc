// Tested by tests/intents/declared_entities_test.cc.
#include "intents/types.h"

#include <algorithm>
#include <set>

#include "base/locale.h"
#include "config/several_types.h"
#include "intents/entities/built_in.h"
#include "intents/entities/extended_type.h"
#include "intents/entities/pattern_entity.h"
#include "intents/entities/range.h"
#include "intents/entities/several_types.h"
#include "intents/entities/value_list.h"
#include "intents/folded_text.h"
#include "intents/param_type.h"
#include "intents/templates/composition.h"

namespace parley::intents {

std::unique_ptr<const Recogniser> make_entity(const config::BotDefinition& bot, const config::Entity& entity,
                                              const Types& types, config::Diagnostics& findings) {
  if (!entity.extends.value.empty()) return make_extended_type(entity, types.vocabulary(), findings);
  if (entity.range) return make_range(*entity.range);
  if (!entity.templates.empty()) return make_composition(bot, entity, types, findings);
  return entity.values.empty() ? make_pattern_entity(entity, types.prefilter(), findings)
                               : make_value_list(entity, types.vocabulary(), findings);
}

namespace {

// Returns a text of the entity from another file than `file`, the file of its examples. The text is then from the
// translation, and the examples are still those of the bot. Returns null if there is no such text.
const config::Text* translated_text(const config::Entity& entity, int file) {
  const auto first_of = [&](const std::vector<config::Text>& texts) -> const config::Text* {
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.mark.file != file; });
    return found == texts.end() ? nullptr : &*found;
  };
  if (const config::Text* text = first_of(entity.patterns)) return text;
  if (const config::Text* text = first_of(entity.templates)) return text;
  for (const config::EntityValue& value : entity.values) {
    if (const config::Text* text = first_of(value.synonyms)) return text;
  }
  return nullptr;
}

}  // namespace

Types::Types(const config::BotDefinition& bot, Prefilter& prefilter, config::Diagnostics& findings)
    : vocabulary_(bot), prefilter_(prefilter) {
  const std::string_view tag = bot.locale ? std::string_view(bot.locale->tag()) : std::string_view("en");
  is_english_ = tag.substr(0, tag.find('-')) == "en";
  for (const config::Entity& entity : bot.entities) {
    declare(bot, entity, findings);
    if (!entity.patterns.empty()) with_patterns_.push_back(entity.id.value);
  }
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      use_built_in(param.type.value);
      use_built_in(type_read_for(param));
      if (config::is_several_types(param.type.value)) use_several(param.type.value);
    }
  }
  for (const config::Text& type : bot.redaction.detect) use_built_in(type.value);
}

const Recogniser* Types::find(std::string_view name) const {
  if (const auto found = declared_.find(name); found != declared_.end()) return found->second.get();
  const auto found = built_in_.find(name);
  return found == built_in_.end() ? nullptr : found->second.get();
}

bool Types::has_patterns(std::string_view name) const {
  return std::find(with_patterns_.begin(), with_patterns_.end(), name) != with_patterns_.end();
}

bool Types::is_declared(std::string_view name) const { return declared_.find(name) != declared_.end(); }

void Types::declare(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings) {
  if (recognisers_.count(&entity) != 0) return;
  const bool has_parts = declare_parts(bot, entity, findings);
  auto recogniser = has_parts ? make_entity(bot, entity, *this, findings) : nullptr;
  const bool has_definition =
      !entity.patterns.empty() || !entity.templates.empty() || !entity.values.empty() || entity.range;
  for (const config::Text& example : entity.examples) {
    if (!recogniser || !has_definition || findings.is_known_valid()) break;  // an entity with errors has errors enough
    std::vector<Found> found;
    const FoldedText folded(example.value);
    recogniser->find({folded.text()}, found);
    if (!found.empty()) continue;
    const std::string message = "example " + config::quoted(example.value) + " is not recognised by its entity " +
                                config::quoted(entity.id.value);
    const config::Text* other = translated_text(entity, example.mark.file);
    if (!other) {
      findings.error("E406", example.mark, example.value, message, "extend the entity, or remove the example");
    } else {
      findings.error("E406", other->mark, other->value, "the bot's " + message + " in this language",
                     "add 'examples' of this language to the entity here, or extend the entity");
    }
  }
  if (!entity.values.empty() && entity.extends.value.empty()) value_lists_.insert(entity.id.value);
  declared_.emplace(entity.id.value, std::move(recogniser));
}

bool Types::declare_parts(const config::BotDefinition& bot, const config::Entity& entity,
                          config::Diagnostics& findings) {
  std::set<const config::Entity*> parts;
  bool is_part_of_itself = false;
  open_.push_back(&entity);
  for (const config::Text& text : entity.templates) {
    for (const Part& part : parts_of(text, bot)) {
      const config::Entity* other = bot.find_entity(part.type);
      if (!other || is_part_of_itself || !parts.insert(other).second) continue;
      if (std::find(open_.begin(), open_.end(), other) != open_.end()) {
        findings.error("E210", part.mark, part.type, "the entity " + config::quoted(part.type) + " contains itself",
                       "remove it from its own template");
        is_part_of_itself = true;
      } else if (open_.size() < kMaxRecognisers) {
        declare(bot, *other, findings);
      }
    }
  }
  open_.pop_back();
  std::size_t needed = 1;
  for (const config::Entity* part : parts) {
    const auto known = recognisers_.find(part);
    needed += known == recognisers_.end() ? kMaxRecognisers : known->second;
  }
  const bool is_too_much = !is_part_of_itself && needed > kMaxRecognisers;
  recognisers_[&entity] = is_part_of_itself || is_too_much ? 1 : needed;
  if (is_too_much) {
    findings.error("E409", entity.id.mark, entity.id.value, "the entity has too many nested parts",
                   "replace some of them by patterns");
  }
  return !is_part_of_itself && !is_too_much;
}

void Types::use_several(const std::string& name) {
  if (find(name)) return;
  std::vector<NamedType> members;
  for (const std::string& member : config::types_in(name)) {
    use_built_in(member);
    if (const Recogniser* type = find(member)) members.emplace_back(member, type);
  }
  built_in_.emplace(name, make_several_types(std::move(members)));
}

void Types::use_built_in(std::string_view name) {
  if (built_in_.find(name) != built_in_.end()) return;
  if (auto recogniser = make_built_in(name)) built_in_.emplace(name, std::move(recogniser));
}

}  // namespace parley::intents
