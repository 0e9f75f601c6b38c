// ValueList: a type declared by its values, each with other words for it. They are matched as whole words, the
// longest wins, and a value's own name is one of its words.
//
// In an answer without any of them one word may be misspelt (misspellings.h), if it is none that the bot knows, and it
// can be no other value's as well.
#pragma once

#include <memory>
#include <string_view>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/entities/recogniser.h"
#include "intents/vocabulary.h"

namespace parley::intents {

// `entity` and `vocabulary` must outlive it. Null when something in it cannot be used. Findings: E401, E403, E404,
// E407.
std::unique_ptr<const Recogniser> make_value_list(const config::Entity& entity, const Vocabulary& vocabulary,
                                                  config::Diagnostics& findings);

// Words and nothing that means something in a regex: looked up, so that a long list costs nothing to speak of.
bool is_plain_phrase(std::string_view text);

}  // namespace parley::intents
