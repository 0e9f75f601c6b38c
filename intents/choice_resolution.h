// Choosing: which of the choices that were offered a message picks: "the second one", "the latter", "2", or a choice's
// own words. Its value is for the caller to compare, who knows what the choices are of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

struct ResolvedChoice {
  int index = 0;                  // from 0
  bool says_nothing_else = true;  // a place, or words of the choice alone
};

// Nothing when it picks none of them, or several.
std::optional<ResolvedChoice> resolve_choice(const Words& words, const std::vector<std::string>& labels);

}  // namespace parley::intents
