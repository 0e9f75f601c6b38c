// Examples matches sentences that an intent lists verbatim. An example matches when the whole message is equal to it
// apart from case, punctuation and spaces.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/definition.h"
#include "intents/evidence.h"
#include "intents/words.h"

namespace parley::intents {

class Examples {
 public:
  // `bot` must outlive this object.
  explicit Examples(const config::BotDefinition& bot);

  // Appends every example with these words. The evidence covers the whole folded message.
  void match(const Words& words, std::string_view message, std::vector<Evidence>& out) const;

 private:
  std::unordered_map<std::string, std::vector<Evidence>> by_words_;
  std::size_t longest_ = 0;  // longest key of by_words_, in bytes
};

}  // namespace parley::intents
