// AG-UI 1.0: one POST runs the bot once, and the answer is a stream of events. A question of the bot interrupts the
// run.
//
// Tested by tests/server/compat_ag_ui_test.
#pragma once

#include <vector>

#include "server/router.h"

namespace parley::server {

std::vector<Route> ag_ui_routes();

}  // namespace parley::server
