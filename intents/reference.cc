// Tested by tests/intents/reference_test.cc.
#include "intents/reference.h"

#include <string_view>

#include "intents/lexicon.h"

namespace parley::intents {
namespace {

const lexicon::References& reference_words() { return lexicon::kEn.references; }

// "Is it possible", "does it cost", "I think it is": such an "it" need not mean anything.
bool leaves_it_open(std::string_view before) { return before.empty() || reference_words().before_open_it.has(before); }

bool is_preposition(std::string_view word) { return reference_words().prepositions.has(word); }

// "That order", "this one" refer to something; "this is", "that I" and "this week" do not.
bool is_thing(std::string_view word) { return !word.empty() && !reference_words().no_things.has(word); }

bool ends_request(std::string_view word) { return word.empty() || reference_words().ends.has(word); }

bool refers(std::string_view before, std::string_view word, std::string_view after) {
  if (word == "it" || word == "them") {
    return is_preposition(before) || (!leaves_it_open(before) && !reference_words().after_open_it.has(after));
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
    if (reference_words().others.has(word(i))) return false;
    is_said = is_said || refers(i > 0 ? word(i - 1) : std::string_view(), word(i), word(i + 1));
  }
  return is_said;
}

}  // namespace parley::intents
