// The table of all routes.
#pragma once

#include <vector>

#include "server/router.h"

namespace parley::server {

std::vector<Route> all_routes();

}  // namespace parley::server
