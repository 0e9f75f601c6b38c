// ExampleClassifier assigns messages by their similarity to an intent's examples. It handles messages that no rule,
// template or example matches.
//
// A scorer estimates the probability of each intent. It is the model trained on the bot's examples (training.h) or the
// embedding program's own. The classifier takes the most probable intent if its probability reaches the threshold. The
// bot may set the threshold; otherwise the scorer sets it.
//
// Further conditions:
// - With the bot's own model, the message must also share a meaningful word with the intent's examples. Stems and
//   misspelled words count.
// - With the bot's own model, an intent with fewer than ten examples is taken only if these examples contain at least
//   half of the message's meaningful words. If the bot sets no threshold, the probability of such an intent must also
//   be at least one half.
// - A message without a meaningful word ("no", "ok thanks") can resemble only an example without a meaningful word,
//   whatever the scorer says.
//
// For English there is a list of words without meaning. In other languages, a word without meaning is one that occurs
// in the examples of at least half of the intents. Without a scorer, only verbatim examples match.
//
// Training is slow and many messages do not need it. It therefore runs once, when it is first needed. If the catalog
// has a cache, the next process with the same examples does not train (model_cache.h).
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
  // `bot` must outlive the classifier.
  ExampleClassifier(const config::BotDefinition& bot, CatalogOptions options);

  // Place is the position of the message in the dialog.
  // - kFirst: no intent and no confirmation is open.
  // - kAside: a question is open that the message does not answer. The intent's examples must know half of the
  //   message's words, because a complaint alone does not start an intent.
  // - kInAnswer: the message could be the free text that the bot asked for. In addition to the rule of kAside, the
  //   intent must be well ahead of the second most probable one.
  enum class Place { kFirst, kAside, kInAnswer };

  // Returns true if the bot matches nothing by similarity.
  bool is_off() const { return bot_.likeness_threshold == 1; }

  // Appends the intent that the message resembles, if any. The evidence covers the whole folded message.
  // `is_small_talk`: the whole message is a yes, a no or a courtesy.
  void match(const Words& words, std::string_view message, Place place, bool is_small_talk,
             std::vector<Evidence>& out) const;

  // Describes for humans the most probable intent and the probability it needs, or why no intent qualifies.
  std::string describe(const Words& words, std::string_view message) const;

  const Training& learning() const { return ready().learning; }

 private:
  struct Ready {
    Training learning;  // empty when the embedding program supplies a scorer
    std::shared_ptr<const Scorer> scorer;
    // Per intent: maps a word to the indexes of the examples that contain it.
    std::vector<std::unordered_map<std::string, std::vector<std::size_t>>> examples_with;
    std::vector<std::set<std::string>> small_talk;  // per intent: the stems of its examples without a meaningful word
    std::set<std::string> little_words;             // languages other than English: stems that carry no meaning
    Misspellings spellings{{}};                     // over the words of all examples
  };
  const Ready& ready() const;  // built at the first call
  Ready make() const;
  Training train_with_cache() const;

  struct Best {
    std::size_t intent = 0;  // index into BotDefinition::intents
    double probability = 0;
    double next = 0;  // probability of the second most probable intent
    double needed = 0;
  };
  // Returns nullopt when the scorer returns no intent of this bot. If that is an error, `problem` says why.
  std::optional<Best> best_of(std::string_view message, std::string& problem) const;
  double needed(const config::Intent& intent) const;
  std::set<std::string> topics_of(const Words& words, const Ready& ready) const;
  bool knows(std::size_t intent, const Words& words, Place place, bool is_small_talk) const;
  bool shares_small_talk(std::size_t intent, const Words& words, bool is_small_talk) const;
  bool knows_misspelt(std::size_t intent, const Words& words) const;
  const config::Text& nearest(std::size_t intent, const Words& words) const;

  const config::BotDefinition& bot_;
  mutable CatalogOptions options_;  // read once; the model is then released
  mutable std::once_flag is_ready_;
  mutable Ready ready_;
};

}  // namespace parley::intents
