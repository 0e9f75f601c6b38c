// Composes the query of list() from the conditions that a SessionQuery sets. Conditions that the query does not set are
// left out, so that PostgreSQL can use an index for the others.
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
