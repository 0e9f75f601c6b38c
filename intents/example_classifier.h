// ExampleClassifier: a message that no rule, template or example takes can still be worded much like an intent's
// examples.
//
// A scorer says how probable each intent is: the model that the bot's examples train (learning.h), or the host's own.
// The likeliest intent is taken from the scorer's threshold on, or the bot's. Where the scorer is the bot's own model,
// the message must also share a word that carries meaning with the intent's examples, by its stem or misspelt. An
// intent with fewer than ten examples is asked for more: to know at least half of those words, and to be likelier than
// all else together unless the bot has a threshold. A message without such a word ("no", "ok thanks") is like examples
// without one, whatever the scorer. In English the words without meaning are listed; in another language they are the
// words in the examples of half of the intents. Without a scorer a bot goes by its examples word for word.
//
// Learning takes its time, and many a message is understood without it: it is done when it is first needed, once.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/definition.h"
#include "intents/entities/misspellings.h"
#include "intents/evidence.h"
#include "intents/training.h"
#include "intents/words.h"
#include "parley/catalog.h"

namespace parley::intents {

class ExampleClassifier {
 public:
  // `bot` must outlive this.
  ExampleClassifier(const config::BotDefinition& bot, CatalogOptions options);

  // Where the message stands. kAside, while a question is open that it does not answer: the intent's examples must know
  // half of what it is about, for a grumble is no wish. kInAnswer, it could be the text that was asked for: the intent
  // must be well ahead of the next one, too.
  enum class Place { kFirst, kAside, kInAnswer };

  // Appends the intent that the message is taken for, if any. It counts as matching all of the message, a folded one.
  // `is_small_talk`: it is a yes, a no or a courtesy as a whole.
  void match(const Words& words, std::string_view message, Place place, bool is_small_talk,
             std::vector<Evidence>& out) const;

  // For people: the likeliest intent and what it would need, or why there is none.
  std::string describe(const Words& words, std::string_view message) const;

  const Training& learning() const { return ready().learning; }

 private:
  struct Ready {
    Training learning;  // nothing where the host has a scorer
    std::shared_ptr<const Scorer> scorer;
    // Per intent, by a word: those of its examples that have it.
    std::vector<std::unordered_map<std::string, std::vector<std::size_t>>> examples_with;
    std::vector<std::set<std::string>> small_talk;  // per intent: the stems of its examples that have no such word
    std::set<std::string> little;                   // not in English: stems that carry no meaning
    Misspellings spellings{{}};                     // of the words of all examples
  };
  const Ready& ready() const;  // made the first time
  Ready make() const;

  struct Best {
    std::size_t intent = 0;  // index into BotDefinition::intents
    double probability = 0;
    double next = 0;  // of the second likeliest
    double needed = 0;
  };
  // Nothing when the scorer has none, or none of this bot's; `trouble` says why if that is not as it should be.
  std::optional<Best> best_of(std::string_view message, std::string& trouble) const;
  double needed(const config::Intent& intent) const;
  std::set<std::string> topics_of(const Words& words, const Ready& ready) const;
  bool knows(std::size_t intent, const Words& words, Place place, bool is_small_talk) const;
  bool shares_small_talk(std::size_t intent, const Words& words, bool is_small_talk) const;
  bool knows_misspelt(std::size_t intent, const Words& words) const;
  const config::Text& nearest(std::size_t intent, const Words& words) const;

  const config::BotDefinition& bot_;
  mutable CatalogOptions options_;  // read, and its model dropped, once
  mutable std::once_flag is_ready_;
  mutable Ready ready_;
};

}  // namespace parley::intents
