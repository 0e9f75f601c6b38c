#include "base/letter_class.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <utf8proc.h>

namespace parley::base {
namespace {

// Unicode's White_Space property. It contains more than the general category Z.
constexpr bool is_blank(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

constexpr LetterClass ascii_class(char32_t c) {
  if (c >= 'a' && c <= 'z') return LetterClass::kLower;
  if (c >= 'A' && c <= 'Z') return LetterClass::kUpper;
  if (c >= '0' && c <= '9') return LetterClass::kNumber;
  return is_blank(c) ? LetterClass::kBlank : LetterClass::kOther;
}

struct Ascii {
  std::array<LetterClass, 128> of{};
  constexpr Ascii() {
    for (char32_t c = 0; c < 128; ++c) of[c] = ascii_class(c);
  }
};
constexpr Ascii kAscii;

struct NewRange {
  char32_t first, last;
  LetterClass letter_class;
};
using enum LetterClass;
// Characters assigned in Unicode 15.1 and 16, which an older utf8proc does not know. Sorted by code point.
constexpr NewRange kNewRanges[] = {
    {0x897, 0x897, kMark},       {0x1C89, 0x1C89, kUpper},    {0x1C8A, 0x1C8A, kLower},    {0xA7CB, 0xA7CC, kUpper},
    {0xA7CD, 0xA7CD, kLower},    {0xA7DA, 0xA7DA, kUpper},    {0xA7DB, 0xA7DB, kLower},    {0xA7DC, 0xA7DC, kUpper},
    {0x105C0, 0x105F3, kLetter}, {0x10D40, 0x10D49, kNumber}, {0x10D4A, 0x10D4F, kLetter}, {0x10D50, 0x10D65, kUpper},
    {0x10D69, 0x10D6D, kMark},   {0x10D6F, 0x10D6F, kLetter}, {0x10D70, 0x10D85, kLower},  {0x10EC2, 0x10EC4, kLetter},
    {0x10EFC, 0x10EFC, kMark},   {0x11380, 0x11389, kLetter}, {0x1138B, 0x1138B, kLetter}, {0x1138E, 0x1138E, kLetter},
    {0x11390, 0x113B5, kLetter}, {0x113B7, 0x113B7, kLetter}, {0x113B8, 0x113C0, kMark},   {0x113C2, 0x113C2, kMark},
    {0x113C5, 0x113C5, kMark},   {0x113C7, 0x113CA, kMark},   {0x113CC, 0x113D0, kMark},   {0x113D1, 0x113D1, kLetter},
    {0x113D2, 0x113D2, kMark},   {0x113D3, 0x113D3, kLetter}, {0x113E1, 0x113E2, kMark},   {0x116D0, 0x116E3, kNumber},
    {0x11BC0, 0x11BE0, kLetter}, {0x11BF0, 0x11BF9, kNumber}, {0x11F5A, 0x11F5A, kMark},   {0x13460, 0x143FA, kLetter},
    {0x16100, 0x1611D, kLetter}, {0x1611E, 0x1612F, kMark},   {0x16130, 0x16139, kNumber}, {0x16D40, 0x16D6C, kLetter},
    {0x16D70, 0x16D79, kNumber}, {0x18CFF, 0x18CFF, kLetter}, {0x1CCF0, 0x1CCF9, kNumber}, {0x1E5D0, 0x1E5ED, kLetter},
    {0x1E5EE, 0x1E5EF, kMark},   {0x1E5F0, 0x1E5F0, kLetter}, {0x1E5F1, 0x1E5FA, kNumber}, {0x2EBF0, 0x2EE5D, kLetter}};

LetterClass newer_class(char32_t c) {
  const auto* range = std::lower_bound(std::begin(kNewRanges), std::end(kNewRanges), c,
                                       [](const NewRange& n, char32_t at) { return n.last < at; });
  return range != std::end(kNewRanges) && c >= range->first ? range->letter_class : kOther;
}

}  // namespace

LetterClass letter_class(char32_t c) {
  if (c < 128) return kAscii.of[c];
  if (is_blank(c)) return LetterClass::kBlank;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT: return LetterClass::kUpper;
    case UTF8PROC_CATEGORY_LL: return LetterClass::kLower;
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO: return LetterClass::kLetter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return LetterClass::kMark;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO: return LetterClass::kNumber;
    case UTF8PROC_CATEGORY_CN: return newer_class(c);
    default: return LetterClass::kOther;
  }
}

}  // namespace parley::base
