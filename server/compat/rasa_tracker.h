// The tracker of Rasa: the events of a stored conversation. It is read only.
//
// Tested by tests/server/compat_rasa_test.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer get_rasa_tracker(Call& call);  // GET /conversations/{sender}/tracker

}  // namespace parley::server
