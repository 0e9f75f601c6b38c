// Finds the values of a type in any text, from the user or from the bot, so that the caller can remove them.
#pragma once

#include <string_view>
#include <vector>

#include "parley/catalog.h"

namespace parley::intents {

// Returns the spans that read as `type` (declared or built in), from left to right, as offsets into the given text.
// Spans may overlap. Returns no spans for free text, which has no recognizable form. Reads the text as leniently as an
// answer. Finds every value, however many the text has, because a missed value is a leak.
std::vector<Span> find_entity_spans(const Catalog& catalog, std::string_view type, std::string_view text);

}  // namespace parley::intents
