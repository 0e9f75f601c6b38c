// ValueList is a type declared by its values and their synonyms. It matches them as whole words; the longest match
// wins, and a value's name is one of its synonyms.
//
// If an answer contains none of them, one word may be misspelled (misspellings.h). The bot's vocabulary must not
// contain that word, and the corrected phrase must belong to only one value.
#pragma once

#include <memory>
#include <string_view>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/entities/recogniser.h"
#include "intents/vocabulary.h"

namespace parley::intents {

// `entity` and `vocabulary` must outlive the result. Returns null when something in the entity cannot be used. Reports
// E401, E403, E404 and E407.
std::unique_ptr<const Recogniser> make_value_list(const config::Entity& entity, const Vocabulary& vocabulary,
                                                  config::Diagnostics& findings);

// Returns true for a text without regex syntax. Such texts are looked up in a dictionary, so a long list costs almost
// nothing.
bool is_plain_phrase(std::string_view text);

}  // namespace parley::intents
