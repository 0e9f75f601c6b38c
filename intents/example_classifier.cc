#include "intents/example_classifier.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/locale.h"
#include "base/text.h"
#include "intents/folded_text.h"
#include "intents/model_cache.h"

namespace parley::intents {
namespace {

// With this many examples, one known word is enough: the other words of the message may be in no example.
constexpr std::size_t kEnoughExamples = 10;
constexpr double kClearMargin =
    0.3;  // required lead over the second intent if the message could be the free text that was asked for

// English words that carry no meaning by themselves.
constexpr std::string_view kLittleWords[] = {
    "a",    "about", "all",   "am",     "an",   "and", "any",  "are",  "as",    "at",   "be",   "been", "but",
    "by",   "can",   "could", "d",      "did",  "do",  "does", "for",  "from",  "get",  "go",   "had",  "has",
    "have", "he",    "her",   "here",   "him",  "his", "how",  "i",    "if",    "in",   "is",   "it",   "its",
    "just", "know",  "like",  "ll",     "m",    "may", "me",   "my",   "need",  "no",   "not",  "of",   "on",
    "or",   "our",   "out",   "please", "re",   "s",   "she",  "so",   "some",  "t",    "tell", "that", "the",
    "them", "then",  "there", "they",   "this", "to",  "up",   "us",   "ve",    "want", "was",  "we",   "were",
    "what", "when",  "where", "which",  "who",  "why", "will", "with", "would", "you",  "your",
};

// English words that answer, greet or thank. A message must not start an intent because of them.
constexpr std::string_view kCourtesies[] = {
    "bye",  "cheers", "fine", "goodbye", "hello",  "hey", "hi", "k",    "nah",  "nope", "oh",  "ok",
    "okay", "please", "sure", "thank",   "thanks", "thx", "um", "well", "yeah", "yep",  "yes", "yup",
};

template <std::size_t N>
bool is_among(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_english(const config::BotDefinition& bot) { return bot.locale->tag().substr(0, 2) == "en"; }

std::set<std::string> stems_of(const Words& words) {
  std::set<std::string> stems;
  for (std::size_t i = 0; i < words.size(); ++i) stems.emplace(scoring::stem_of(words.text(i, 1)));
  return stems;
}

bool is_trusted(const config::Intent& intent) { return intent.examples.size() >= kEnoughExamples; }

std::string rounded(double probability) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", probability);
  return digits.data();
}

}  // namespace

ExampleClassifier::ExampleClassifier(const config::BotDefinition& bot, CatalogOptions options)
    : bot_(bot), options_(std::move(options)) {}

const ExampleClassifier::Ready& ExampleClassifier::ready() const {
  std::call_once(is_ready_, [this] {
    ready_ = make();
    options_.model.clear();
  });
  return ready_;
}

// A cache that does not fit is replaced, and is no reason for a warning.
Training ExampleClassifier::train_with_cache() const {
  const ModelCache cache(options_.cache, bot_.locale->tag(), bot_.files.front().name);
  const std::string model = cache.read();
  Training learning = train(bot_, model);
  const bool is_known = !model.empty() && learning.model_problem.empty();
  learning.model_problem.clear();
  if (learning.scorer && !is_known) cache.write(learning.scorer->save(learning.key));
  return learning;
}

ExampleClassifier::Ready ExampleClassifier::make() const {
  Ready ready;
  if (!is_off()) ready.scorer = options_.scorer;
  if (!ready.scorer) {
    ready.learning =
        options_.model.empty() && !options_.cache.empty() ? train_with_cache() : train(bot_, options_.model);
    ready.scorer = ready.learning.scorer;
  }
  if (!ready.scorer) return ready;
  std::vector<std::string> all_words;
  std::unordered_map<std::string, std::set<std::size_t>> intents_with;
  for (std::size_t i = 0; i < bot_.intents.size(); ++i) {
    for (const config::Text& example : bot_.intents[i].examples) {
      const FoldedText folded(example.value);
      const Words words(folded.text());
      for (std::size_t k = 0; k < words.size(); ++k) all_words.emplace_back(words.text(k, 1));
      for (const std::string& stem : stems_of(words)) intents_with[stem].insert(i);
    }
  }
  ready.spellings = Misspellings(std::move(all_words));
  const auto with_examples = static_cast<std::size_t>(std::count_if(
      bot_.intents.begin(), bot_.intents.end(), [](const config::Intent& intent) { return !intent.examples.empty(); }));
  for (const auto& [stem, intents] : intents_with) {
    if (!is_english(bot_) && 2 * intents.size() >= with_examples) ready.little_words.insert(stem);
  }
  ready.examples_with.resize(bot_.intents.size());
  ready.small_talk.resize(bot_.intents.size());
  for (std::size_t i = 0; i < bot_.intents.size(); ++i) {
    const std::vector<config::Text>& examples = bot_.intents[i].examples;
    for (std::size_t k = 0; k < examples.size(); ++k) {
      const FoldedText folded(examples[k].value);
      const Words words(folded.text());
      const std::set<std::string> topics = topics_of(words, ready);
      for (const std::string& topic : topics) ready.examples_with[i][topic].push_back(k);
      if (topics.empty()) ready.small_talk[i].merge(stems_of(words));
    }
  }
  return ready;
}

// Returns the stems of the words that carry the meaning of a text.
std::set<std::string> ExampleClassifier::topics_of(const Words& words, const Ready& ready) const {
  std::set<std::string> topics;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    std::string stem(scoring::stem_of(word));
    const bool is_little = is_english(bot_) ? is_among(kLittleWords, word) || is_among(kCourtesies, word)
                                            : ready.little_words.count(stem) != 0;
    if (!is_little) topics.insert(std::move(stem));
  }
  return topics;
}

