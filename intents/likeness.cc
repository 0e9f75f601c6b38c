#include "intents/likeness.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kFewestExamples = 3;    // of an intent that takes part
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
std::set<std::string, std::less<>> words_of(std::string_view text) {
  const FoldedText folded(text);
  const Words words(folded.text());
  std::set<std::string, std::less<>> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_little(words.text(i, 1))) out.emplace(words.text(i, 1));
  }
  return out;
}

// What an intent needs: the threshold, which few examples leave low, and to be likelier than all else together.
double needed(const scoring::LinearScorer& scorer) { return std::max(0.5, scorer.threshold()); }

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
    for (const config::Text& example : intent.examples) {
      examples.push_back({example.value, intent.id.value});
      owner.words.merge(words_of(example.value));
    }
    owners_.push_back(std::move(owner));
  }
  is_too_large_ = examples.size() * owners_.size() > kMostWork;
  if (owners_.size() >= kFewestIntents && !is_too_large_) scorer_ = scoring::LinearScorer::train(examples);
}

void Likeness::match(const Words& words, std::string_view message, std::vector<Evidence>& out) const {
  if (!scorer_) return;
  const scoring::IntentScore best = scorer_->score(message).front();
  if (best.probability < needed(*scorer_)) return;
  const auto owner = std::find_if(owners_.begin(), owners_.end(), [&](const Owner& one) {
    return bot_.intents[static_cast<std::size_t>(one.intent)].id.value == best.intent;
  });
  if (!knows(*owner, words)) return;
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
         "; from " + rounded(needed(*scorer_)) + " on it is taken when nothing else matches";
}

bool Likeness::knows(const Owner& owner, const Words& words) const {
  std::size_t telling = 0;
  std::size_t known = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_little(words.text(i, 1))) continue;
    ++telling;
    if (owner.words.count(words.text(i, 1)) != 0) ++known;
  }
  return known > 0 && 2 * known >= telling;
}

// The example that shares the most words with the message; the earlier of two.
const config::Text& Likeness::nearest(const Owner& owner, const Words& words) const {
  const std::vector<config::Text>& examples = bot_.intents[static_cast<std::size_t>(owner.intent)].examples;
  const auto shared = [&](const config::Text& example) {
    const auto there = words_of(example.value);
    std::size_t count = 0;
    for (std::size_t i = 0; i < words.size(); ++i) count += there.count(words.text(i, 1));
    return count;
  };
  return *std::max_element(examples.begin(), examples.end(),
                           [&](const config::Text& a, const config::Text& b) { return shared(a) < shared(b); });
}

}  // namespace parley::intents
