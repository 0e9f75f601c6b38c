// Tested by tests/intents/ambiguity_test.cc.
#include "intents/choice_resolution.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "intents/folded_text.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

using Sorted = std::vector<std::string_view>;

// Returns the words of a text that are not idle, and those that are in `also`. Both lists are sorted.
Sorted significant_words(const Words& words, const Sorted& also) {
  Sorted significant;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    const bool is_idle = lexicon::kEn.options.idle.has(word);
    if (!is_idle || std::binary_search(also.begin(), also.end(), word)) significant.push_back(word);
  }
  std::sort(significant.begin(), significant.end());
  significant.erase(std::unique(significant.begin(), significant.end()), significant.end());
  return significant;
}

bool includes(const Sorted& all, const Sorted& some) {
  return !some.empty() && std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Labels holds the words of the choices' labels. Idle words count when no other word distinguishes two labels: "from:
// Lyon" and "to: Lyon".
class Labels {
 public:
  explicit Labels(const std::vector<std::string>& labels) {
    words_.reserve(labels.size());  // other members hold views into words_
    for (const std::string& label : labels) words_.emplace_back(FoldedText(label).text());
    read();
    if (!are_distinct()) {
      find_distinctive();
      read();
    }
  }

  const std::vector<Sorted>& all() const { return significant_; }
  const Sorted& distinctive() const { return distinctive_; }

 private:
  void read() {
    significant_.clear();
    for (const Words& words : words_) significant_.push_back(significant_words(words, distinctive_));
  }

  bool are_distinct() const {
    for (std::size_t i = 0; i < significant_.size(); ++i) {
      for (std::size_t j = 0; j < significant_.size(); ++j) {
        if (i != j && (significant_[i].empty() || includes(significant_[j], significant_[i]))) return false;
      }
    }
    return true;
  }

  // Finds the words that occur in some labels but not in all.
  void find_distinctive() {
    std::map<std::string_view, std::set<std::size_t>> labels_with;
    for (std::size_t label = 0; label < words_.size(); ++label) {
      for (std::size_t i = 0; i < words_[label].size(); ++i) labels_with[words_[label].text(i, 1)].insert(label);
    }
    for (const auto& [word, labels] : labels_with) {
      if (labels.size() < words_.size()) distinctive_.push_back(word);
    }
  }

  std::vector<Words> words_;
  std::vector<Sorted> significant_;
  Sorted distinctive_;
};

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Returns a named group.
std::string position(const char* name, std::string_view words) { return concat({"(?P<", name, ">", words, ")"}); }

// Matches an answer that names a choice by its position ("the second one").
std::string any_position() {
  const lexicon::Options& words = lexicon::kEn.options;
  return concat({"^",      any_before(words.before_position),
                 "(?:",    words.article,
                 " )?(?:", words.number,
                 " )?(?:", position("n1", words.first),
                 "|",      position("n2", words.second),
                 "|",      position("n3", words.third),
                 "|",      position("n4", words.fourth),
                 "|",      position("n5", words.fifth),
                 "|",      position("last", words.last),
                 ")(?: ",  words.option,
                 ")?",     any_after(words.after_position),
                 "$"});
}

std::string position_and_more() {
  const lexicon::Options& words = lexicon::kEn.options;
  return concat({"^(?P<place>.*?\\b", words.position_before_more, "(?: ", words.please, ")?) ",
                 words.more_after_position, "\\b"});
}

struct ByPlace {
  Pattern ordinal{any_position(), Pattern::Case::kCounts};
  static constexpr std::array<const char*, 5> kGroups = {"n1", "n2", "n3", "n4", "n5"};
};

const ByPlace& by_place() {
  static const ByPlace patterns;
  return patterns;
}

std::optional<ResolvedChoice> chosen_by_place(const Words& words, const std::vector<std::string>& labels) {
  Pattern::Groups groups;
  const ByPlace& place = by_place();
  if (!place.ordinal.find(words.text(), 0, groups)) return std::nullopt;
  const std::size_t count = labels.size();
  if (place.ordinal.group(groups, "last").data()) return ResolvedChoice{static_cast<int>(count) - 1};
  for (std::size_t i = 0; i < ByPlace::kGroups.size() && i < count; ++i) {
    if (place.ordinal.group(groups, ByPlace::kGroups[i]).data()) return ResolvedChoice{static_cast<int>(i)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ResolvedChoice> resolve_choice(const Words& words, const std::vector<std::string>& labels) {
  if (words.size() == 0) return std::nullopt;
  const Labels offered(labels);
  const Sorted answer_words = significant_words(words, offered.distinctive());
  std::vector<int> same, contains, is_part;
  bool has_numbers = false;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Sorted& label = offered.all()[i];
    has_numbers = has_numbers || std::any_of(label.begin(), label.end(), is_number);
    const int index = static_cast<int>(i);
    if (!answer_words.empty() && answer_words == label) same.push_back(index);
    if (includes(answer_words, label)) contains.push_back(index);
    if (includes(label, answer_words)) is_part.push_back(index);
  }
  for (const std::vector<int>* picked : {&same, &is_part, &contains}) {
    if (picked->size() == 1) return ResolvedChoice{picked->front(), picked != &contains};
    if (!picked->empty()) return std::nullopt;
  }
  const bool is_bare_number = words.size() == 1 && is_number(words.text());
  return has_numbers && is_bare_number ? std::nullopt : chosen_by_place(words, labels);
}

std::optional<ResolvedChoice> resolve_place_before_more(const Words& words, const std::vector<std::string>& labels) {
  static const Pattern place_and_more(position_and_more(), Pattern::Case::kCounts);
  Pattern::Groups groups;
  if (!place_and_more.find(words.text(), 0, groups)) return std::nullopt;
  auto choice = chosen_by_place(Words(place_and_more.group(groups, "place")), labels);
  if (choice) choice->says_nothing_else = false;
  return choice;
}

}  // namespace parley::intents