void ExampleClassifier::match(const Words& words, std::string_view message, Place place, bool is_small_talk,
                              std::vector<Evidence>& out) const {
  if (!ready().scorer) return;
  std::string problem;
  const std::optional<Best> best = best_of(message, problem);
  if (!best) return;
  if (!(best->probability >= best->needed)) return;
  if (place == Place::kInAnswer && !(best->probability - best->next >= kClearMargin)) return;
  if (!knows(best->intent, words, place, is_small_talk)) return;
  const std::string_view trimmed = base::trim(message);
  Evidence evidence;
  evidence.kind = Evidence::Kind::kLikeness;
  evidence.intent = static_cast<int>(best->intent);
  evidence.source = &nearest(best->intent, words);
  evidence.begin = static_cast<std::size_t>(trimmed.data() - message.data());
  evidence.end = evidence.begin + trimmed.size();
  out.push_back(std::move(evidence));
}

std::string ExampleClassifier::describe(const Words& words, std::string_view message) const {
  if (!ready().scorer) {
    return learning().learned.examples == 0 ? "" : "examples match only word for word: " + learning().learned.why_not;
  }
  std::string problem;
  const std::optional<Best> best = best_of(message, problem);
  if (!best) return problem.empty() ? "the scorer finds no similar intent" : problem;
  const config::Intent& intent = bot_.intents[best->intent];
  const std::string reason = "most similar to the examples of " + intent.id.value + ", probability " +
                             rounded(best->probability) + "; at least " + rounded(best->needed) +
                             " is needed, and no rule, template or example may match";
  const bool is_known = knows(best->intent, words, Place::kFirst, false);
  return is_known ? reason : reason + "; here the examples contain too few of the message's words";
}

std::optional<ExampleClassifier::Best> ExampleClassifier::best_of(std::string_view message,
                                                                  std::string& problem) const {
  try {
    const std::vector<IntentScore> scores = ready().scorer->score(message);
    if (scores.empty()) return std::nullopt;
    const config::Intent* intent = bot_.find_intent(scores.front().intent);
    if (intent) {
      return Best{static_cast<std::size_t>(intent - bot_.intents.data()), scores.front().probability,
                  scores.size() > 1 ? scores[1].probability : 0, needed(*intent)};
    }
    problem = "the scorer's best intent is '" + scores.front().intent + "', which this bot does not have";
  } catch (...) {
    problem = "the scorer failed";
  }
  return std::nullopt;
}

double ExampleClassifier::needed(const config::Intent& intent) const {
  if (bot_.likeness_threshold) return *bot_.likeness_threshold;
  return learning().scorer && !is_trusted(intent) ? std::max(0.5, ready().scorer->threshold())
                                                  : ready().scorer->threshold();
}

// Returns true if the intent's examples contain the meaningful words of the message. The embedding program's scorer may
// know synonyms. With such a scorer, the function checks only small talk, which must resemble small talk in the
// examples.
bool ExampleClassifier::knows(std::size_t intent, const Words& words, Place place, bool is_small_talk) const {
  const Ready& ready = this->ready();
  if (!ready.learning.scorer && !is_small_talk) return true;
  const std::set<std::string> topics = is_small_talk ? std::set<std::string>() : topics_of(words, ready);
  if (topics.empty()) return place == Place::kFirst && shares_small_talk(intent, words, is_small_talk);
  const auto known =
      static_cast<std::size_t>(std::count_if(topics.begin(), topics.end(), [&](const std::string& topic) {
        return ready.examples_with[intent].count(topic) != 0;
      }));
  if (place != Place::kFirst || !is_trusted(bot_.intents[intent])) return known > 0 && 2 * known >= topics.size();
  return known > 0 || knows_misspelt(intent, words);
}

// Returns true if a yes, a no or a courtesy resembles an example without a meaningful word. In English, the
// message and the example must share a courtesy word. For other languages there is no list of courtesies.
bool ExampleClassifier::shares_small_talk(std::size_t intent, const Words& words, bool is_small_talk) const {
  const auto& small_talk = ready().small_talk[intent];
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (is_english(bot_) ? !is_among(kCourtesies, word) : !is_small_talk) continue;
    if (small_talk.count(std::string(scoring::stem_of(word))) != 0) return true;
  }
  return false;
}

bool ExampleClassifier::knows_misspelt(std::size_t intent, const Words& words) const {
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string_view meant : ready().spellings.meant_by(words.text(i, 1))) {
      if (ready().examples_with[intent].count(std::string(scoring::stem_of(meant))) != 0) return true;
    }
  }
  return false;
}

// Returns the example that shares the most words with the message. Among equal examples, returns the earlier one.
// Returns the intent's id if it has no examples.
const config::Text& ExampleClassifier::nearest(std::size_t intent, const Words& words) const {
  const std::vector<config::Text>& examples = bot_.intents[intent].examples;
  if (examples.empty()) return bot_.intents[intent].id;
  std::vector<int> shared(examples.size());
  for (const std::string& topic : topics_of(words, ready())) {
    const auto there = ready().examples_with[intent].find(topic);
    if (there == ready().examples_with[intent].end()) continue;
    for (const std::size_t example : there->second) ++shared[example];
  }
  const auto most = std::max_element(shared.begin(), shared.end());
  return examples[static_cast<std::size_t>(most - shared.begin())];
}

}  // namespace parley::intents
