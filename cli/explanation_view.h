// What a bot made of a message, for people. Reads the JSON form of an explanation, which is what a Turn carries too.
#pragma once

#include "parley/value.h"

namespace parley::cli {

void print_explanation(const Value& explanation);

}  // namespace parley::cli
