// Tested by tests/intents/reference_test.cc.
#include "intents/reference.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace parley::intents {
namespace {

template <std::size_t kSize>
bool is_one_of(std::string_view word, const std::string_view (&words)[kSize]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool names_another(std::string_view word) {
  constexpr std::string_view kOther[] = {"another", "other", "others", "different", "else", "new", "next", "second"};
  return is_one_of(word, kOther);
}

// "Is it possible", "does it cost", "I think it is": such an "it" need not mean anything.
bool leaves_it_open(std::string_view before) {
  constexpr std::string_view kWords[] = {"",    "is",  "was", "does", "did",     "will",  "would", "can",    "could",
                                         "has", "had", "if",  "that", "how",     "when",  "why",   "what",   "where",
                                         "and", "but", "so",  "as",   "because", "think", "than",  "should", "may"};
  return is_one_of(before, kWords);
}

bool is_verb_after_it(std::string_view after) {
  constexpr std::string_view kWords[] = {"is",    "was",  "has",    "had",   "will", "would", "can",  "could",
                                         "takes", "does", "doesnt", "didnt", "did",  "seems", "says", "should"};
  return is_one_of(after, kWords);
}

bool is_preposition(std::string_view word) {
  constexpr std::string_view kWords[] = {"for", "of", "on", "with", "about", "to", "from", "at", "in"};
  return is_one_of(word, kWords);
}

// "That order", "this one" refer to something; "this is", "that I" and "this week" do not.
bool is_thing(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "",        "is",    "was",   "are",    "were", "has",  "have", "had",   "does", "did",     "will",      "would",
      "can",     "could", "i",     "you",    "we",   "they", "he",   "she",   "it",   "my",      "your",      "our",
      "the",     "a",     "an",    "there",  "time", "day",  "week", "month", "year", "morning", "afternoon", "evening",
      "weekend", "isnt",  "wasnt", "doesnt", "in",   "on",   "for",  "to",    "at"};
  return !is_one_of(word, kWords);
}

bool ends_request(std::string_view word) {
  constexpr std::string_view kWords[] = {"",     "please",  "pls",   "too",  "now",
                                         "then", "instead", "again", "also", "thanks"};
  return is_one_of(word, kWords);
}

bool refers(std::string_view before, std::string_view word, std::string_view after) {
  if (word == "it" || word == "them") {
    return is_preposition(before) || (!leaves_it_open(before) && !is_verb_after_it(after));
  }
  if (word == "same") return is_thing(after);
  if (word != "that" && word != "this" && word != "those" && word != "these") return false;
  if (is_preposition(before) || ends_request(after)) return !before.empty();
  return is_thing(after);
}

}  // namespace

bool refers_back(const Words& words) {
  const auto word = [&](std::size_t i) { return i < words.size() ? words.text(i, 1) : std::string_view(); };
  bool is_said = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (names_another(word(i))) return false;
    is_said = is_said || refers(i > 0 ? word(i - 1) : std::string_view(), word(i), word(i + 1));
  }
  return is_said;
}

}  // namespace parley::intents
