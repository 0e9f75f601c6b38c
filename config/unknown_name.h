// Reports names that do not resolve, with the name that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/diagnostics.h"

namespace parley::config {

using Names = std::vector<std::string>;

bool contains(const Names& names, std::string_view name);

// Suggests the nearest of `known`. If no name is near, lists the known names when they are few. Otherwise tells the
// section in which to declare the name.
std::string hint_for(std::string_view name, const Names& known, const char* section);

// Reports "unknown param 'oder'; did you mean 'order'?" at the name.
void report_unknown(const char* code, const char* what, const Text& name, const Names& known, const char* section,
                    Diagnostics& findings);

}  // namespace parley::config
