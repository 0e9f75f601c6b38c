// The windows in which detectors look (intents/entities/windows.h).
#pragma once

#include <string_view>

#include "intents/entities/windows.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {

// A candidate takes three bytes at least, so no window holds more than kMaxFound of them. What is longer than the
// overlap is no value of any type that is looked for in windows.
inline constexpr intents::Windows kWindows{192, 64};
static_assert(kWindows.size / 3 <= intents::kMaxFound);

// What a recogniser finds in a text. `visit` is called with the place of each and its canonical value.
template <class Visit>
void find_by(const intents::Recogniser& recogniser, std::string_view text, bool asked, Visit visit) {
  intents::find_in_windows(recogniser, text, kWindows, asked, visit);
}

}  // namespace parley::privacy
