// Made-up values: what stands for a private value of a type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"

namespace parley::engine {

// Different ones, as a user would write them, the plainest first; always the same. A declared type's own examples come
// before what its patterns allow. None for a type of which nothing is known.
std::vector<std::string> made_up_values(const Catalog& catalog, const std::string& type);

}  // namespace parley::engine
