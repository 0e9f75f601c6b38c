#include "intents/likeness.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kFewestExamples = 3;    // of an intent that takes part
constexpr std::size_t kEnoughExamples = 10;   // of an intent that is trusted with words it has not seen
constexpr std::size_t kMostWork = 5'000'000;  // examples times intents; 15,000 times 150 take 12 s
constexpr std::size_t kFewestIntents = 4;     // with fewer, none can be held aside to see what a stranger looks like

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

// The words of a text that say what it is about.
std::set<std::string> words_of(std::string_view text) {
  const FoldedText folded(text);
  const Words words(folded.text());
  std::set<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_little(words.text(i, 1))) out.emplace(words.text(i, 1));
  }
  return out;
}

bool is_trusted(const config::Intent& intent) { return intent.examples.size() >= kEnoughExamples; }

// The threshold; few examples leave it low, so that their intent has to be likelier than all else together.
double needed(const config::Intent& intent, const scoring::LinearScorer& scorer) {
  return is_trusted(intent) ? scorer.threshold() : std::max(0.5, scorer.threshold());
}

std::string rounded(double probability) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", probability);
  return digits.data();
}

}  // namespace

Likeness::Likeness(const config::BotDefinition& bot) : bot_(bot) {
  std::vector<scoring::Example> examples;
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    const config::Intent& intent = bot.intents[i];
    if (intent.examples.size() < kFewestExamples) continue;
    Owner owner{static_cast<int>(i), {}};
    for (std::size_t k = 0; k < intent.examples.size(); ++k) {
      const std::string& text = intent.examples[k].value;
      examples.push_back({text, intent.id.value});
      for (const std::string& word : words_of(text)) owner.examples[word].push_back(k);
    }
    owners_.push_back(std::move(owner));
  }
  is_too_large_ = examples.size() * owners_.size() > kMostWork;
  if (owners_.size() >= kFewestIntents && !is_too_large_) scorer_ = scoring::LinearScorer::train(examples);
}

void Likeness::match(const Words& words, std::string_view message, std::vector<Evidence>& out) const {
  if (!scorer_) return;
  const scoring::IntentScore best = scorer_->score(message).front();
  const auto owner = std::find_if(owners_.begin(), owners_.end(),
                                  [&](const Owner& one) { return intent_of(one).id.value == best.intent; });
  const config::Intent& intent = intent_of(*owner);
  if (best.probability < needed(intent, *scorer_)) return;
  if (!is_trusted(intent) && !knows(*owner, words)) return;
  const std::string_view said = base::trim(message);
  Evidence evidence;
  evidence.kind = Evidence::Kind::kLikeness;
  evidence.intent = owner->intent;
  evidence.said = &nearest(*owner, words);
  evidence.begin = static_cast<std::size_t>(said.data() - message.data());
  evidence.end = evidence.begin + said.size();
  out.push_back(std::move(evidence));
}

std::string Likeness::describe(std::string_view message) const {
  if (!scorer_) return {};
  const scoring::IntentScore best = scorer_->score(message).front();
  return "by its wording most like the examples of " + best.intent + ", probability " + rounded(best.probability) +
         "; from " + rounded(needed(*bot_.find_intent(best.intent), *scorer_)) +
         " on it is taken when nothing else matches";
}

const config::Intent& Likeness::intent_of(const Owner& owner) const {
  return bot_.intents[static_cast<std::size_t>(owner.intent)];
}

bool Likeness::knows(const Owner& owner, const Words& words) const {
  std::size_t telling = 0;
  std::size_t known = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_little(words.text(i, 1))) continue;
    ++telling;
    if (owner.examples.count(std::string(words.text(i, 1))) != 0) ++known;
  }
  return known > 0 && 2 * known >= telling;
}

// The example that shares the most words with the message; the earlier of two.
const config::Text& Likeness::nearest(const Owner& owner, const Words& words) const {
  const std::vector<config::Text>& examples = intent_of(owner).examples;
  std::vector<int> shared(examples.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto there = owner.examples.find(std::string(words.text(i, 1)));
    if (there == owner.examples.end()) continue;
    for (const std::size_t example : there->second) ++shared[example];
  }
  const auto most = std::max_element(shared.begin(), shared.end());
  return examples[static_cast<std::size_t>(most - shared.begin())];
}

}  // namespace parley::intents
