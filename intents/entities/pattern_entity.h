// PatternEntity is a type declared by regexes. The value is the group `value` or the whole match; `canonical` formats
// it from the groups. The span of a value is the whole match: "o12345", not "12345".
#pragma once

#include <memory>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {

// `entity` must outlive the result. Returns null when something in the entity cannot be used. Reports E401, E403, E404
// and E405.
std::unique_ptr<const Recogniser> make_pattern_entity(const config::Entity& entity, Prefilter& prefilter,
                                                      config::Diagnostics& findings);

}  // namespace parley::intents
