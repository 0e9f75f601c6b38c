// Names of people as they are said: in an answer ("Jane Doe", "Doe, Jane", "it's for Jane") and where a message says
// that a name follows or was just said ("my name is Jane Doe", "under the name of Doe", "Jane Doe here").
//
// There is no list of names. A name is one to four words of letters that no answer in other words has. Where little
// says that it is one ("this is Jane", "a table for Jane Doe") it takes capitals, in a message that is not all
// capitals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "intents/pattern.h"

namespace parley::intents {

struct NamePart {
  std::size_t begin = 0;
  std::size_t end = 0;  // equal to begin: that part was not said
  bool is_said() const { return end > begin; }
};

struct SaidName {
  NamePart first;  // with the middle names
  NamePart last;   // with "van der" and the like
  NamePart whole;
  std::string text;       // first name first, without a title
  bool is_clear = false;  // which part it is was said: "my surname is Doe", "Mr Doe"; two words are always clear
};

class Names {
 public:
  Names();

  // `asked`: the text answers a question for a name, or for a part of one.
  std::vector<SaidName> find(std::string_view text, bool asked) const;

 private:
  bool find_answer(std::string_view text, std::vector<SaidName>& out) const;
  void find_introduced(std::string_view text, std::vector<SaidName>& out) const;

  Pattern answer_;
  Pattern last_first_;
  Pattern introduced_;
  Pattern behind_;
};

}  // namespace parley::intents
