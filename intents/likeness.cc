#include "intents/likeness.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

#include "base/text.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kEnoughExamples = 10;  // of an intent that is trusted with words it has not seen ...
constexpr double kWellAboveChance = 3;       // ... all of them only when it is so many times likelier than chance
constexpr double kClearMargin = 0.3;         // between two intents, when the message could be no intent at all

// Words that say little of what a message is about. Of another language's, the threshold alone takes care.
constexpr std::string_view kLittleWords[] = {
    "a",    "about", "all",   "am",     "an",   "and", "any",  "are",  "as",    "at",   "be",   "been", "but",
    "by",   "can",   "could", "d",      "did",  "do",  "does", "for",  "from",  "get",  "go",   "had",  "has",
    "have", "he",    "her",   "here",   "him",  "his", "how",  "i",    "if",    "in",   "is",   "it",   "its",
    "just", "know",  "like",  "ll",     "m",    "may", "me",   "my",   "need",  "no",   "not",  "of",   "on",
    "or",   "our",   "out",   "please", "re",   "s",   "she",  "so",   "some",  "t",    "tell", "that", "the",
    "them", "then",  "there", "they",   "this", "to",  "up",   "us",   "ve",    "want", "was",  "we",   "were",
    "what", "when",  "where", "which",  "who",  "why", "will", "with", "would", "you",  "your",
};

bool is_little(std::string_view word) {
  return std::find(std::begin(kLittleWords), std::end(kLittleWords), word) != std::end(kLittleWords);
}

// The words that say what a text is about, by their stems.
std::set<std::string> topics_of(const Words& words) {
  std::set<std::string> topics;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_little(words.text(i, 1))) topics.emplace(scoring::stem_of(words.text(i, 1)));
  }
  return topics;
}

bool is_trusted(const config::Intent& intent) { return intent.examples.size() >= kEnoughExamples; }

std::string rounded(double probability) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", probability);
  return digits.data();
}

}  // namespace

Likeness::Likeness(const config::BotDefinition& bot, CatalogOptions options)
    : bot_(bot), options_(std::move(options)) {}

const Likeness::Ready& Likeness::ready() const {
  std::call_once(is_ready_, [this] {
    ready_ = make();
    options_.model.clear();
  });
  return ready_;
}

Likeness::Ready Likeness::make() const {
  Ready ready;
  if (bot_.likeness_threshold != 1) ready.scorer = options_.scorer;
  if (!ready.scorer) {
    ready.learning = learn(bot_, options_.model);
    ready.scorer = ready.learning.scorer;
  }
  if (!ready.scorer) return ready;
  ready.examples_with.resize(bot_.intents.size());
  for (std::size_t i = 0; i < bot_.intents.size(); ++i) {
    const std::vector<config::Text>& examples = bot_.intents[i].examples;
    for (std::size_t k = 0; k < examples.size(); ++k) {
      const FoldedText folded(examples[k].value);
      for (const std::string& topic : topics_of(Words(folded.text()))) ready.examples_with[i][topic].push_back(k);
    }
  }
  return ready;
}

void Likeness::match(const Words& words, std::string_view message, Place place, std::vector<Evidence>& out) const {
  if (!ready().scorer) return;
  std::string trouble;
  const std::optional<Best> best = best_of(message, trouble);
  if (!best) return;
  if (!(best->probability >= best->needed)) return;
  if (place == Place::kInAnswer && !(best->probability - best->next >= kClearMargin)) return;
  if (learning().scorer && !knows(best->intent, words, best->probability, place)) return;
  const std::string_view said = base::trim(message);
  Evidence evidence;
  evidence.kind = Evidence::Kind::kLikeness;
  evidence.intent = static_cast<int>(best->intent);
  evidence.said = &nearest(best->intent, words);
  evidence.begin = static_cast<std::size_t>(said.data() - message.data());
  evidence.end = evidence.begin + said.size();
  out.push_back(std::move(evidence));
}

std::string Likeness::describe(const Words& words, std::string_view message) const {
  if (!ready().scorer) {
    return learning().learned.examples == 0 ? "" : "examples count word for word only: " + learning().learned.why_not;
  }
  std::string trouble;
  const std::optional<Best> best = best_of(message, trouble);
  if (!best) return trouble.empty() ? "like no intent at all, says the scorer" : trouble;
  const config::Intent& intent = bot_.intents[best->intent];
  const std::string said = "by its wording most like the examples of " + intent.id.value + ", probability " +
                           rounded(best->probability) + "; from " + rounded(best->needed) +
                           " on it is taken when nothing else matches";
  const bool is_known = !learning().scorer || knows(best->intent, words, best->probability, Place::kFirst);
  return is_known ? said : said + ", and when those examples know more of its words";
}

std::optional<Likeness::Best> Likeness::best_of(std::string_view message, std::string& trouble) const {
  try {
    const std::vector<IntentScore> scores = ready().scorer->score(message);
    if (scores.empty()) return std::nullopt;
    const config::Intent* intent = bot_.find_intent(scores.front().intent);
    if (intent) {
      return Best{static_cast<std::size_t>(intent - bot_.intents.data()), scores.front().probability,
                  scores.size() > 1 ? scores[1].probability : 0, needed(*intent)};
    }
    trouble = "the scorer's best is '" + scores.front().intent + "', which is no intent of this bot";
  } catch (...) {
    trouble = "the scorer failed";
  }
  return std::nullopt;
}

double Likeness::needed(const config::Intent& intent) const {
  if (bot_.likeness_threshold) return *bot_.likeness_threshold;
  return learning().scorer && !is_trusted(intent) ? std::max(0.5, ready().scorer->threshold())
                                                  : ready().scorer->threshold();
}

bool Likeness::knows(std::size_t intent, const Words& words, double probability, Place place) const {
  const std::set<std::string> topics = topics_of(words);
  const auto& examples_with = ready().examples_with[intent];
  const std::size_t telling = topics.size();
  const auto known = static_cast<std::size_t>(std::count_if(
      topics.begin(), topics.end(), [&](const std::string& topic) { return examples_with.count(topic) != 0; }));
  if (place != Place::kFirst || !is_trusted(bot_.intents[intent])) return known > 0 && 2 * known >= telling;
  const double chance = 1.0 / static_cast<double>(learning().learned.intents);
  return known > 0 || telling == 0 || probability >= kWellAboveChance * chance;
}

// The example that shares the most words with the message; the earlier of two. Without examples, the intent's name.
const config::Text& Likeness::nearest(std::size_t intent, const Words& words) const {
  const std::vector<config::Text>& examples = bot_.intents[intent].examples;
  if (examples.empty()) return bot_.intents[intent].id;
  std::vector<int> shared(examples.size());
  for (const std::string& topic : topics_of(words)) {
    const auto there = ready().examples_with[intent].find(topic);
    if (there == ready().examples_with[intent].end()) continue;
    for (const std::size_t example : there->second) ++shared[example];
  }
  const auto most = std::max_element(shared.begin(), shared.end());
  return examples[static_cast<std::size_t>(most - shared.begin())];
}

}  // namespace parley::intents
