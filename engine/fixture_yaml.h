// Fixtures as YAML, in the format that read_fixtures reads.
#pragma once

#include <string>
#include <vector>

#include "engine/fixture.h"

namespace parley::engine {

// One conversation as it is, several under `conversations:`. What it says can be read back, and is the same then.
std::string to_yaml(const std::vector<Fixture>& fixtures);

}  // namespace parley::engine
