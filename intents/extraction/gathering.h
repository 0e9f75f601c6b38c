// Gathers the claims of a message: the pieces of text that may be values of the intent's params.
//
// Tested by tests/intents/extract_test.cc and extract_changes_test.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "intents/extraction/claims.h"
#include "intents/extraction/extraction_context.h"

namespace parley::intents::extraction {

struct Gathered {
  Claims claims;
  Guesses guesses;
  std::vector<Claim> impossible;     // claims with Found::why set
  std::vector<std::size_t> refused;  // slots whose value was shown for confirmation and negated: "not to Anna"
};

Gathered gather(const ExtractionContext& context);

}  // namespace parley::intents::extraction
