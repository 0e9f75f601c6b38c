// Likeness: a message that no rule, template or example takes can still be worded much like an intent's examples.
//
// A linear model trained on all examples (scoring/linear_scorer.h) says how probable each intent is. The best one is
// taken when it reaches the threshold that was chosen on examples held aside. An intent with fewer than ten examples
// must also be likelier than all else together, and know the words of the message: of those that carry meaning, at
// least one and at least half. A bot whose examples are too few to hold some aside has no model, and goes by its
// examples word for word.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/definition.h"
#include "intents/evidence.h"
#include "intents/scoring/linear_scorer.h"
#include "intents/words.h"

namespace parley::intents {

class Likeness {
 public:
  // `bot` must outlive this.
  explicit Likeness(const config::BotDefinition& bot);

  // Appends the intent that the message is taken for, if any. It counts as matching all of the message, a folded one.
  void match(const Words& words, std::string_view message, std::vector<Evidence>& out) const;

  // There are more examples than can be learned from while a bot is loaded, so that none are.
  bool is_too_large() const { return is_too_large_; }

  // For people: the best intent and what it would need; empty without a model.
  std::string describe(std::string_view message) const;

 private:
  struct Owner {
    int intent = 0;                                                      // index into BotDefinition::intents
    std::unordered_map<std::string, std::vector<std::size_t>> examples;  // by a word, those that have it
  };
  const config::Intent& intent_of(const Owner& owner) const;
  bool knows(const Owner& owner, const Words& words) const;
  const config::Text& nearest(const Owner& owner, const Words& words) const;

  const config::BotDefinition& bot_;
  std::vector<Owner> owners_;  // the intents that have enough examples
  std::optional<scoring::LinearScorer> scorer_;
  bool is_too_large_ = false;
};

}  // namespace parley::intents
