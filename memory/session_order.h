// Compares sessions by the order of a list, for stores that sort lists themselves.
// Tested by tests/conformance/store_sessions.h.
#pragma once

#include "parley/store.h"

namespace parley::memory {

inline bool comes_before(SessionQuery::Order order, const SessionQuery::Place& one, const SessionQuery::Place& other) {
  using Order = SessionQuery::Order;
  if (order != Order::kByName && one.updated_at != other.updated_at) {
    return (one.updated_at > other.updated_at) == (order == Order::kRecentFirst);
  }
  return order == Order::kOldestFirst ? one.session > other.session : one.session < other.session;
}

}  // namespace parley::memory
