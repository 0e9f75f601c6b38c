// Compares claims that may exclude each other.
//
// Tested by tests/intents/extract_test.cc.
#pragma once

#include <vector>

#include "intents/extraction/claims.h"
#include "intents/extraction/extraction_context.h"

namespace parley::intents::extraction {

using ClaimList = std::vector<const Claim*>;

// Returns the first claim and the claims that the message lists as alternatives to it. Returns an empty list if their
// values are equal.
ClaimList alternatives(const ExtractionContext& context, const ClaimList& claims);

// Whether the user means each of these values: "O-12345, O-23456 and O-34567". Values that may be taken back, or that
// "or" joins, are alternatives.
bool is_enumeration(const ExtractionContext& context, const ClaimList& claims);

// Returns true if `other` wins over `claim` the text that both contain (extract.h, rule 5).
bool yields(const ExtractionContext& context, const Claim& claim, const Claim& other);

// Returns true if other claims may compete with the claim. A strict reading has a competitor only if the same words
// also have a lenient reading.
bool is_contestable(const std::vector<Claim>& claims, const Claim& claim);

}  // namespace parley::intents::extraction
