// Rules: all regexes of all intents against one message. Those that hit are run once more, for what they matched.
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
  // `bot` must outlive this. Findings: E401, E403, E404, E407 when those without a literal together exceed
  // `max_memory`.
  Rules(const config::BotDefinition& bot, config::Diagnostics& findings, std::int64_t max_memory = kSetMemory);

  // Appends every rule that matches. `text` is a folded message.
  void match(std::string_view text, std::vector<Evidence>& out) const;

 private:
  PatternSet patterns_;
  std::vector<Evidence> evidence_;  // per pattern, but for what it matched
};

}  // namespace parley::intents
