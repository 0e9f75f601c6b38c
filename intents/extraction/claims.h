// A claim is a piece of text that may be a param's value. Extraction gathers claims, and settles which of them are
// taken.
//
// Tested by tests/intents/extract_test.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "base/recycled.h"
#include "intents/entities/recogniser.h"

namespace parley::intents::extraction {

// By is the reason why the text may be the param's value.
enum class By {
  kName,        // the message names the param together with the value
  kCorrection,  // corrects the param that was filled last
  kHint,        // a mapping pattern matched
  kType,
  kLeniency,  // read as if the param had been asked for
  kShared     // one of several params of its type
};

struct Claim {
  std::size_t slot = 0;
  Found found;
  By by = By::kType;
};

using Claims = base::Recycled<std::vector<Claim>>;
using TakenClaims = base::Recycled<std::vector<const Claim*>>;

// Guesses says which claims rest on a lenient reading.
struct Guesses {
  bool any = false;
  bool of_correction = false;  // the correction of the last filled slot is a guess
  std::size_t replaced = 0;    // the slot that "not 4 people, 5" corrects; the number of slots if unset
};

inline bool overlap(const Found& a, const Found& b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace parley::intents::extraction
