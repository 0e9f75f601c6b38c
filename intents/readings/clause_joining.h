// Finds the joints of a message that separate requests. A list may contain a joint ("apples and pears"), and so may a
// value ("fish and chips"). A clause that matches no intent and continues the values of the previous clause belongs to
// that clause, so its joint does not separate requests.
#pragma once

#include <vector>

#include "intents/clauses.h"
#include "intents/dialog.h"
#include "intents/message.h"

namespace parley::intents {

std::vector<Joint> joints_between_requests(const Dialog& dialog, const Message& message);

}  // namespace parley::intents
