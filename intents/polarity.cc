// Tested by tests/intents/polarity_test.cc.
#include "intents/polarity.h"

#include <algorithm>
#include <utility>

#include "base/word_list.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kLongestCue = 6;  // words

const lexicon::Polarity& polarity_words() { return lexicon::kEn.polarity; }

// Returns how many words of the longest phrase of the list begin at this word; 0 if none does.
std::size_t phrase_at(const base::WordList& list, const Words& words, std::size_t word) {
  for (std::size_t count = std::min(kLongestCue, words.size() - word); count > 0; --count) {
    if (list.has(words.text(word, count))) return count;
  }
  return 0;
}

bool is_joined(const Words& words, std::string_view text, std::size_t word) {
  if (word == 0) return false;
  const std::string_view between = text.substr(words[word - 1].end, words[word].begin - words[word - 1].end);
  return between.find_first_not_of(' ') == std::string_view::npos;
}

}  // namespace

// The marks that words give to what follows.
struct Polarity::Cue {
  unsigned marks = 0;
  std::size_t count = 0;  // of the words
};

// Returns the longest cue whose words begin at `word`; with a count of 0 if there is none.
Polarity::Cue Polarity::cue_at(const Words& words, std::size_t word) {
  const lexicon::Polarity& all = polarity_words();
  Cue cue;
  const auto take = [&](const base::WordList& list, unsigned marks) {
    const std::size_t count = phrase_at(list, words, word);
    if (count > cue.count) cue = {marks, count};
  };
  take(all.negates, kNegated);
  take(all.misses, kNegated | kMissing);
  take(all.lacks, kNegated | kLacking);
  take(all.no, kAfterNo);
  if (cue.count > 0) return cue;
  take(all.refuses, kNegated | kLacking | kRefused);
  take(all.never, kRefused);
  take(all.would_not, kNegated | kLacking);
  if (cue.count == 0) return cue;
  const std::size_t next = word + cue.count;
  if (next < words.size()) {
    const std::pair<const base::WordList*, unsigned> verbs[] = {{&all.wants, kNegated | kRefused},
                                                                {&all.asks, kRefused},
                                                                {&all.sets, kNegated},
                                                                {&all.has, kNegated | kLacking}};
    for (const auto& [verb, marks] : verbs) {
      if (const std::size_t count = phrase_at(*verb, words, next); count > 0)
        return {cue.marks & marks, cue.count + count};
    }
  }
  // "I don't understand my bill" refuses nothing.
  const bool states =
      word > 0 && all.speakers.has(words.text(word - 1, 1)) && all.statements.has(words.text(word, cue.count));
  return {states ? 0 : cue.marks & kRefused, cue.count};
}

Polarity::Polarity(const Words& words, std::string_view text) {
  if (!may_negate(words.text())) return;
  const lexicon::Polarity& all = polarity_words();
  unsigned reach = 0;  // the marks of the negations that reach the word
  words_->reserve(words.size());
  for (std::size_t word = 0; word < words.size();) {
    if (!is_joined(words, text, word)) reach = 0;
    if (const Cue cue = cue_at(words, word); cue.count > 0) {
      const std::string_view before = word > 0 ? words.text(word - 1, 1) : std::string_view();
      const bool is_not = words.text(word, cue.count) == "not";
      reach = is_not && all.no_negation_after.has(before) ? 0 : cue.marks;
      if (is_not && (word == 0 || (word == 1 && before == "no"))) reach |= kRefused;  // "not a refund"
      for (std::size_t i = 0; i < cue.count; ++i) words_->push_back({words[word++].end, kCue});
      continue;
    }
    const std::string_view one = words.text(word, 1);
    words_->push_back({words[word++].end, reach});
    if (!all.before_value.has(one)) reach &= kRefused;
    if (!all.before_request.has(one)) reach &= ~static_cast<unsigned>(kRefused);
    const bool is_alternative = word > 1 && word < words.size() && all.joins.has(one);
    if (is_alternative) reach = (*words_)[word - 2].marks;
  }
}

bool Polarity::has(std::size_t begin, Mark mark) const {
  const auto word = std::find_if(words_->begin(), words_->end(), [&](const Marked& one) { return begin < one.end; });
  return word != words_->end() && (word->marks & mark) != 0;
}

std::optional<std::string> Polarity::words_left(const Words& words) const {
  constexpr unsigned kConcerned = kNegated | kRefused | kAfterNo | kCue;
  std::string left;
  std::size_t count = 0;
  for (std::size_t word = 0; word < words_->size(); ++word) {
    if (((*words_)[word].marks & kConcerned) != 0) continue;
    left.append(left.empty() ? "" : " ").append(words.text(word, 1));
    ++count;
  }
  return count < words_->size() ? std::optional(std::move(left)) : std::nullopt;
}

bool Polarity::may_negate(std::string_view plain_words) {
  const base::WordList& hints = polarity_words().hints;
  return std::any_of(hints.begin(), hints.end(),
                     [&](std::string_view hint) { return plain_words.find(hint) != std::string_view::npos; });
}

}  // namespace parley::intents
