#include "intents/option_words.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "intents/choice_resolution.h"
#include "intents/entities/built_in.h"
#include "intents/folded_text.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/quantifiers.h"
#include "intents/scoring/features.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostWords = 14;    // of an answer that names an option by one of its words
constexpr std::size_t kShortestTypo = 5;  // letters of a word that may be misspelled

const lexicon::Options& option_lexicon() { return lexicon::kEn.options; }

// Matches "the last two", with a group for each end and each number.
std::string several_at_end() {
  const lexicon::Options& words = option_lexicon();
  return concat({"^(?:", words.article, " )?(?:(?P<first>", words.first_end, ")|", words.last_end, ") (?:(?P<two>",
                 words.two, ")|(?P<three>", words.three, ")|", words.four, ")(?: ", words.several,
                 ")?(?: ", words.please, ")?$"});
}

struct OptionPatterns {
  Pattern several{several_at_end(), Pattern::Case::kCounts};
  Pattern joint{"(?: |^)" + ends_word(option_lexicon().joints), Pattern::Case::kCounts};
};

const OptionPatterns& option_patterns() {
  static const OptionPatterns compiled;
  return compiled;
}

std::vector<int> all_of(std::size_t count) {
  std::vector<int> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(static_cast<int>(i));
  return all;
}

// "the last two"
std::vector<int> named_by_count(std::string_view words, std::size_t count) {
  const OptionPatterns& all = option_patterns();
  Pattern::Groups groups;
  if (!all.several.find(words, 0, groups)) return {};
  const auto has = [&](std::string_view group) { return all.several.group(groups, group).data() != nullptr; };
  const std::size_t wanted = has("two") ? 2 : has("three") ? 3 : 4;
  if (wanted > count) return {};
  std::vector<int> named = all_of(count);
  const auto middle = static_cast<std::ptrdiff_t>(wanted);
  if (has("first")) {
    named.erase(named.begin() + middle, named.end());
  } else {
    named.erase(named.begin(), named.end() - middle);
  }
  return named;
}

// The list shows the number of each option, so a bare number is one of these, whatever numbers the labels have.
std::optional<int> number_in(const Words& words, std::size_t count) {
  int number = 0;
  const std::string_view text = words.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  const bool is_listed = is_number && number >= 1 && static_cast<std::size_t>(number) <= count;
  return is_listed ? std::optional(number - 1) : std::nullopt;
}

// Returns the clauses of a list: "the first", "the third".
std::vector<Words> parts_of(const Words& words) {
  std::vector<Words> parts;
  const std::string_view text = words.text();
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    if (begin < end) parts.emplace_back(text.substr(begin, end - begin));
  };
  while (const auto joint = option_patterns().joint.find(text, begin)) {
    add(joint->begin);
    begin = std::max(joint->end, begin + 1);
  }
  add(text.size());
  // "1, 3": numbers need no word between them
  if (parts.size() == 1 && words.size() > 1 && text.find_first_not_of("0123456789 ") == std::string_view::npos) {
    parts.clear();
    for (std::size_t i = 0; i < words.size(); ++i) parts.emplace_back(words.text(i, 1));
  }
  return parts;
}

// "glass" and "glasses".
bool is_plural(std::string_view one, std::string_view other) {
  constexpr std::size_t kShortest = 4;
  if (one.size() > other.size()) std::swap(one, other);
  const std::string_view ending = other.substr(std::min(one.size(), other.size()));
  return one.size() >= kShortest && other.starts_with(one) && (ending == "s" || ending == "es");
}

