// The key by which lists find sessions by recency: the column `hour` of a session.
//
// A turn would write an index each time if the index had the time of the turn. So the key of a session in use is only
// the hour. A settled session has its exact time, behind all hours. A session that changes is not settled any more,
// because a turn gives it an hour again.
#pragma once

#include <cstdint>

#include "parley/clock.h"

namespace parley::memory {

constexpr std::int64_t kSettledKeys = std::int64_t{1} << 62;  // keys from here on are of settled sessions
constexpr TimeMs kLastSettledTime = (std::int64_t{1} << 61) - 1;

constexpr std::int64_t hour_of(TimeMs at) { return at / 3600000; }
constexpr bool is_settled(std::int64_t key) { return key >= kSettledKeys; }
// Requires 0 <= updated_at <= kLastSettledTime.
constexpr std::int64_t settled_key(TimeMs updated_at) { return kSettledKeys + updated_at; }
// The hour of the last turn.
constexpr std::int64_t hour_in(std::int64_t key) { return is_settled(key) ? hour_of(key - kSettledKeys) : key; }

}  // namespace parley::memory
