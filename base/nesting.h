// Limits the nesting depth of a Value. Callers can build any depth, so recursive code checks it first.
#pragma once

#include "parley/value.h"

namespace parley::base {

// The maximum depth of a value from outside. Lower than the 64 levels of Value::parse, which must be able to parse the
// stored form again.
inline constexpr int kMostLevels = 56;

// Whether `value` has more than `levels` levels of arrays and objects. Recurses at most `levels` deep.
bool is_nested_deeper(const Value& value, int levels = kMostLevels);

}  // namespace parley::base