// Counts how many words of each label the answer has. A word of all labels tells nothing.
class WordCounts {
 public:
  explicit WordCounts(const std::vector<std::string>& labels) : count_(labels.size()) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const FoldedText folded(labels[i]);
      const Words words(folded.text());
      for (std::size_t k = 0; k < words.size(); ++k) {
        labels_with_[word_form(words.text(k, 1))].insert(static_cast<int>(i));
        labels_saying_[std::string(words.text(k, 1))].insert(static_cast<int>(i));
      }
    }
  }

  // Returns the labels with the most words of the answer.
  std::vector<int> best(const Words& answer) const {
    std::vector<int> counts(count_);
    for (std::size_t i = 0; i < answer.size(); ++i) {
      for (const int label : with(answer.text(i, 1))) ++counts[static_cast<std::size_t>(label)];
    }
    const int most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    std::vector<int> best;
    for (std::size_t i = 0; most > 0 && i < counts.size(); ++i) {
      if (counts[i] == most) best.push_back(static_cast<int>(i));
    }
    return best;
  }

  // Returns false if the label lacks a word of the answer which other labels have.
  bool has_all(int label, const Words& answer) const {
    for (std::size_t i = 0; i < answer.size(); ++i) {
      const std::set<int>& labels = with(answer.text(i, 1));
      if (!labels.empty() && labels.count(label) == 0) return false;
    }
    return true;
  }

 private:
  const std::set<int>& with(std::string_view word) const {
    static const std::set<int> none;
    if (option_lexicon().no_content.has(word)) return none;
    const auto same = labels_with_.find(word_form(word));
    if (same != labels_with_.end()) return same->second.size() < count_ ? same->second : none;
    for (const auto& [meant, labels] : labels_saying_) {
      if ((is_typo(word, meant) || is_plural(word, meant)) && labels.size() < count_) return labels;
    }
    return none;
  }

  std::size_t count_;
  std::map<std::string, std::set<int>, std::less<>> labels_with_;    // by word_form(word)
  std::map<std::string, std::set<int>, std::less<>> labels_saying_;  // by word
};

bool has_numeral(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

// The hour of the first clock time of a label: "Tuesday 14:00".
std::optional<int> hour_of(std::string_view label) {
  const std::size_t colon = label.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == label.size()) return std::nullopt;
  std::size_t begin = colon;
  while (begin > 0 && has_numeral(label.substr(begin - 1, 1))) --begin;
  int hour = 0;
  const auto [end, error] = std::from_chars(label.data() + begin, label.data() + colon, hour);
  const bool is_hour = error == std::errc() && end == label.data() + colon && has_numeral(label.substr(colon + 1, 1));
  return is_hour ? std::optional(hour) : std::nullopt;
}

// The hour of a clock time in words: "noon", "half past nine".
std::optional<std::string> time_in_words(const Words& answer) {
  static const auto kTime = make_time();
  if (has_numeral(answer.text())) return std::nullopt;
  std::vector<Found> found;
  Reading reading{answer.text()};
  reading.for_param = true;
  kTime->find(reading, found);
  const std::string* time = found.empty() ? nullptr : found.front().value.if_string();
  return time ? std::optional(*time) : std::nullopt;
}

// "9:30" and "21:30" are the same on the clock.
bool is_same_on_clock(std::string_view label, std::string_view time) {
  constexpr std::size_t kHour = 2, kHalfDay = 12;
  const auto hour = hour_of(label);
  const std::size_t colon = label.find(':');
  return hour && time.size() > kHour && label.substr(colon, 3) == time.substr(kHour, 3) &&
         static_cast<std::size_t>(*hour) % kHalfDay ==
             (static_cast<std::size_t>(time[0] - '0') * 10 + static_cast<std::size_t>(time[1] - '0')) % kHalfDay;
}

// Whether the answer says a number or a part of the day that the label does not have: "monday at 10" for "Monday 9:00".
bool contradicts(const Words& answer, const std::string& label) {
  struct PartOfDay {
    std::string_view word;
    int from, to;  // hours
  };
  constexpr PartOfDay kParts[] = {{"morning", 0, 12}, {"afternoon", 12, 18}, {"evening", 17, 24}, {"night", 19, 24}};
  const FoldedText folded(label);
  const Words words(folded.text());
  bool label_has_number = false, has_number = false, shares_number = false;
  for (std::size_t i = 0; i < words.size(); ++i) label_has_number = label_has_number || has_numeral(words.text(i, 1));
  const std::optional<int> hour = hour_of(folded.text());
  for (std::size_t i = 0; i < answer.size(); ++i) {
    const std::string_view word = answer.text(i, 1);
    for (const PartOfDay& part : kParts) {
      // "Eight" is no misspelt "night".
      const bool is_said = word == part.word || (part.word.size() > kShortestTypo && is_typo(word, part.word));
      if (is_said && hour && (*hour < part.from || *hour >= part.to)) return true;
    }
    if (!has_numeral(word)) continue;
    has_number = true;
    for (std::size_t k = 0; k < words.size(); ++k) {
      shares_number = shares_number || word_form(words.text(k, 1)) == word_form(word);
    }
  }
  const auto time = hour ? time_in_words(answer) : std::nullopt;
  if (time && !is_same_on_clock(folded.text(), *time)) return true;
  return label_has_number && has_number && !shares_number;
}

