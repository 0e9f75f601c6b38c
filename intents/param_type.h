// What a param is read as: its type, or a narrower one when its id says so. `first_name: {type: person_name}` is read
// as a first_name: nobody who writes that wants "Jane Doe" for it.
#pragma once

#include <string_view>

#include "config/definition.h"

namespace parley::intents {

std::string_view type_read_for(const config::Param& param);

}  // namespace parley::intents
