// Expression is a sentence template as a tree. The syntax is that of hassil, from Home Assistant:
//
//   turn on          words, in any case; punctuation does not count
//   (a|b)            one of them              light(s|ing)   also inside a word
//   [a|b]            one of them or nothing
//   (a;b)            all of them, in any order
//   {slot}           a value of the param `slot`, of its type
//   {list:slot}      a value of the type `list`, for the param `slot`
//   <rule>           a named template
//   \(               the character itself
//
// Its text has the form of a message's words (words.h): lower case, no punctuation, one space between two words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

struct Expression {
  enum class Kind {
    kText,          // part of a word
    kSpace,         // between two words
    kSlot,          // {list:slot}
    kRule,          // <rule>
    kSequence,      // items in sequence; without items: nothing
    kAlternatives,  // one of items
    kPermutation,   // items, in any order
  };
  Kind kind = Kind::kSequence;
  std::string text;  // kText: the text; kSlot: the param; kRule: the name
  std::string list;  // kSlot: the type; empty if the param determines it
  std::vector<Expression> items;
  std::size_t at = 0;  // byte offset in the template
};

// Reports E408 for a syntax error and E409 for more than 32 nested brackets.
std::optional<Expression> parse_expression(const config::Text& text, config::Diagnostics& findings);

// Returns every sentence that an expression without slots and rules describes, each once and as plain words. Returns
// nullopt if there are more than `most`.
std::optional<std::vector<std::string>> all_sentences(const Expression& expression, std::size_t most);

}  // namespace parley::intents
