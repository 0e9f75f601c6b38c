// Types: what a param can be of, by name: the entities a bot declares and the built-in types it uses.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "config/definition.h"
#include "config/findings.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {

// What recognises an entity; `entity` must outlive it. Null when something in it cannot be used, with a finding.
std::unique_ptr<const Recogniser> make_entity(const config::Entity& entity, config::Findings& findings);

class Types {
 public:
  // `bot` must outlive this. Findings: E401, E403, E404, E405, and E406 for an example that its entity misses.
  Types(const config::BotDefinition& bot, config::Findings& findings);

  // Null when there is no such type.
  const Recogniser* find(std::string_view name) const;

  // A bot's own type knows better than a built-in one whose a text is.
  bool is_declared(std::string_view name) const;

 private:
  void declare(const config::Entity& entity, config::Findings& findings);
  void use_built_in(const std::string& name);

  std::map<std::string, std::unique_ptr<const Recogniser>, std::less<>> declared_;
  std::map<std::string, std::unique_ptr<const Recogniser>, std::less<>> built_in_;
};

}  // namespace parley::intents
