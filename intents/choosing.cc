#include "intents/choosing.h"

#include <algorithm>
#include <array>

#include "intents/folded_text.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

using Sorted = std::vector<std::string_view>;

// Words of a choice that say nothing about which one it is.
constexpr std::array<std::string_view, 39> kIdle = {
    "a",      "am",     "an",    "and",  "at",     "be",   "choice", "choose", "for",   "go",   "i",   "id",   "ill",
    "in",     "is",     "it",    "its",  "ll",     "like", "me",     "mean",   "meant", "of",   "ok",  "on",   "one",
    "option", "please", "sorry", "take", "thanks", "that", "thats",  "the",    "to",    "want", "was", "with", "yes"};

Sorted telling_words(const Words& words) {
  Sorted telling;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (!std::binary_search(kIdle.begin(), kIdle.end(), word)) telling.push_back(word);
  }
  std::sort(telling.begin(), telling.end());
  telling.erase(std::unique(telling.begin(), telling.end()), telling.end());
  return telling;
}

bool includes(const Sorted& all, const Sorted& some) {
  return !some.empty() && std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// They are compiled once.
struct ByPlace {
  Pattern ordinal{
      "^(?:(?:i|id|ill|want|mean|meant|like|take|choose|prefer|would|will|please|ok|yes|lets|go|with|for|its|it|"
      "is|to|thats) )*(?:the )?(?:(?:option|number|choice|no|nr) )?"
      "(?:(?P<n1>first|1st|1|one|a|former)|(?P<n2>second|2nd|2|two|b)|(?P<n3>third|3rd|3|three|c)|"
      "(?P<n4>fourth|4th|4|four|d)|(?P<n5>fifth|5th|5|five|e)|(?P<last>last|latter))"
      "(?: (?:one|option|choice))?(?: (?:please|thanks|thank you))*$",
      Pattern::Case::kCounts};
  static constexpr std::array<const char*, 5> kGroups = {"n1", "n2", "n3", "n4", "n5"};
};

const ByPlace& by_place() {
  static const ByPlace patterns;
  return patterns;
}

std::optional<Chosen> chosen_by_place(const Words& words, const std::vector<std::string>& labels) {
  Pattern::Groups groups;
  const ByPlace& place = by_place();
  if (!place.ordinal.find(words.text(), 0, groups)) return std::nullopt;
  const std::size_t count = labels.size();
  if (place.ordinal.group(groups, "last").data()) return Chosen{static_cast<int>(count) - 1};
  for (std::size_t i = 0; i < ByPlace::kGroups.size() && i < count; ++i) {
    if (place.ordinal.group(groups, ByPlace::kGroups[i]).data()) return Chosen{static_cast<int>(i)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Chosen> chosen(const Words& words, const std::vector<std::string>& labels) {
  if (words.size() == 0) return std::nullopt;
  const Sorted said = telling_words(words);
  std::vector<int> same, contains, is_part;
  bool has_numbers = false;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const FoldedText folded(labels[i]);
    const Words label_words(folded.text());
    const Sorted label = telling_words(label_words);
    has_numbers = has_numbers || std::any_of(label.begin(), label.end(), is_number);
    const int index = static_cast<int>(i);
    if (!said.empty() && said == label) same.push_back(index);
    if (includes(said, label)) contains.push_back(index);
    if (includes(label, said)) is_part.push_back(index);
  }
  for (const std::vector<int>* picked : {&same, &is_part, &contains}) {
    if (picked->size() == 1) return Chosen{picked->front(), picked != &contains};
    if (!picked->empty()) return std::nullopt;
  }
  const bool is_bare_number = words.size() == 1 && is_number(words.text());
  return has_numbers && is_bare_number ? std::nullopt : chosen_by_place(words, labels);
}

}  // namespace parley::intents
