// MessageReading: what a message, or a part of it, says in the dialog, before it becomes dialog acts (acts_of.h).
#pragma once

#include "parley/understanding.h"

namespace parley::intents {

using MessageReading = Understanding;

}  // namespace parley::intents
