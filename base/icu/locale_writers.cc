// Tested by tests/base/locale_values_test.cc.
#include "base/icu/locale_writers.h"

#include <unicode/unistr.h>

namespace parley::base {

std::string with_plain_spaces(std::u16string_view text) {
  constexpr std::u16string_view kSpaces = u"\u00A0\u2009\u202F";
  std::u16string plain(text);
  for (char16_t& c : plain) {
    if (kSpaces.find(c) != std::u16string_view::npos) c = u' ';
  }
  std::string out;
  icu::UnicodeString(plain.data(), static_cast<std::int32_t>(plain.size())).toUTF8String(out);
  return out;
}

}  // namespace parley::base
