#include "intents/types.h"

#include "intents/entities/built_in.h"
#include "intents/entities/pattern_entity.h"
#include "intents/entities/range.h"
#include "intents/entities/value_list.h"
#include "intents/folded_text.h"

namespace parley::intents {

std::unique_ptr<const Recogniser> make_entity(const config::Entity& entity, config::Findings& findings) {
  if (entity.range) return make_range(*entity.range);
  return entity.values.empty() ? make_pattern_entity(entity, findings) : make_value_list(entity, findings);
}

Types::Types(const config::BotDefinition& bot, config::Findings& findings) {
  for (const config::Entity& entity : bot.entities) declare(entity, findings);
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) use_built_in(param.type.value);
  }
  for (const config::Text& type : bot.redaction.detect) use_built_in(type.value);
}

const Recogniser* Types::find(std::string_view name) const {
  if (const auto found = declared_.find(name); found != declared_.end()) return found->second.get();
  const auto found = built_in_.find(name);
  return found == built_in_.end() ? nullptr : found->second.get();
}

bool Types::is_declared(std::string_view name) const { return declared_.find(name) != declared_.end(); }

void Types::declare(const config::Entity& entity, config::Findings& findings) {
  auto recogniser = make_entity(entity, findings);
  const bool says_how = !entity.patterns.empty() || !entity.values.empty() || entity.range;
  for (const config::Text& example : entity.examples) {
    if (!recogniser || !says_how) break;  // it has errors of its own
    std::vector<Found> found;
    const FoldedText folded(example.value);
    recogniser->find({folded.text()}, found);
    if (!found.empty()) continue;
    findings.error("E406", example.mark, example.value,
                   "example " + config::quoted(example.value) + " is not recognised by its entity " +
                       config::quoted(entity.id.value),
                   "extend what the entity matches, or drop the example");
  }
  declared_.emplace(entity.id.value, std::move(recogniser));
}

void Types::use_built_in(const std::string& name) {
  if (built_in_.count(name) != 0) return;
  if (auto recogniser = make_built_in(name)) built_in_.emplace(name, std::move(recogniser));
}

}  // namespace parley::intents
