// Times for a manual clock. At kAfterExpiry, every session and question of the tests has expired.
#pragma once

#include "parley/clock.h"

namespace parley::torture {

inline constexpr TimeMs kBegin = 1'767'225'600'000;  // 2026-01-01T00:00:00Z
inline constexpr TimeMs kDay = 86'400'000;
inline constexpr TimeMs kAfterExpiry = kBegin + 2000 * kDay;

}  // namespace parley::torture
