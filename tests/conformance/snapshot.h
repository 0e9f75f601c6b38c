// Snapshot: a session as its store tells of it, to compare before with after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/store.h"

namespace parley::conformance {

// All that a store answers about a session: for "nothing has changed".
struct Snapshot {
  std::optional<SessionState> state;
  std::vector<Message> messages;
  std::vector<std::string> listed;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

inline Snapshot snapshot(SessionStore& store, std::string_view session) {
  Snapshot all;
  const auto state = store.load(session);
  REQUIRE(state);
  all.state = *state;
  const auto messages = store.messages(session, 1000);
  REQUIRE(messages);
  all.messages = *messages;
  const auto listed = store.list(1000);
  REQUIRE(listed);
  for (const SessionSummary& each : *listed) all.listed.push_back(each.session);
  return all;
}

}  // namespace parley::conformance
