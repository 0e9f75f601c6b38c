// Tested by tests/intents/spelling_test.cc.
#include "intents/spelling.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "intents/lexicon.h"

namespace parley::intents {
namespace {

struct Misspelt {
  Misspelt() {
    for (const std::string_view line : lexicon::kEn.spelling.misspelt) {
      const std::size_t space = line.find(' ');
      words.emplace_back(line.substr(0, space), line.substr(space + 1));
      keys.set(misspelt_key(line.data(), space));
    }
    std::sort(words.begin(), words.end());
  }
  std::vector<std::pair<std::string_view, std::string_view>> words;
  std::bitset<kMisspeltKeys> keys;
};

const Misspelt& misspelt() {
  static const Misspelt all;
  return all;
}

}  // namespace

const std::bitset<kMisspeltKeys>& misspelt_keys() { return misspelt().keys; }

std::string_view word_meant_by(std::string_view plain) {
  const Misspelt& all = misspelt();
  const auto found = std::lower_bound(all.words.begin(), all.words.end(), std::pair(plain, std::string_view()));
  return found != all.words.end() && found->first == plain ? found->second : std::string_view();
}

}  // namespace parley::intents
