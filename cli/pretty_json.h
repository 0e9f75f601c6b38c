// Formats a JSON value for people: one member per line, indented, without quotes and braces.
#pragma once

#include <string>

#include "parley/value.h"

namespace parley::cli {

// Each line begins with `indent` blanks and ends with a newline. Control characters are escaped.
std::string pretty_json(const Value& value, int indent = 0);

}  // namespace parley::cli
