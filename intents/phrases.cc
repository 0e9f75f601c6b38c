// Tested by tests/intents/declared_entities_test.cc.
#include "intents/phrases.h"

namespace parley::intents {

bool Phrases::add(std::string_view phrase, int meaning) {
  std::string spaced(phrase);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  const Words words(spaced);
  if (words.size() == 0) return false;
  std::vector<int>& meanings = meanings_[std::string(words.text())];
  if (std::find(meanings.begin(), meanings.end(), meaning) == meanings.end()) meanings.push_back(meaning);
  std::size_t& longest = longest_[std::string(words.text(0, 1))];
  longest = std::max(longest, words.size());
  longest_of_all_ = std::max(longest_of_all_, longest);
  return true;
}

const std::vector<int>* Phrases::find(std::string_view plain) const {
  const auto found = meanings_.find(plain);
  return found == meanings_.end() ? nullptr : &found->second;
}

}  // namespace parley::intents
