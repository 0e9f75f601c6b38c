// Vocabulary is the set of words that count as correctly spelled. It contains the words of the bot's examples,
// templates, rules and lists, and the most common English words. It is built at the first use.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>

#include "config/definition.h"

namespace parley::intents {

class Vocabulary {
 public:
  // `bot` must outlive this object.
  explicit Vocabulary(const config::BotDefinition& bot) : bot_(bot) {}

  bool knows(std::string_view plain_word) const;

 private:
  void gather() const;
  void add(const config::Entity& entity) const;
  void add(std::string_view text) const;

  const config::BotDefinition& bot_;
  mutable std::once_flag is_gathered_;
  mutable std::unordered_set<std::string> words_;
};

}  // namespace parley::intents
