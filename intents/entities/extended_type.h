// Makes the recogniser of an entity that extends a built-in type: it reads all values of the type, and the words of the
// entity. Each word has a text of the type: "lunchtime" for "from 12 to 14". The values have the shape of the type.
#pragma once

#include <memory>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/entities/recogniser.h"
#include "intents/vocabulary.h"

namespace parley::intents {

// The arguments must outlive the recogniser. Reports E412 for a word whose text is not a value of the type. Returns
// null after an error.
std::unique_ptr<const Recogniser> make_extended_type(const config::Entity& entity, const Vocabulary& vocabulary,
                                                     config::Diagnostics& findings);

}  // namespace parley::intents
