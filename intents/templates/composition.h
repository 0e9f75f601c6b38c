// Composition is a type whose values are written with values of other types: "{number} {unit}".
//
// It finds its templates anywhere in a text, and takes the longest piece from each word on. `canonical` defines the
// value. Without `canonical`, the value is that of the only part, or those of several parts joined with spaces. Without
// parts, the value is the words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/types.h"

namespace parley::intents {

// Part is a slot of an entity's template, in the template itself or in one of its rules.
struct Part {
  std::string name;
  std::string type;
  config::Mark mark;
};
std::vector<Part> parts_of(const config::Text& text, const config::BotDefinition& bot);

// All arguments must outlive the result. Returns null when something in the entity cannot be used. Reports E405 and the
// errors of Compiler.
std::unique_ptr<const Recogniser> make_composition(const config::BotDefinition& bot, const config::Entity& entity,
                                                   const Types& types, config::Diagnostics& findings);

}  // namespace parley::intents
