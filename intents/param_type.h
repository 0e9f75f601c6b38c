// Returns the type that a param is read as: its own type, or a narrower one that its id suggests. `first_name: {type:
// person_name}` is read as a first_name, because the bot's author does not expect "Jane Doe". `people: {type: number}`
// is read as a head_count, so that "2 adults and a child" counts as three.
#pragma once

#include <string_view>

#include "config/definition.h"

namespace parley::intents {

std::string_view type_read_for(const config::Param& param);

}  // namespace parley::intents
