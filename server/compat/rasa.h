// The REST channel of Rasa, and the part of its HTTP API that only reads. The paths are those of Rasa, with and without
// the prefix /compat/rasa.
//
// Tested by tests/server/compat_rasa_test.
#pragma once

#include <vector>

#include "server/router.h"

namespace parley::server {

std::vector<Route> rasa_routes();
// A problem as Rasa reports it.
HttpResponse rasa_refusal(const Problem& problem);

}  // namespace parley::server
