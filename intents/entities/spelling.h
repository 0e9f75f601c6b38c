// Reads text that is spelled aloud as letters and digits: "whiskey two oh, a b" is "W20AB", "t for tommy" is "T",
// "double seven" is "77", "twenty three" is "23". A run is a sequence of such words; any other word ends it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::intents {

// Spelt is one word of a run.
struct Spelt {
  std::string characters;  // A to Z and 0 to 9
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<std::vector<Spelt>> spelt_out(std::string_view text);

}  // namespace parley::intents
