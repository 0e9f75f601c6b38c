// What must be true of a file's bytes before the YAML parser may see them.
#pragma once

#include "config/diagnostics.h"
#include "config/source.h"

namespace parley::config {

// UTF-8, control characters, and tabs as indentation (E101, E102, E104). False when the parser must not see the text;
// the findings say why.
bool check_raw_text(const Source& source, Diagnostics& findings);

}  // namespace parley::config
