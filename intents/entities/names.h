// Names finds names of people in an answer ("Jane Doe", "Doe, Jane", "it's for Jane"). It also finds them where the
// message introduces a name ("my name is Jane Doe", "under the name of Doe", "Jane Doe here").
//
// It does not use a list of names. A name is one to four words of letters that do not occur in other answers. In a weak
// context ("this is Jane", "a table for Jane Doe"), a name needs capitals, and the message must not be all capitals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "intents/pattern.h"

namespace parley::intents {

struct NamePart {
  std::size_t begin = 0;
  std::size_t end = 0;  // equal to begin if the text does not contain this part
  bool is_said() const { return end > begin; }
};

struct SaidName {
  NamePart first;  // including middle names
  NamePart last;   // including "van der" and similar words
  NamePart whole;
  std::string text;  // first name first, without a title
  // The message shows which part of the name it is: "my surname is Doe", "Mr Doe". Always true for two words.
  bool is_clear = false;
};

class Names {
 public:
  Names();

  // `asked`: the text answers a question for a name or for a part of one.
  std::vector<SaidName> find(std::string_view text, bool asked) const;

 private:
  bool find_answer(std::string_view text, std::vector<SaidName>& out) const;
  void find_introduced(std::string_view text, std::vector<SaidName>& out) const;

  Pattern answer_;
  Pattern last_first_;
  Pattern introduced_;
  Pattern after_;
};

}  // namespace parley::intents
