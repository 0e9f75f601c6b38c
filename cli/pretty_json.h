// A JSON value as a person reads it: one member a line, indented, without quotes and braces.
#pragma once

#include <string>

#include "parley/value.h"

namespace parley::cli {

// Every line begins with `indent` spaces and ends with a newline. Harmless to print.
std::string pretty_json(const Value& value, int indent = 0);

}  // namespace parley::cli
