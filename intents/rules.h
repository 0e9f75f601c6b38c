// Rules matches all regexes of all intents against one message.
#pragma once

#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/evidence.h"
#include "intents/pattern_set.h"

namespace parley::intents {

class Rules {
 public:
  // `bot` must outlive this object. Reports E401, E403 and E404, and E407 when the regexes without a literal together
  // exceed `max_memory`.
  Rules(const config::BotDefinition& bot, config::Diagnostics& findings, std::int64_t max_memory = kSetMemory);

  // Appends every rule that matches. `text` must be a folded message.
  void match(std::string_view text, std::vector<Evidence>& out) const;

  // Compiles every regex now instead of at its first match.
  void compile() const {
    for (int i = 0; i < patterns_.size(); ++i) patterns_[i].compile();
  }

  // Returns false if no rule matches any part of the text.
  bool may_match_part(std::string_view text) const { return patterns_.may_match_part(text); }

 private:
  PatternSet patterns_;
  std::vector<Evidence> evidence_;  // per pattern, without the matched span
};

}  // namespace parley::intents
