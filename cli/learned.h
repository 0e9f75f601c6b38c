// Describes what a bot learned from its examples, for people and programs.
#pragma once

#include <cstddef>
#include <string>

#include "parley/catalog.h"
#include "parley/value.h"

namespace parley::cli {

// Returns "1 intent", "2 intents".
std::string counted(std::size_t count, const char* thing);

// Returns "; learned from 240 examples of 12 intents" or "; examples count word for word only: ...". Empty for a bot
// without examples.
std::string describe(const Learned& learned);

// Returns {"examples", "intents", "threshold", "chosen", "right", "refused"}, or {"why_not"}.
Value to_value(const Learned& learned);

}  // namespace parley::cli
