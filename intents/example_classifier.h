// ExampleClassifier assigns messages by their similarity to an intent's examples. It handles messages that no rule,
// template or example matches.
//
// A scorer estimates how likely each intent is the right one. It is the model trained on the bot's examples
// (training.h) or the embedding program's own. The confidence of the best intent decides, in three bands:
// - From `act` on, the intent starts. An intent that may call a tool (effects.h) needs half of what is missing to
//   certainty in addition.
// - From `ask` on, the intent and others that are nearly as likely are doubtful: the bot asks which one the user means.
// - Below, the message means nothing.
//
// The bot or the intent may set the bounds; otherwise the scorer sets them. A scorer of the embedding program has no
// `ask` of its own, so the bot asks only if it sets one.
//
// Further conditions:
// - With the bot's own model, the message must also share a meaningful word with the intent's examples. Stems and
//   misspelled words count. Without such a word, similarity is no evidence.
// - A message without a meaningful word ("no", "ok thanks") can resemble only an example without a meaningful word,
//   whatever the scorer says.
//
// The entries of `answers` are classes of the same model. A message that resembles one asks for it (inquiry_forms.h).
//
// topic_words.h says which words are meaningful. Without a scorer, only verbatim examples match.
//
// Training is slow and many messages do not need it. It therefore runs once, when it is first needed. If the catalog
// has a cache, the next process with the same examples does not train (model_cache.h).
#pragma once

#include <functional>
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
#include "intents/own_values.h"
#include "intents/topic_words.h"
#include "intents/training.h"
#include "intents/words.h"
#include "parley/catalog.h"

namespace parley::intents {

class ExampleClassifier {
 public:
  // `bot` and `values` must outlive the classifier.
  ExampleClassifier(const config::BotDefinition& bot, const OwnValues& values, CatalogOptions options);

  // kAside: a question is open that the message does not answer. An intent then needs half of what is missing to
  // certainty in addition, and no intent is doubtful. kInquiry: also, the message asks the bot for information. Intents
  // that only say something then need no more than otherwise. kClause: the message is one of several clauses. An intent
  // needs as much as for kAside, but may be doubtful.
  enum class Place { kFirst, kClause, kAside, kInquiry };

  // Returns true if the bot matches nothing by similarity.
  bool is_off() const { return bot_.likeness.act == 1; }

  // Appends the intent that the message resembles, or the doubtful ones, best first. The evidence covers the whole
  // folded message.
  // `is_small_talk`: the whole message is a yes, a no or a courtesy. `codes`: those of the message that contains the
  // clause.
  void match(const Words& words, std::string_view message, Place place, bool is_small_talk,
             const OwnValues::Codes& codes, std::vector<Evidence>& out) const;

  // Returns the entry of `answers` in `scope` that the message resembles, as numbered by config::for_each_answer. An
  // inquiry needs only the confidence from which on the bot asks "did you mean". Of another message, the examples must
  // contain all its meaningful words.
  std::optional<std::size_t> answer(const Words& words, std::string_view message, const std::vector<std::size_t>& scope,
                                    bool is_inquiry) const;

  // Returns true if the question and one example of the entry share most of their meaningful words.
  bool is_like_example(std::size_t answer, const Words& words) const;

  // Returns the only entry in `scope` whose examples have all meaningful words of the inquiry except `named`, the words
  // that name the intent.
  std::optional<std::size_t> answer_about(const Words& inquiry, const Words& named,
                                          const std::vector<std::size_t>& scope) const;

  // Describes for humans the most likely intent and the confidence that it needs, or why no intent qualifies.
  std::string describe(const Words& words, std::string_view message) const;

  // What the scorer makes of a message for an intent, whether or not a rule matches too.
  struct Estimate {
    std::size_t intent = 0;  // index into BotDefinition::intents
    double confidence = 0;
    double act = 1, ask = 1;                // the bounds of the intent, if no question is open
    bool shares_topic = false;              // the examples contain a meaningful word of the message
    const config::Text* nearest = nullptr;  // the most similar example
  };
  // Returns the estimates of the likely intents, best first. Empty without a scorer.
  std::vector<Estimate> estimates(const Words& words, std::string_view message) const;

