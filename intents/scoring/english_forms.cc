// Tested by tests/intents/english_forms_test.cc.
#include "intents/scoring/english_forms.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "intents/lexicon.h"

namespace parley::intents::scoring {
namespace {

using Parts = std::array<std::string_view, 2>;

// The words of a line: a form, then the words that it stands for.
std::array<std::string_view, 3> words_of_line(std::string_view line) {
  std::array<std::string_view, 3> words;
  for (std::string_view& word : words) {
    word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return words;
}

// Not "well", "were", "ill", "id" and "its", which are words of their own.
const std::unordered_map<std::string_view, Parts>& contractions() {
  static const std::unordered_map<std::string_view, Parts> kAll = [] {
    std::unordered_map<std::string_view, Parts> all;
    for (const std::string_view line : lexicon::kEn.forms.contractions) {
      const auto [word, first, second] = words_of_line(line);
      all.emplace(word, Parts{first, second});
    }
    return all;
  }();
  return kAll;
}

const std::unordered_map<std::string_view, std::string_view>& irregular_forms() {
  static const std::unordered_map<std::string_view, std::string_view> kAll = [] {
    std::unordered_map<std::string_view, std::string_view> all;
    for (const std::string_view line : lexicon::kEn.forms.irregular) {
      const auto [word, base, none] = words_of_line(line);
      all.emplace(word, base);
    }
    return all;
  }();
  return kAll;
}

}  // namespace

Parts expanded(std::string_view word) {
  const auto found = contractions().find(word);
  return found == contractions().end() ? Parts{word, {}} : found->second;
}

std::string_view base_form(std::string_view word) {
  const auto found = irregular_forms().find(word);
  return found == irregular_forms().end() ? word : found->second;
}

}  // namespace parley::intents::scoring
