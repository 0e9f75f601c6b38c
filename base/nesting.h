// How deep a Value is nested. A host can build any depth; what walks down into one recursively asks here first.
#pragma once

#include "parley/value.h"

namespace parley::base {

// The most levels of a value from outside: what a store keeps of it is parsed again, by Value::parse.
inline constexpr int kMostLevels = 56;

// Looks no deeper than `levels` itself.
bool is_nested_deeper(const Value& value, int levels = kMostLevels);

}  // namespace parley::base
