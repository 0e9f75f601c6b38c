// Windows in which detectors search a text (intents/entities/windows.h).
// Tested by tests/privacy/detectors_test.cc.
#pragma once

#include <string_view>

#include "intents/entities/windows.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {

// Windows of 192 bytes that overlap by at least 64. A candidate has at least three bytes, so a window holds at
// most kMaxFound of them. No value of a type searched in windows is longer than the overlap.
inline constexpr intents::Windows kWindows{192, 64};
static_assert(kWindows.size / 3 <= intents::kMaxFound);

// Finds values with a recognizer. Calls `visit` with the span and the canonical value of each.
template <class Visit>
void find_by(const intents::Recogniser& recogniser, std::string_view text, bool asked, Visit visit) {
  intents::find_in_windows(recogniser, text, kWindows, asked, visit);
}

}  // namespace parley::privacy
