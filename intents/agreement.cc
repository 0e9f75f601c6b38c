// Tested by tests/intents/agreement_test.cc.
#include "intents/agreement.h"

#include <algorithm>

#include "base/word_list.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/phrase_at.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

const lexicon::Agreement& agreement_words() { return lexicon::kEn.agreement; }

bool is_doubt(std::string_view word) {
  return agreement_words().doubts.has(word) ||
         (word.size() > 1 && word.find_first_not_of('o', 1) == std::string_view::npos &&
          word.front() == 'n');  // "nooo"
}

}  // namespace

bool doubts(const Words& words) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (phrase_at(agreement_words().doubtful_phrases, words, word) > 0) return true;
    if (const std::size_t count = phrase_at(agreement_words().harmless, words, word); count > 0) {
      word += count - 1;
    } else if (is_doubt(words.text(word, 1))) {
      return true;
    }
  }
  return false;
}

bool ends_with_yes(const Words& words, std::string_view text) {
  std::size_t last = words.size();
  while (last > 0 && agreement_words().after_yes.has(words.text(last - 1, 1))) --last;
  if (last == 0 || !agreement_words().strong_yes.has(words.text(last - 1, 1))) return false;
  if (text.find('?', words[last - 1].end) != std::string_view::npos) return false;  // "20 euros, yes?"
  std::size_t first = last - 1;                                                     // of the words that agree
  while (first > 0 && agreement_words().before_yes.has(words.text(first - 1, 1))) --first;
  if (first == 0) return true;
  // Other words than a question may change what is shown: "21 Elm Street, yes".
  return text.substr(words[first - 1].end, words[first].begin - words[first - 1].end).find('?') !=
         std::string_view::npos;
}

bool may_decide(const Words& question) {
  for (std::size_t word = 0; word < question.size(); ++word) {
    if (agreement_words().decisive.has(question.text(word, 1))) return true;
  }
  return false;
}

bool ends_sentence(std::string_view text) {
  const Words words(text);
  std::size_t last = words.size();
  while (last > 0 && agreement_words().joining_sentences.has(words.text(last - 1, 1))) --last;
  const std::size_t from = last > 0 ? words[last - 1].end : 0;
  const std::size_t to = last < words.size() ? words[last].begin : text.size();
  return last > 0 && text.substr(from, to - from).find_first_of(".!;?\n") != std::string_view::npos;
}

bool asks_for_another(const Words& words) {
  bool is_another = false;
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (agreement_words().changes.has(words.text(word, 1))) return false;
    is_another = is_another || agreement_words().another.has(words.text(word, 1)) ||
                 (word > 0 && agreement_words().another_phrases.has(words.text(word - 1, 2)));
  }
  return is_another;
}

bool asks_once_more(const Words& words) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (agreement_words().more.has(words.text(word, 1))) return true;
  }
  return false;
}

bool only_agrees(std::string_view word) { return agreement_words().agreeing.has(word); }

bool adds_wish(const Words& words) {
  static const Pattern kBeforeYes("^" + any_before(lexicon::kEn.acts.before_answer), Pattern::Case::kCounts);
  std::size_t first = 0;
  const auto before = kBeforeYes.find(words.text());
  while (before && first < words.size() && words.begin_of(first) < before->end) ++first;
  while (first < words.size() &&
         (agreement_words().strong_yes.has(words.text(first, 1)) || only_agrees(words.text(first, 1))))
    ++first;
  if (first < words.size() && agreement_words().joiners.has(words.text(first, 1))) return true;
  for (std::size_t word = first; word < words.size(); ++word) {
    if (agreement_words().wishes.has(words.text(word, 1)) || phrase_at(agreement_words().wish_phrases, words, word) > 0)
      return true;
  }
  return first < words.size() && agreement_words().question_words.has(words.text(first, 1));
}

bool objects(const Words& words) {
  static const Pattern kObjection("^" + ends_word(agreement_words().objection), Pattern::Case::kCounts);
  return words.text().find("too ") != std::string_view::npos && kObjection.occurs_in(words.text());
}

}  // namespace parley::intents
