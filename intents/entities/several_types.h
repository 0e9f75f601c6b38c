// Makes the recogniser of a param of several types (config/several_types.h). Of two readings of the same text, the
// longer one counts, and of two equally long ones that of the more specific type: a declared entity, then a range, a
// datetime, a date or a time, then the types with a form of their own, then money, then a number.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "intents/entities/recogniser.h"

namespace parley::intents {

// A type with its name. The recogniser must outlive the result.
using NamedType = std::pair<std::string, const Recogniser*>;
std::unique_ptr<const Recogniser> make_several_types(std::vector<NamedType> types);

}  // namespace parley::intents
