// Settles which param takes which claim. extract.h states the rules. Each step takes claims from the text that is still
// free.
//
// Tested by tests/intents/extract_test.cc and correction_test.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "intents/extraction/claims.h"
#include "intents/extraction/extraction_context.h"

namespace parley::intents::extraction {

struct Settled {
  TakenClaims taken;                                         // points into the claims, and to `late`
  base::Recycled<std::vector<char>> is_settled;              // per slot
  std::vector<std::pair<std::size_t, std::size_t>> unclear;  // spans of ambiguous values
  std::vector<std::size_t> noted;  // slots for which a note already says that no value was taken
  std::unique_ptr<Claim> late;     // the last claim, which only settlement finds
  bool is_free_text_answer = false;
  // Parts of the Extraction.
  std::vector<std::vector<ParamValue>> ambiguous;
  std::vector<ParamValue> others;
  bool has_several_values = false;
};

// `claims` must outlive the result. `replaced` is Guesses::replaced.
Settled settle(const ExtractionContext& context, const std::vector<Claim>& claims, std::size_t replaced);

}  // namespace parley::intents::extraction
