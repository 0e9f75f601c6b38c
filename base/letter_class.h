// What kind of character a code point is: its general category (Unicode 16), by the classes that tokenizers split at.
#pragma once

namespace parley::base {

enum class LetterClass : unsigned char {
  kUpper,   // Lu, Lt
  kLower,   // Ll
  kLetter,  // Lm, Lo: letters without case
  kMark,    // Mn, Mc, Me
  kNumber,  // Nd, Nl, No
  kBlank,   // White_Space, line ends included
  kOther,
};
LetterClass letter_class(char32_t code_point);

}  // namespace parley::base
