// Prints what a bot's examples are worth, and what to do about it.
#pragma once

#include "parley/catalog.h"
#include "parley/value.h"

namespace parley::cli {

// `all`: every intent, also those that need nothing.
void print_quality(const Learned& learned, const ExampleQuality& quality, bool all);
Value to_value(const ExampleQuality& quality);

}  // namespace parley::cli
