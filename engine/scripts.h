// Scripts: finds conversation files and reads all that they hold.
#pragma once

#include <string>
#include <vector>

#include "engine/fixture.h"
#include "parley/result.h"

namespace parley::engine {

struct Script {
  std::string file;
  Fixture fixture;
};

// Files, and folders searched for *.yaml in name order. kInvalidFixture with the findings of all files.
Result<std::vector<Script>> read_scripts(const std::vector<std::string>& paths);

}  // namespace parley::engine
