// Makes an Extraction of the claims that were taken: the values, the refused ones, cleared lists, and the params that
// the user wants to change.
//
// Tested by tests/intents/extract_test.cc.
#pragma once

#include <vector>

#include "intents/extraction/extraction_context.h"
#include "intents/extraction/gathering.h"
#include "intents/extraction/settlement.h"

namespace parley::intents::extraction {

// Takes the claims from `claims`, and what else was found from `gathered`.
Extraction to_extraction(const ExtractionContext& context, const std::vector<Claim>& claims, const Gathered& gathered,
                         Settled settled);

}  // namespace parley::intents::extraction
