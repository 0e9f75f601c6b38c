// Types holds the types that params can have, by name. These are the entities that a bot declares and the built-in
// types that it uses.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/entities/recogniser.h"
#include "intents/vocabulary.h"

namespace parley::intents {

// kMaxRecognisers is the maximum number of recognisers of a composed entity, including its own and those of its parts.
inline constexpr std::size_t kMaxRecognisers = 64;

class Types {
 public:
  // `bot` and `prefilter` must outlive this object. Adds the patterns of entities to the prefilter. Reports E401, E403,
  // E404, E405 and the errors of make_composition(). Also reports E406 for an example that its entity does not
  // recognize, E210 for an entity that contains itself, and E409 for too many nested parts.
  Types(const config::BotDefinition& bot, Prefilter& prefilter, config::Diagnostics& findings);

  // Returns null when the type is unknown.
  const Recogniser* find(std::string_view name) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  Prefilter& prefilter() const { return prefilter_; }

  // Returns true if the bot speaks English, the language of Found::why.
  bool is_english() const { return is_english_; }

  // Returns true for a declared type. Between a declared and a built-in type, a text belongs to the declared one.
  bool is_declared(std::string_view name) const;

  // Returns true for an entity that is a list of values.
  bool is_value_list(std::string_view name) const { return value_lists_.find(name) != value_lists_.end(); }
  // Returns true if the bot declares patterns for the type: its values are identifiers, such as "O-12345".
  bool has_patterns(std::string_view name) const;
  // The types for which the bot declares patterns.
  const std::vector<std::string_view>& with_patterns() const { return with_patterns_; }

 private:
  void declare(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings);
  // Declares the parts of an entity before the entity. Returns false if a part cannot be declared.
  bool declare_parts(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings);
  void use_built_in(std::string_view name);
  void use_several(const std::string& name);  // "date|time"

  Vocabulary vocabulary_;
  Prefilter& prefilter_;
  bool is_english_ = true;
  std::vector<std::string_view> with_patterns_;
  std::map<std::string, std::unique_ptr<const Recogniser>, std::less<>> declared_;
  std::map<std::string, std::unique_ptr<const Recogniser>, std::less<>> built_in_;
  std::set<std::string, std::less<>> value_lists_;
  std::vector<const config::Entity*> open_;                   // entities whose parts are being declared
  std::map<const config::Entity*, std::size_t> recognisers_;  // per entity, how many recognisers it needs
};

// Makes the recogniser of an entity. All arguments must outlive it; entities that are parts of it must be in `types`.
// Returns null and reports an error when something in the entity cannot be used.
std::unique_ptr<const Recogniser> make_entity(const config::BotDefinition& bot, const config::Entity& entity,
                                              const Types& types, config::Diagnostics& findings);

}  // namespace parley::intents
