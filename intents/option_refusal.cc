// Tested by tests/intents/option_refusal_test.cc.
#include "intents/option_refusal.h"

#include <algorithm>
#include <string_view>

#include "intents/agreement.h"
#include "intents/folded_text.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

const lexicon::Options& refusal_words() { return lexicon::kEn.options; }

bool contains_phrase(std::string_view text, std::string_view phrase) {
  const std::string padded = " " + std::string(text) + " ";
  return padded.find(" " + std::string(phrase) + " ") != std::string::npos;
}

// Marks the words of a message that are refused.
class RefusedWords {
 public:
  RefusedWords(const Message& message, const std::vector<std::string>& labels)
      : message_(message), words_(message.words), are_refused_(words_.size()) {
    for (const std::string& label : labels) labels_.emplace_back(FoldedText(label).text());
    for (std::size_t i = 0; i < words_.size(); ++i) are_refused_[i] = message.polarity().concerns(words_[i].begin);
    keep_words_of_labels();
    refuse_rest_of_label();
    refuse_clauses();
  }

  bool are_any() const { return std::find(are_refused_.begin(), are_refused_.end(), 1) != are_refused_.end(); }
  // Whether a label has the words that negate: "without a stop".
  bool label_negates() const { return label_negates_; }

  // Returns the words that are refused, or the others.
  std::string text(bool refused) const {
    std::string text;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((are_refused_[i] != 0) == refused) text.append(text.empty() ? "" : " ").append(words_.text(i, 1));
    }
    return text;
  }

 private:
  bool begins_clause(std::size_t word) const {
    if (word == 0) return true;
    const std::string_view text = message_.text.text();
    const std::size_t end = words_[word - 1].end;
    return text.substr(end, words_[word].begin - end).find_first_of(",.;:!?\n") != std::string_view::npos ||
           refusal_words().turns.has(words_.text(word, 1));
  }

  bool is_of_label(std::size_t first, std::size_t count) const {
    return std::any_of(labels_.begin(), labels_.end(),
                       [&](const Words& label) { return contains_phrase(label.text(), words_.text(first, count)); });
  }

  // "Milan without a stop" is the label of an option.
  void keep_words_of_labels() {
    for (std::size_t first = 0; first < words_.size(); ++first) {
      if (are_refused_[first] == 0) continue;
      std::size_t end = first + 1;
      while (end < words_.size() && !begins_clause(end) && are_refused_[end] != 0) ++end;
      if (end > first + 1 && is_of_label(first, end - first)) {
        std::fill(are_refused_.begin() + static_cast<std::ptrdiff_t>(first),
                  are_refused_.begin() + static_cast<std::ptrdiff_t>(end), 0);
        label_negates_ = true;
      }
      first = end - 1;
    }
  }

  // In "not the original card", the negation reaches "original". The card is the same.
  void refuse_rest_of_label() {
    for (std::size_t i = 1; i < words_.size(); ++i) {
      const bool is_next = are_refused_[i - 1] != 0 && are_refused_[i] == 0 && !begins_clause(i);
      if (!is_next) continue;
      const bool is_same = refusal_words().stands_for_option.has(words_.text(i, 1)) || is_of_label(i - 1, 2);
      are_refused_[i] = is_same && !message_.polarity().is_cue(words_[i - 1].begin) ? 1 : 0;
    }
  }

  // "I can't come on a Sunday", "wrong booking".
  void refuse_clauses() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (refuses_whole_clause(i)) {
        for (std::size_t back = i; !begins_clause(back); --back) are_refused_[back - 1] = 1;
      } else if (!refuses_clause(i)) {
        continue;
      }
      do {
        are_refused_[i++] = 1;
      } while (i < words_.size() && !begins_clause(i));
      --i;
    }
  }

  bool begins_phrase(const base::WordList& list, std::size_t word) const {
    return list.has(words_.text(word, 1)) || (word + 1 < words_.size() && list.has(words_.text(word, 2)));
  }

  bool refuses_whole_clause(std::size_t word) const {
    return !begins_clause(word) && begins_phrase(refusal_words().refuse_whole_clause, word);
  }

  bool refuses_clause(std::size_t word) const {
    if (begins_phrase(refusal_words().refuse_clause, word)) return true;
    for (const std::size_t length : {std::size_t{1}, std::size_t{2}}) {
      if (word + length >= words_.size() || !refusal_words().refuse_by_verb.has(words_.text(word, length))) continue;
      const std::string_view verb = words_.text(word + length, 1);
      return !refusal_words().harmless_verbs.has(verb) && !message_.polarity().is_cue(words_[word + length].begin);
    }
    return false;
  }

  const Message& message_;
  const Words& words_;
  std::vector<Words> labels_;
  std::vector<char> are_refused_;
  bool label_negates_ = false;
};

// Whether the message only asks: "is Dr Bell good?".
bool is_only_question(const Message& message) {
  const std::string_view text = message.text.text();
  const std::size_t mark = text.find_first_of(".!?;");
  return mark != std::string_view::npos && text[mark] == '?' &&
         text.find_first_not_of("?! ", mark) == std::string_view::npos;
}

bool takes_word(std::string_view word) {
  return only_agrees(word) || refusal_words().idle.has(word) || refusal_words().no_content.has(word) ||
         refusal_words().taking.has(word);
}

// Whether all words are of the label, or agree to it: "near the station is good for me", "that one is perfect".
bool describes(const Words& words, const std::string& label) {
  const FoldedText folded(label);
  const Words label_words(folded.text());
  bool is_described = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    bool is_of_label = false;
    for (std::size_t k = 0; k < label_words.size(); ++k) {
      const std::string_view other = label_words.text(k, 1);
      is_of_label = is_of_label || word_form(word) == word_form(other) || is_typo(word, other);
    }
    if (!is_of_label && !takes_word(word)) return false;
    const bool tells = refusal_words().praise.has(word) ||
                       (is_of_label && !refusal_words().no_content.has(word) && !refusal_words().idle.has(word));
    is_described = is_described || tells;
  }
  return is_described;
}

OptionAnswer read_kept(const Message& message, const Words& kept, const std::vector<std::string>& labels,
                       bool label_negates) {
  OptionAnswer answer;
  if (labels.size() == 1) {
    if (is_only_question(message)) return answer;
    answer = read_option_answer(kept, labels);
    if (answer.named.empty() && !answer.refuses && describes(kept, labels.front())) answer.named = {0};
    return answer;
  }
  answer = read_option_answer(kept, labels);
  if (label_negates) keep_options_with_all(kept, labels, answer);
  return answer;
}

}  // namespace

ChosenOptions read_chosen_options(const Message& message, const std::vector<std::string>& labels) {
  const RefusedWords refused(message, labels);
  const bool are_any = refused.are_any();
  const std::string kept = are_any ? refused.text(false) : std::string(message.words.text());
  ChosenOptions chosen;
  chosen.answer = read_kept(message, Words(kept), labels, refused.label_negates());
  if (!chosen.answer.named.empty() || !chosen.answer.possible.empty() || chosen.answer.refuses) return chosen;
  if (!are_any) {
    chosen.excludes = refused.label_negates();
    return chosen;
  }
  const OptionAnswer without = read_option_answer(Words(refused.text(true)), labels);
  const std::size_t count = std::max(without.named.size(), without.possible.size());
  chosen.excludes = count > 0 && count + 2 <= labels.size();  // more than one option is left
  chosen.answer.refuses = !chosen.excludes;                   // "not that order"
  return chosen;
}

}  // namespace parley::intents
