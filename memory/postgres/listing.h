// Composes the query of list() from the conditions that a SessionQuery sets. Other conditions are left out, so that
// PostgreSQL can use an index for the conditions that are set.
#pragma once

#include <string>
#include <vector>

#include "memory/postgres/wire.h"
#include "parley/store.h"

namespace parley::memory::postgres {

struct Listing {
  std::string sql;
  std::vector<Bound> values;  // the values borrow from the query
};

Listing listing_of(const SessionQuery& query);

}  // namespace parley::memory::postgres
