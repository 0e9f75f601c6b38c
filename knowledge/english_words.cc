#include "knowledge/english_words.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "knowledge/lexicon.h"

namespace parley::knowledge {
namespace {

std::unordered_set<std::string_view> set_of(std::string_view words) {
  std::unordered_set<std::string_view> set;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    set.insert(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return set;
}

// A word of several groups has the words of all of them.
std::unordered_map<std::string_view, std::string> groups_by_word() {
  std::unordered_map<std::string_view, std::string> by_word;
  for (const std::string_view group : lexicon::kEn.words.synonyms) {
    for (const std::string_view word : set_of(group)) {
      std::string& words = by_word[word];
      words.append(words.empty() ? "" : " ").append(group);
    }
  }
  return by_word;
}

}  // namespace

bool is_stop_word(std::string_view word) { return lexicon::kEn.words.stop.has(word); }

bool is_common_word(std::string_view word) { return lexicon::kEn.words.common.has(word); }

std::string_view synonyms_of(std::string_view word) {
  static const std::unordered_map<std::string_view, std::string> groups = groups_by_word();
  const auto found = groups.find(word);
  return found == groups.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace parley::knowledge
