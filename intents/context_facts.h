// Functions that read the facts of a request's context.
//
// Tested by tests/intents/condition_test.cc and day_first_test.cc.
#pragma once

#include <memory>
#include <optional>

#include "base/locale.h"
#include "base/time_zone.h"
#include "intents/condition.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::intents {

// The context fact that holds the session's time zone. time_zone_in() returns nullopt when the fact is missing or does
// not name a time zone.
inline constexpr const char* kTimeZoneFact = "time_zone";
std::optional<base::TimeZone> time_zone_in(const Value& context);

// The context fact that holds the user's language and country. locale_in() returns null when the fact is missing or
// does not name a locale.
inline constexpr const char* kLocaleFact = "locale";
std::shared_ptr<const base::Locale> locale_in(const Value& context);

// Returns the scope that `when` conditions read: "context.NAME" and "session.NAME".
Scope facts_of(const NluContext& nlu_context);

}  // namespace parley::intents
