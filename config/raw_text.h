// What must be true of a file's bytes before the YAML parser may see them.
#pragma once

#include <string_view>

#include "config/document.h"
#include "config/places.h"

namespace parley::config {

// Size, UTF-8, control characters, the length of lines, and tabs as indentation (E101, E102, E104, E109).
// False when the parser must not see the text; the findings say why.
bool check_raw_text(std::string_view bytes, const Places& places, const DocumentLimits& limits, Findings& findings);

}  // namespace parley::config
