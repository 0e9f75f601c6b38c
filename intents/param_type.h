// What a param is read as: its type, or a narrower one when its id says so. `first_name: {type: person_name}` is read
// as a first_name: nobody who writes that wants "Jane Doe" for it. `people: {type: number}` is read as a
// head_count, so that "2 adults and a child" are three.
#pragma once

#include <string_view>

#include "config/definition.h"

namespace parley::intents {

std::string_view type_read_for(const config::Param& param);

}  // namespace parley::intents
