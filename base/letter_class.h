// LetterClass groups the general categories of Unicode 16 into the classes at which tokenizers split.
#pragma once

namespace parley::base {

enum class LetterClass : unsigned char {
  kUpper,   // Lu, Lt
  kLower,   // Ll
  kLetter,  // Lm, Lo: letters without case
  kMark,    // Mn, Mc, Me
  kNumber,  // Nd, Nl, No
  kBlank,   // White_Space, including line ends
  kOther,
};
LetterClass letter_class(char32_t code_point);

}  // namespace parley::base
