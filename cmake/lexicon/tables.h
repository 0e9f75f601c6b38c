// Writes the lexicon of a room as C++: a struct with a member for each section, and a constant for each language.
//
// Tested by tests/base/lexicon_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cmake/lexicon/lexicon_file.h"

namespace parley::lexicon {

struct Tables {
  std::string header;  // declares ROOM::lexicon::Lexicon, and kEn, kDe and so on
  std::string source;  // defines the constants
};

// English defines the sections. A file of another language must have the same sections, of the same kinds, in any
// order. Adds a problem for each error; the tables are then incomplete.
Tables tables_of(std::string_view room, const std::vector<File>& files, Problems& problems);

}  // namespace parley::lexicon
