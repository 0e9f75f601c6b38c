// Rules matches all regexes of all intents against one message.
#pragma once

#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/pattern_set.h"

namespace parley::intents {

class Rules {
 public:
  // `bot` and `prefilter` must outlive this object. Reports E401, E403 and E404, and E407 when the regexes without a
  // literal together exceed `max_memory`.
  Rules(const config::BotDefinition& bot, Prefilter& prefilter, config::Diagnostics& findings,
        std::int64_t max_memory = kSetMemory);

  // Appends every rule that matches. If only one rule could match and the message needs no places, its span stays
  // empty.
  void match(const Message& message, std::vector<Evidence>& out) const;

  // Compiles every regex now instead of at its first match.
  void compile() const {
    for (int i = 0; i < patterns_.size(); ++i) patterns_[i].compile();
  }

  // Returns false if no rule matches any part of the message.
  bool may_match_part(const Message& message) const { return patterns_.may_match_part(message.passed); }

 private:
  static bool find_unrefused(const Pattern& pattern, const Message& message, Evidence& evidence);

  PatternSet patterns_;
  std::vector<Evidence> evidence_;  // per pattern, without the matched span
};

}  // namespace parley::intents
