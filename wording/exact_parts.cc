#include "wording/exact_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "base/fold.h"
#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/folded_text.h"

namespace parley::wording {
namespace {

constexpr std::string_view kPunctuation = ".,;:!?()[]{}<>\"'*_`|";
constexpr std::array<std::string_view, 3> kOrdinaryWords = {"one", "second", "now"};
constexpr std::array<std::string_view, 16> kNegations = {"no",     "not",     "never",  "none",    "nor",     "neither",
                                                         "nobody", "without", "cannot", "nothing", "nowhere", "unable",
                                                         "cant",   "wont",    "dont",   "isnt"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_punctuation(std::string_view word) {
  const std::size_t begin = word.find_first_not_of(kPunctuation);
  if (begin == std::string_view::npos) return {};
  return word.substr(begin, word.find_last_not_of(kPunctuation) - begin + 1);
}

template <class Visit>
void for_each_word(std::string_view text, const Visit& visit) {
  constexpr std::string_view kSpace = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    if (const std::string_view word = without_punctuation(text.substr(at, end - at)); !word.empty()) visit(word);
    at = text.find_first_not_of(kSpace, end);
  }
}

// A host such as "shop.example", an address, or a URL. "e.g" and "end.Then" count too: a false part only keeps the
// text.
bool is_link(std::string_view word) {
  if (word.find('@') != std::string_view::npos || word.find("://") != std::string_view::npos) return true;
  const std::size_t dot = word.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < word.size();
}

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

ExactParts::ExactParts(const base::Locale& locale) : is_english_(locale.tag().substr(0, 2) == "en") {
  add_day_names(locale);
  if (!is_english_) return;
  in_words_.push_back(intents::make_number());
  in_words_.push_back(intents::make_date());
  in_words_.push_back(intents::make_time());
}

std::shared_ptr<const ExactParts> ExactParts::of_locale(const base::Locale& locale) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const ExactParts>> all;
  const std::lock_guard lock(mutex);
  auto& one = all[locale.tag()];
  if (!one) one = std::make_shared<const ExactParts>(locale);
  return one;
}

// The words of dates that the locale writes in full are the names of their days and months.
void ExactParts::add_day_names(const base::Locale& locale) {
  constexpr std::size_t kShortestName = 3;
  const auto add = [&](const std::string& date) {
    for_each_word(locale.say(Value(date), "date", "full"), [&](std::string_view word) {
      if (!has_digit(word) && word.size() >= kShortestName) day_names_.insert(base::fold(word));
    });
  };
  for (const char* month : {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"}) {
    add("2026-" + std::string(month) + "-01");
  }
  for (const char* day : {"05", "06", "07", "08", "09", "10", "11"}) add("2026-01-" + std::string(day));
}

std::vector<std::string> ExactParts::of(std::string_view text) const {
  std::vector<std::string> parts;
  for_each_word(text, [&](std::string_view word) {
    std::string folded = base::fold(word);
    if (has_digit(word) || is_link(word)) {
      parts.emplace_back(word);
    } else if (day_names_.count(folded) > 0) {
      parts.push_back(std::move(folded));
    } else if (is_english_ && folded.ends_with('s') && day_names_.count(folded.substr(0, folded.size() - 1)) > 0) {
      parts.push_back(folded.substr(0, folded.size() - 1));  // "Mondays"
    }
  });
  const intents::FoldedText folded(text);
  std::vector<intents::Found> found;
  for (const auto& recogniser : in_words_) recogniser->find({folded.text()}, found);
  for (const intents::Found& one : found) {
    std::string words = base::fold(folded.text().substr(one.begin, one.end - one.begin));
    const bool is_ordinary = contains(kOrdinaryWords, words) || has_digit(words) || day_names_.count(words) > 0;
    if (!is_ordinary && !contains(parts, words)) parts.push_back(std::move(words));
  }
  return parts;
}

bool ExactParts::has_negation(std::string_view text) const {
  if (!is_english_) return false;
  bool found = false;
  const intents::FoldedText folded(text);
  for_each_word(folded.text(), [&](std::string_view word) {
    const std::string lower = base::fold(word);
    found = found || contains(kNegations, lower) || lower.ends_with("n't");
  });
  return found;
}

}  // namespace parley::wording
