// The table of all routes. server/compat has the routes of other products.
#pragma once

#include <vector>

#include "server/router.h"

namespace parley::server {

// `compat`: the interfaces of other products that the server has, a sum of Compat.
std::vector<Route> all_routes(unsigned compat = 0);

}  // namespace parley::server
