// Checks the bytes of a file before the YAML parser sees them.
#pragma once

#include "config/diagnostics.h"
#include "config/source.h"

namespace parley::config {

// Checks UTF-8, control characters and tabs as indentation (E101, E102, E104). Returns false, with diagnostics, when
// the parser must not see the text.
bool check_raw_text(const Source& source, Diagnostics& findings);

// Like check_raw_text(), but allows tabs everywhere. For files that are not YAML.
bool check_characters(const Source& source, Diagnostics& findings);

}  // namespace parley::config