  const Training& learning() const { return ready().learning; }

 private:
  struct Ready {
    Training learning;  // empty when the embedding program supplies a scorer
    std::shared_ptr<const Scorer> scorer;
    // Per intent: maps a word to the indexes of the examples that contain it.
    std::vector<std::unordered_map<std::string, std::vector<std::size_t>>> examples_with;
    std::vector<std::set<std::string>> rule_topics;  // per intent: the meaningful stems in its rules
    std::vector<std::set<std::string>> small_talk;   // per intent: the stems of its examples without a meaningful word
    TopicWords topic_words;
    Misspellings spellings{{}};  // over the words of all examples
    // Per entry of `answers`: the meaningful stems of its examples, and the pairs of words of the examples without any:
    // "how much is it".
    struct AnswerWords {
      std::set<std::string> topics, pairs;
      std::vector<std::set<std::string>> examples;  // the meaningful stems of each
    };
    std::vector<AnswerWords> answer_words;
    std::set<std::string> value_stems;  // the words of the bot's values; empty without `answers`

    std::set<std::string> topics_of_inquiry(const Words& words) const;
  };
  const Ready& ready() const;  // built at the first call
  Ready make() const;
  void learn_answers(Ready& ready) const;
  Training train_with_cache() const;

  struct Bounds {
    double act = 1, ask = 1;
  };
  // An intent that the message resembles.
  struct Similar {
    std::size_t intent = 0;  // index into BotDefinition::intents
    double confidence = 0;
    std::optional<std::size_t> answer;  // the entry of the intent's `answers` that it resembles
  };
  // Returns the likely intents of this bot, best first, among those that may be offered. If an error is the reason that
  // there are none, `problem` says so.
  using MayOffer = std::function<bool(const Similar&)>;
  std::vector<Similar> similar(std::string_view message, const OwnValues::Codes& codes, std::string& problem,
                               const MayOffer& may_offer = {}) const;
  // Returns the estimates of the scorer before the codes count.
  std::vector<IntentScore> scores_of(std::string_view message) const;
  // Lets the codes speak for the intents that take them, by Bayes' rule.
  void weigh_codes(const OwnValues::Codes& codes, std::vector<IntentScore>& scores) const;
  // Returns the intent or the intent of the answer that a class of the scorer means.
  std::optional<Similar> similar_of(const IntentScore& score) const;
  Bounds bounds(const Similar& similar, Place place) const;
  std::optional<std::size_t> answer_by_pairs(const Words& words, const std::vector<std::size_t>& scope) const;
  // Whether the examples of an entry contain at least this share of the meaningful words of the message. A message
  // without such words must share a pair of words with an example without them.
  // `topics`: those of the inquiry.
  bool knows_answer(std::size_t answer, const std::set<std::string>& topics, const Words& words, double share) const;
  // What the words of a message mean, for all intents. Each part is computed when it is first needed.
  class Heard {
   public:
    Heard(const Ready& ready, const Words& words) : words(words), ready_(ready) {}
    const std::set<std::string>& topics();  // the stems of the meaningful words
    const std::set<std::string>& topics_of_inquiry();
    const std::set<std::string>& meant();  // the stems of the words that misspelt words mean
    const Words& words;

   private:
    const Ready& ready_;
    std::optional<std::set<std::string>> topics_, topics_of_inquiry_, meant_;
  };
  bool knows(std::size_t intent, Heard& heard, Place place, bool is_small_talk, const OwnValues::Codes& codes) const;
  bool shares_small_talk(std::size_t intent, const Words& words, bool is_small_talk) const;
  const config::Text& nearest(std::size_t intent, Heard& heard) const;

  static constexpr double kHalf = 0.5;  // of the meaningful words of an inquiry

  const config::BotDefinition& bot_;
  const OwnValues& values_;
  std::vector<bool> calls_tools_;  // per intent
  std::vector<bool> only_says_;    // per intent
  std::vector<std::size_t> intents_of_answers_;
  std::vector<bool> are_of_params_;  // per entry of `answers`
  mutable CatalogOptions options_;   // read once; the model is then released
  mutable std::once_flag is_ready_;
  mutable Ready ready_;
};

}  // namespace parley::intents
