// Tested by tests/intents/polarity_test.cc.
#include "intents/polarity.h"

#include <algorithm>
#include <utility>

#include "base/word_list.h"
#include "intents/lexicon.h"
#include "intents/phrase_at.h"

namespace parley::intents {
namespace {

const lexicon::Polarity& polarity_words() { return lexicon::kEn.polarity; }

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
  bool has_verb = true;   // false for "don't" before another verb than the listed ones
};

// Follows a refusal from word to word: "don't [send me the gas bill] because ...". An order reaches over its verb to
// the thing. The words of a thing are next to each other.
class Polarity::Refusal {
 public:
  void begin(const Cue& cue, bool is_order) {
    is_open_ = (cue.marks & kRefused) != 0;
    awaits_verb_ = is_open_ && is_order && !cue.has_verb;
    in_thing_ = over_verb_ = false;
  }
  void end() { is_open_ = false; }

  // Returns whether the refusal reaches the word.
  bool reaches(std::string_view word) {
    const lexicon::Polarity& all = polarity_words();
    if (!is_open_) return false;
    if (in_thing_ && (is_little(word) || all.after_thing.has(word))) return is_open_ = false;
    if (in_thing_ || (over_verb_ ? all.before_thing : all.before_request).has(word)) return true;
    if (awaits_verb_ ? all.reminding.has(word) : over_verb_ && is_little(word)) return is_open_ = false;
    in_thing_ = !awaits_verb_;
    over_verb_ = awaits_verb_;
    awaits_verb_ = false;
    return true;
  }

 private:
  static bool is_little(std::string_view word) {
    return lexicon::kEn.topics.little.has(word) || lexicon::kEn.topics.courtesies.has(word);
  }

  bool is_open_ = false;
  bool awaits_verb_ = false;
  bool over_verb_ = false;
  bool in_thing_ = false;
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
  take(all.misses, kNegated | kMissing | (phrase_at(all.owner_lacks, words, word) > 0 ? unsigned{kOwned} : 0));
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
  // "I really don't understand my bill" refuses nothing.
  std::size_t speaker = word;
  while (speaker > 0 && all.adverbs.has(words.text(speaker - 1, 1))) --speaker;
  const bool states =
      speaker > 0 && all.speakers.has(words.text(speaker - 1, 1)) && all.statements.has(words.text(word, cue.count));
  return {states ? 0 : cue.marks & kRefused, cue.count, false};
}

Polarity::Polarity(const Words& words, std::string_view text) {
  if (!may_negate(words.text())) return;
  const lexicon::Polarity& all = polarity_words();
  unsigned reach = 0;  // the marks of the negations that reach the word
  Refusal refusal;
  words_->reserve(words.size());
  for (std::size_t word = 0; word < words.size();) {
    const bool is_first = !is_joined(words, text, word);
    if (is_first) reach = 0, refusal.end();
    if (const Cue cue = cue_at(words, word); cue.count > 0) {
      const std::string_view before = word > 0 ? words.text(word - 1, 1) : std::string_view();
      const bool is_not = words.text(word, cue.count) == "not";
      reach = is_not && all.no_negation_after.has(before) ? 0 : cue.marks;
      if (is_not && (word == 0 || (word == 1 && before == "no"))) reach |= kRefused;  // "not a refund"
      const bool is_order = is_first || all.before_order.has(before) || all.needless.has(words.text(word, cue.count));
      refusal.begin({reach, cue.count, cue.has_verb}, is_order);
      for (std::size_t i = 0; i < cue.count; ++i) words_->push_back({words[word++].end, kCue});
      continue;
    }
    const std::string_view one = words.text(word, 1);
    const unsigned refused = refusal.reaches(one) ? unsigned{kRefused} : 0;
    words_->push_back({words[word++].end, (reach & ~static_cast<unsigned>(kRefused)) | refused});
    if (!all.before_value.has(one)) reach &= kRefused;
    const bool is_alternative = word > 1 && word < words.size() && all.joins.has(one);
    if (!is_alternative) continue;
    reach = (*words_)[word - 2].marks;
    refusal.begin({reach, 1}, false);
  }
}

bool Polarity::has(std::size_t begin, unsigned marks) const {
  const auto word = std::find_if(words_->begin(), words_->end(), [&](const Marked& one) { return begin < one.end; });
  return word != words_->end() && (word->marks & marks) != 0;
}

std::optional<std::string> Polarity::words_left(const Words& words) const {
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
