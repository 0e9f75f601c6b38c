// Composition: a type whose values are written with those of other types: "{number} {unit}".
//
// Its templates are found anywhere in a text, the longest piece from each word on. The value is that of its only part;
// of several, theirs with a space between them; of none, the words; or what `canonical` makes of the parts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/types.h"

namespace parley::intents {

// A slot of an entity's template, in the template itself or in a rule of it.
struct Part {
  std::string name;
  std::string type;
  config::Mark mark;
};
std::vector<Part> parts_of(const config::Text& text, const config::BotDefinition& bot);

// All must outlive it. Null when something in it cannot be used. Findings: E405, and what Compiler says.
std::unique_ptr<const Recogniser> make_composition(const config::BotDefinition& bot, const config::Entity& entity,
                                                   const Types& types, config::Diagnostics& findings);

}  // namespace parley::intents
