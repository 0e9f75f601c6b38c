// How a name that leads nowhere is reported: with the one that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/diagnostics.h"

namespace parley::config {

using Names = std::vector<std::string>;

bool contains(const Names& names, std::string_view name);

// The nearest of `known`; failing that, all of a few; of none: where to declare one.
std::string hint_for(std::string_view name, const Names& known, const char* section);

// "unknown param 'oder'; did you mean 'order'?" at the name.
void report_unknown(const char* code, const char* what, const Text& name, const Names& known, const char* section,
                    Diagnostics& findings);

}  // namespace parley::config
