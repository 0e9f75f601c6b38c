// Drops claims that the message contradicts: negated and retracted ones ("not tomorrow", "Friday, no wait, Saturday"),
// guesses that firm values contradict, and a free text that consists of changes ("leave out the lilies").
//
// Tested by tests/intents/correction_test.cc, extract_test.cc and extract_changes_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "intents/extraction/claims.h"
#include "intents/extraction/extraction_context.h"

namespace parley::intents::extraction {

// Drops negated values while the intent is open: "not tomorrow" is not a value. Replaces them with blanks in
// `remaining_text`. Returns true if nothing in `found` remains.
bool drop_negated_values(const ExtractionContext& context, const Slot& slot, std::vector<Found>& found,
                         std::string& remaining_text);

// Returns how the message corrects, if the bot asks for a free text and gets only values, names of their params, and
// words of change. Returns nullopt otherwise.
std::optional<Correcting> changes_instead_of_text(const ExtractionContext& context, const std::vector<Claim>& claims);

// The following functions return the claims that remain.
Claims without_texts(const ExtractionContext& context, Claims claims);
Claims without_contradicted_guesses(const ExtractionContext& context, Claims claims, const Guesses& guesses);
Claims without_negated(const ExtractionContext& context, Claims claims);

}  // namespace parley::intents::extraction
