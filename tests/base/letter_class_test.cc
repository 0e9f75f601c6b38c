#include "base/letter_class.h"

#include <catch2/catch.hpp>

using parley::base::letter_class;
using parley::base::LetterClass;

TEST_CASE("a character has the class of its general category") {
  struct Case {
    char32_t c;
    LetterClass is;
  };
  for (const Case& each : {
           Case{'A', LetterClass::kUpper},      Case{'z', LetterClass::kLower},
           Case{'0', LetterClass::kNumber},     Case{'_', LetterClass::kOther},
           Case{'\n', LetterClass::kBlank},     Case{0x00, LetterClass::kOther},
           Case{0x85, LetterClass::kBlank},     Case{0xA0, LetterClass::kBlank},
           Case{0x200B, LetterClass::kOther},  // a zero-width space is not White_Space
           Case{0xFEFF, LetterClass::kOther},   Case{0xB2, LetterClass::kNumber},
           Case{0xAA, LetterClass::kLetter},    Case{0x1C5, LetterClass::kUpper},  // a title-case letter
           Case{0x2B0, LetterClass::kLetter},   Case{0x301, LetterClass::kMark},
           Case{0x663, LetterClass::kNumber},   Case{0x2167, LetterClass::kNumber},
           Case{0x4E00, LetterClass::kLetter},  Case{0x1F600, LetterClass::kOther},
           Case{0x10D50, LetterClass::kUpper},  // of Unicode 16
           Case{0x2EBF0, LetterClass::kLetter}, Case{0x10FFFF, LetterClass::kOther},
       }) {
    INFO(static_cast<unsigned>(each.c));
    CHECK(letter_class(each.c) == each.is);
  }
}
