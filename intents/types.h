// Types: what a param can be of, by name: the entities a bot declares and the built-in types it uses.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/entities/recogniser.h"
#include "intents/vocabulary.h"

namespace parley::intents {

// An entity that is written with others may need so many recognisers in all, itself and theirs included.
inline constexpr std::size_t kMostRecognisers = 64;

class Types {
 public:
  // `bot` must outlive this. Findings: E401, E403, E404, E405, E406 for an example that its entity misses, E210 for an
  // entity that is part of itself, E409 for one with too many parts in parts, and what make_composition() says.
  Types(const config::BotDefinition& bot, config::Diagnostics& findings);

  // Null when there is no such type.
  const Recogniser* find(std::string_view name) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

  // Whether the bot speaks English, the language of Found::why.
  bool is_english() const { return is_english_; }

  // A bot's own type knows better than a built-in one whose a text is.
  bool is_declared(std::string_view name) const;

 private:
  void declare(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings);
  // The parts of an entity go first. False when they cannot.
  bool declare_parts(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings);
  void use_built_in(std::string_view name);

  Vocabulary vocabulary_;
  bool is_english_ = true;
  std::map<std::string, std::unique_ptr<const Recogniser>, std::less<>> declared_;
  std::map<std::string, std::unique_ptr<const Recogniser>, std::less<>> built_in_;
  std::vector<const config::Entity*> open_;                   // those whose parts are being declared
  std::map<const config::Entity*, std::size_t> recognisers_;  // per entity, how many it needs
};

// What recognises an entity. All must outlive it; the entities that are parts of it are among `types`. Null when
// something in it cannot be used, with a finding.
std::unique_ptr<const Recogniser> make_entity(const config::BotDefinition& bot, const config::Entity& entity,
                                              const Types& types, config::Diagnostics& findings);

}  // namespace parley::intents
