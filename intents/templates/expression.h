// Expression: a sentence template as a tree. The syntax is hassil's, of Home Assistant:
//
//   turn on          words, in any case; punctuation does not count
//   (a|b)            one of them              light(s|ing)   inside a word too
//   [a|b]            one of them or nothing
//   (a;b)            all of them, in any order
//   {slot}           a value of the param `slot`, of its type
//   {list:slot}      a value of the type `list`, for the param `slot`
//   <rule>           a template that has a name
//   \(               the character itself
//
// The text in it is as a message's words are (words.h): lower case, without punctuation, one space between two words.
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
    kText,          // a piece of a word
    kSpace,         // between two words
    kSlot,          // {list:slot}
    kRule,          // <rule>
    kSequence,      // items, one after the other; of none: nothing
    kAlternatives,  // one of items
    kPermutation,   // items, in any order
  };
  Kind kind = Kind::kSequence;
  std::string text;  // kText: the text. kSlot: the param. kRule: the name
  std::string list;  // kSlot: the type; empty when the template leaves it to the param
  std::vector<Expression> items;
  std::size_t at = 0;  // where in the template it begins, in bytes
};

// E408 where it is not one; E409 for more than 32 brackets within each other.
std::optional<Expression> parse_expression(const config::Text& text, config::Diagnostics& findings);

// Every sentence that an expression without slots and rules stands for, as they were typed but for brackets, each once.
// None when there are more than `most`.
std::optional<std::vector<std::string>> all_sentences(const Expression& expression, std::size_t most);

}  // namespace parley::intents
