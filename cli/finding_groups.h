// Counts the findings of a translation, which would otherwise fill the screen.
#pragma once

#include <vector>

#include "parley/result.h"

namespace parley::cli {

// Replaces four or more findings about the same lack of one language file by one finding, with their number and the
// first three. `hidden` becomes the number of findings that are not shown.
std::vector<Diagnostic> grouped(const std::vector<Diagnostic>& findings, std::size_t& hidden);

}  // namespace parley::cli
