// Where values of a type stand in any text, a user's or a bot's: for taking them out of it.
#pragma once

#include <string_view>
#include <vector>

#include "parley/catalog.h"

namespace parley::intents {

// Places of what reads as `type` (declared or built in), from left to right, on the text as given. A free text is
// nowhere: it has no shape to be known by. Read as leniently as an answer would be, and however many there are, since a
// miss gives a value away. Two may overlap.
std::vector<Span> find_entity_spans(const Catalog& catalog, std::string_view type, std::string_view text);

}  // namespace parley::intents