std::vector<int> without_contradicted(std::vector<int> named, const Words& answer,
                                      const std::vector<std::string>& labels) {
  std::erase_if(named, [&](int label) { return contradicts(answer, labels[static_cast<std::size_t>(label)]); });
  return named;
}

void sort_out(std::vector<int>& named) {
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
}

}  // namespace

bool is_typo(std::string_view said, std::string_view meant) {
  if (said.size() < kShortestTypo || meant.size() < kShortestTypo) return false;
  std::size_t begin = 0, end = 0;
  const std::size_t shorter = std::min(said.size(), meant.size());
  if (std::max(said.size(), meant.size()) - shorter > 1) return false;
  while (begin < shorter && said[begin] == meant[begin]) ++begin;
  while (end < shorter - begin && said[said.size() - 1 - end] == meant[meant.size() - 1 - end]) ++end;
  const std::size_t left = said.size() - begin - end, right = meant.size() - begin - end;
  if (left <= 1 && right <= 1) return true;
  return left == 2 && right == 2 && said[begin] == meant[begin + 1] && said[begin + 1] == meant[begin];
}

std::string word_form(std::string_view word) {
  const bool is_ordinal =
      word.size() > 2 && word[0] >= '0' && word[0] <= '9' &&
      (word.ends_with("th") || word.ends_with("st") || word.ends_with("nd") || word.ends_with("rd"));
  return is_ordinal ? std::string(word.substr(0, word.size() - 2)) : std::string(scoring::stem_of(word));
}

void keep_options_with_all(const Words& words, const std::vector<std::string>& labels, OptionAnswer& answer) {
  const WordCounts counts(labels);
  const auto lacks = [&](int label) { return !counts.has_all(label, words); };
  std::erase_if(answer.named, lacks);
  std::erase_if(answer.possible, lacks);
  answer.is_certain = answer.is_certain && !answer.named.empty();
}

OptionAnswer read_option_answer(const Words& words, const std::vector<std::string>& labels) {
  OptionAnswer answer;
  if (words.size() == 0 || labels.empty()) return answer;
  if (const auto quantifier = read_quantifier(words)) {
    const bool is_all = *quantifier == Quantifier::kAll || (*quantifier == Quantifier::kBoth && labels.size() == 2);
    answer.refuses = *quantifier == Quantifier::kNone;
    answer.is_certain = is_all;
    if (is_all) answer.named = all_of(labels.size());
    return answer;
  }
  answer.named = named_by_count(words.text(), labels.size());
  if (const auto number = number_in(words, labels.size())) answer.named = {*number};
  answer.is_certain = !answer.named.empty();
  if (answer.is_certain) return answer;
  const WordCounts counts(labels);
  const bool may_count = words.size() <= kMostWords;
  const std::vector<Words> parts = parts_of(words);
  bool are_certain = true;
  for (const Words& part : parts) {
    const auto number = number_in(part, labels.size());
    const auto choice = number ? std::optional(ResolvedChoice{*number}) : resolve_choice(part, labels);
    std::vector<int> best;
    if (choice) {
      best = {choice->index};
    } else if (may_count) {
      best = without_contradicted(counts.best(part), part, labels);
    }
    are_certain = are_certain && choice && choice->says_nothing_else;
    if (best.size() != 1) {
      answer.named.clear();
      break;
    }
    answer.named.push_back(best.front());
  }
  sort_out(answer.named);
  answer.is_certain = !answer.named.empty() && are_certain;
  if (!answer.named.empty()) return answer;
  if (const auto choice = resolve_choice(words, labels)) {
    answer.named = {choice->index};
    answer.is_certain = choice->says_nothing_else;
    return answer;
  }
  if (const auto place = resolve_place_before_more(words, labels)) {
    answer.named = {place->index};
    return answer;
  }
  if (!may_count) return answer;
  answer.possible = without_contradicted(counts.best(words), words, labels);
  if (answer.possible.size() == 1) std::swap(answer.named, answer.possible);
  return answer;
}

}  // namespace parley::intents
