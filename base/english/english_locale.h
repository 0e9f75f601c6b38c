// The locale of builds without ICU (PARLEY_LOCALES=OFF): English as ICU writes it, for the tags "en" and "en-US".
//
// Differences from ICU, each of which is still correct English: money with the style `name` uses the code for
// currencies outside a short list ("20 SEK"), and skeletons support only the fields y M d E j h H m s.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/locale.h"

namespace parley::base {

// `tag`: "en" or "en-US".
std::shared_ptr<const Locale> english_locale(std::string tag);

// Whether english_locale() can write these fields, such as "MMMEd".
bool is_english_skeleton(std::string_view fields);

}  // namespace parley::base
