// Prints how a bot understood a message. The input is the JSON form of an explanation, as a Turn carries it.
#pragma once

#include "parley/value.h"

namespace parley::cli {

void print_explanation(const Value& explanation);

}  // namespace parley::cli
