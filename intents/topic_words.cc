#include "intents/topic_words.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "base/locale.h"
#include "intents/folded_text.h"
#include "intents/scoring/english_forms.h"
#include "intents/scoring/features.h"

namespace parley::intents {
namespace {

// English words that carry no meaning by themselves.
constexpr std::string_view kLittleWords[] = {
    "a",         "about",  "all",     "also",   "am",   "an",    "and",       "any",      "anybody",    "anyone",
    "anything",  "are",    "as",      "at",     "be",   "been",  "but",       "by",       "can",        "could",
    "d",         "did",    "do",      "does",   "else", "even",  "everybody", "everyone", "everything", "for",
    "from",      "get",    "go",      "had",    "has",  "have",  "he",        "her",      "here",       "him",
    "his",       "how",    "i",       "if",     "in",   "is",    "it",        "its",      "just",       "know",
    "like",      "ll",     "m",       "many",   "may",  "me",    "much",      "my",       "need",       "no",
    "nobody",    "not",    "nothing", "of",     "on",   "one",   "only",      "or",       "other",      "our",
    "out",       "please", "re",      "really", "s",    "she",   "so",        "some",     "somebody",   "someone",
    "something", "still",  "t",       "tell",   "that", "the",   "them",      "then",     "there",      "they",
    "thing",     "things", "this",    "to",     "too",  "up",    "us",        "ve",       "very",       "want",
    "was",       "we",     "were",    "what",   "when", "where", "which",     "who",      "why",        "will",
    "with",      "would",  "you",     "your",
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

// Returns true for a single letter and for a word with a digit, such as a part of an order number.
bool is_code(std::string_view word) {
  return word.size() == 1 || std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::set<std::string> little_stems_of(const config::BotDefinition& bot) {
  std::map<std::string, std::set<std::size_t>> intents_with;
  std::size_t with_examples = 0;
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    with_examples += bot.intents[i].examples.empty() ? 0 : 1;
    for (const config::Text& example : bot.intents[i].examples) {
      const FoldedText folded(example.value);
      const Words words(folded.text());
      for (std::size_t k = 0; k < words.size(); ++k) {
        intents_with[std::string(scoring::stem_of(words.text(k, 1)))].insert(i);
      }
    }
  }
  std::set<std::string> little;
  for (const auto& [stem, intents] : intents_with) {
    if (2 * intents.size() >= with_examples) little.insert(stem);
  }
  return little;
}

}  // namespace

TopicWords::TopicWords(const config::BotDefinition& bot) : is_english_(bot.locale->tag().substr(0, 2) == "en") {
  if (!is_english_) little_stems_ = little_stems_of(bot);
}

std::set<std::string> TopicWords::stems_in(const Words& words) const {
  std::set<std::string> stems;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::string stem = stem_of(words.text(i, 1)); !stem.empty()) stems.insert(std::move(stem));
  }
  return stems;
}

std::string TopicWords::stem_of(std::string_view word) const {
  if (is_code(word)) return {};
  if (is_english_) {
    const bool is_little =
        !scoring::expanded(word)[1].empty() || is_among(kLittleWords, word) || is_among(kCourtesies, word);
    return is_little ? std::string() : std::string(scoring::stem_of(word));
  }
  std::string stem(scoring::stem_of(word));
  return little_stems_.count(stem) != 0 ? std::string() : stem;
}

bool TopicWords::is_courtesy(std::string_view word) { return is_among(kCourtesies, word); }

}  // namespace parley::intents
