// ExactParts finds the parts of a text that must not change when a language model writes it in other words: numbers,
// amounts, codes, dates, times, links and addresses.
//
// In every language, these are the words with a digit, links, addresses, and the names of days and months. In English,
// they are also numbers, days and times in words ("twenty", "tomorrow", "noon"), and whether the text has a negation.
// "Mondays" is the part "monday". The words "one" and "second" are no number: they often stand for something else.
// Tested by tests/wording/exact_parts_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/locale.h"
#include "intents/entities/recogniser.h"

namespace parley::wording {

// Immutable and thread-safe.
class ExactParts {
 public:
  explicit ExactParts(const base::Locale& locale);

  // Returns the instance for a locale, which is created once.
  static std::shared_ptr<const ExactParts> of_locale(const base::Locale& locale);

  // Returns the parts in their order, without the punctuation around them; words in lower case.
  std::vector<std::string> of(std::string_view text) const;

  // Whether the text has a word such as "not", "never" or "cannot". Always false if the locale is not English.
  bool has_negation(std::string_view text) const;

 private:
  void add_day_names(const base::Locale& locale);

  bool is_english_;
  std::unordered_set<std::string> day_names_;  // of days and months, in lower case
  std::vector<std::unique_ptr<const intents::Recogniser>> in_words_;
};

}  // namespace parley::wording
