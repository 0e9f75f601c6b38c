// Tested by tests/intents/text_amendment_test.cc.
#include "intents/text_amendment.h"

#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostWordsOfText = 30;

bool contains_digit(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

// The words of a shown text, with their places in it.
struct TextWords {
  explicit TextWords(const ShownText& of) : shown(&of), folded(of.text), words(folded.text()) {}

  std::size_t count(std::string_view word) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < words.size(); ++i) count += words.text(i, 1) == word ? 1 : 0;
    return count;
  }
  std::string replaced(std::size_t word, std::string_view by) const {
    const Span place = folded.original_span(words[word].begin, words[word].end);
    return std::string(shown->text).replace(place.begin, place.end - place.begin, by);
  }

  const ShownText* shown;
  FoldedText folded;
  Words words;
};

class Amendment {
 public:
  Amendment(const FoldedText& message, const Words& words, const std::vector<ShownText>& shown)
      : message_(message), words_(words) {
    texts_.reserve(shown.size());  // their words refer to their own texts, so they must not move
    for (const ShownText& text : shown) texts_.emplace_back(text);
    while (first_ < words.size() && lexicon::kEn.texts.before_amendment.has(words.text(first_, 1))) ++first_;
    last_ = words.size();
    while (last_ > first_ && lexicon::kEn.texts.after_amendment.has(words.text(last_ - 1, 1))) --last_;
  }

  std::optional<ShownText> read() const {
    if (auto replaced = replace_word()) return replaced;
    if (auto added = add_missing()) return added;
    return restate();
  }

 private:
  std::string said(std::size_t first, std::size_t last) const {
    return std::string(message_.original(message_.original_span(words_[first].begin, words_[last - 1].end)));
  }

  // "Number 21 not 12", "not 12, 21".
  std::optional<ShownText> replace_word() const {
    for (std::size_t i = first_; i + 1 < last_; ++i) {
      if (words_.text(i, 1) != "not") continue;
      const bool is_after = i > first_;
      if (!is_after && i + 2 >= last_) continue;
      if (auto replaced = replace(i + 1, is_after ? i - 1 : i + 2)) return replaced;
    }
    return std::nullopt;
  }

  std::optional<ShownText> replace(std::size_t old_word, std::size_t new_word) const {
    const std::string_view before = words_.text(old_word, 1), after = words_.text(new_word, 1);
    if (before == after || contains_digit(before) != contains_digit(after)) return std::nullopt;
    std::optional<ShownText> found;
    for (const TextWords& text : texts_) {
      const std::size_t count = text.count(before);
      if (count > 1 || (count == 1 && found)) return std::nullopt;
      for (std::size_t i = 0; count == 1 && i < text.words.size(); ++i) {
        if (text.words.text(i, 1) != before) continue;
        found = ShownText{text.shown->param, text.replaced(i, said(new_word, new_word + 1))};
      }
    }
    return found;
  }

  // "Springfield 90210!! you dropped the city": the clause before the complaint is what the text lacks.
  std::optional<ShownText> add_missing() const {
    std::size_t complaint = first_;
    while (complaint < last_ && !lexicon::kEn.texts.missing.has(words_.text(complaint, 1))) ++complaint;
    const TextWords* const text = only_text();
    if (complaint >= last_ || !text) return std::nullopt;
    std::size_t end = complaint;  // of the clause before the complaint
    while (end > first_ && !ends_clause(end)) --end;
    const std::size_t begin = end > first_ ? first_ : complaint + 1;
    if (end <= first_) end = last_;
    if (begin >= end || shared(*text, begin, end) > 0) return std::nullopt;
    const bool is_value = begin == first_ || contains_digit(said(begin, end));  // "you dropped the city" names no city
    if (!is_value) return std::nullopt;
    return ShownText{text->shown->param, text->shown->text + ", " + said(begin, end)};
  }

  // Returns the only text that is no number; null if there are several or none.
  const TextWords* only_text() const {
    const TextWords* only = nullptr;
    for (const TextWords& text : texts_) {
      if (text.shown->is_number) continue;
      if (only) return nullptr;
      only = &text;
    }
    return only;
  }

  bool ends_clause(std::size_t word) const {
    const std::string_view text = message_.text();
    const std::size_t from = words_[word - 1].end;
    return text.substr(from, words_[word].begin - from).find_first_of(",.;!?") != std::string_view::npos;
  }

  std::size_t shared(const TextWords& text, std::size_t first, std::size_t last) const {
    std::size_t count = 0;
    for (std::size_t i = first; i < last; ++i) count += text.count(words_.text(i, 1)) > 0 ? 1 : 0;
    return count;
  }

  // The message says the text again, with other words.
  std::optional<ShownText> restate() const {
    const std::size_t count = last_ - first_;
    std::optional<ShownText> found;
    for (std::size_t i = first_; i < last_; ++i) {
      if (words_.text(i, 1) == "not") return std::nullopt;
    }
    for (const TextWords& text : texts_) {
      const std::size_t same = shared(text, first_, last_);
      if (same < 2 || same * 2 < count || same == count) continue;
      if (found) return std::nullopt;
      const auto other = other_word(text);
      found = ShownText{text.shown->param, other ? text.replaced(*other, said(first_ + *other, first_ + *other + 1))
                                                 : said(first_, last_)};
    }
    return found;
  }

  // "21 Elm Street" for "12 Elm Street, Springfield": returns the only word that differs.
  std::optional<std::size_t> other_word(const TextWords& text) const {
    const std::size_t count = last_ - first_;
    if (count > text.words.size()) return std::nullopt;
    std::optional<std::size_t> other;
    for (std::size_t i = 0; i < count; ++i) {
      if (text.words.text(i, 1) == words_.text(first_ + i, 1)) continue;
      if (other) return std::nullopt;
      other = i;
    }
    return other;
  }

  const FoldedText& message_;
  const Words& words_;
  std::vector<TextWords> texts_;
  std::size_t first_ = 0, last_ = 0;  // the words without "no, it is" before and "and yes" after them
};

}  // namespace

std::optional<ShownText> amend_text(const FoldedText& message, const Words& words,
                                    const std::vector<ShownText>& shown) {
  if (shown.empty() || words.size() < 2 || words.size() > kMostWordsOfText) return std::nullopt;
  return Amendment(message, words, shown).read();
}

}  // namespace parley::intents
