// Examples: sentences that an intent names word for word. One matches when the whole message is the same but for
// case, punctuation and spaces.
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
  // `bot` must outlive this.
  explicit Examples(const config::BotDefinition& bot);

  // Appends every example whose words these are. It counts as matching all of the message, a folded one.
  void match(const Words& words, std::string_view message, std::vector<Evidence>& out) const;

 private:
  std::unordered_map<std::string, std::vector<Evidence>> by_words_;
  std::size_t longest_ = 0;  // of by_words_, in bytes
};

}  // namespace parley::intents
