// Translates the phrases of a lexicon to regexes of RE2.
//
//   [please] stop (it|that)   ->   (?:please )?stop (?:it|that)
//
// A word that may be absent takes one space along.
//
// Tested by tests/base/lexicon_test.cc.
#pragma once

#include <string>
#include <vector>

#include "cmake/lexicon/lexicon_file.h"

namespace parley::lexicon {

// Returns the regex of a section: "(?:yes+|yep)". `files` are the files of the language; a reference such as <yes> or
// <acts.yes> names a section of the same or another file. Adds a problem for each error, such as an unknown reference.
std::string regex_of(const std::vector<File>& files, const File& file, const Section& section, Problems& problems);

}  // namespace parley::lexicon
