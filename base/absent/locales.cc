// Locales in a build without PARLEY_LOCALES: American English.
//
// Tested by tests/absent/absent_test.cc.
#include "base/english/english_locale.h"
#include "base/locale_values.h"
#include "base/text.h"

namespace parley::base {

std::shared_ptr<const Locale> Locale::find(std::string_view tag) {
  // Never destroyed, so that lookups during process exit still work.
  static const auto& english = *new auto(english_locale("en"));
  static const auto& american = *new auto(english_locale("en-US"));
  const std::string lower = lower_ascii(tag);
  if (lower == "en") return english;
  return lower == "en-us" || lower == "en_us" ? american : nullptr;
}

const char* Locale::hint() {
  return "this build of parley writes only English (en, en-US); configure it with -DPARLEY_LOCALES=ON for others";
}

bool can_write_skeleton(std::string_view, std::string_view fields) { return is_english_skeleton(fields); }

}  // namespace parley::base
