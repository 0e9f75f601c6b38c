// Reads the files of a lexicon: the words of one subject in one language, such as intents/lexicon/en/acts.lex.
// docs/lexicon.md describes the format.
//
// Tested by tests/base/lexicon_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley::lexicon {

struct Problem {
  std::string path;
  int line = 0;  // 0: the whole file
  std::string message;
};
using Problems = std::vector<Problem>;

// text_of() a problem is "FILE:LINE: error: MESSAGE", as compilers write it.
std::string text_of(const Problem& problem);

struct Entry {
  std::string text;
  int line = 0;
};

struct Section {
  enum class Kind {
    kPhrases,  // alternatives, which become one regex
    kWords,    // words and phrases without operators
    kGroups    // one group of words on each line
  };
  std::string name;     // "before yes"
  std::string comment;  // the lines above its heading; may be empty
  Kind kind = Kind::kPhrases;
  int line = 0;
  std::vector<Entry> entries;
};

struct File {
  std::string path;
  std::string language;  // the name of its folder: "en"
  std::string subject;   // its own name: "acts"
  std::vector<Section> sections;

  const Section* find(std::string_view name) const;
};

// Returns what could be read. Adds a problem for each error.
File read_file(std::string path, std::string_view text, Problems& problems);

}  // namespace parley::lexicon
