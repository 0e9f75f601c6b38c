// Finds which of the offered choices a message picks: "the second one", "the latter", "2", or the choice's own words.
// The caller compares the message with the values of the choices, because only the caller knows them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

struct ResolvedChoice {
  int index = 0;                  // zero-based
  bool says_nothing_else = true;  // only a position or words of the choice
};

// Returns nullopt when the message picks no choice or more than one.
std::optional<ResolvedChoice> resolve_choice(const Words& words, const std::vector<std::string>& labels);

// Returns the choice whose position begins a message that goes on: "the first one with my Mastercard".
std::optional<ResolvedChoice> resolve_place_before_more(const Words& words, const std::vector<std::string>& labels);

}  // namespace parley::intents
