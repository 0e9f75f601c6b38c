// A snapshot of everything a store returns about a session, for comparisons.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "parley/store.h"

namespace parley::conformance {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t kLastTurn = std::numeric_limits<std::int64_t>::max();

using Names = std::vector<std::string>;

inline Names listed(SessionStore& store, const SessionQuery& query) {
  const auto list = store.list(query);
  REQUIRE(list);
  Names names;
  for (const SessionInfo& each : *list) names.push_back(each.session);
  return names;
}

inline Names all_listed(SessionStore& store) {
  SessionQuery query;
  query.limit = kAll;
  query.order = SessionQuery::Order::kByName;
  query.archived = SessionQuery::Archived::kToo;
  return listed(store, query);
}

// Snapshot holds everything that a store returns about a session, so that a test can check that it is unchanged.
struct Snapshot {
  std::optional<SessionState> state;
  std::optional<SessionInfo> summary;
  std::optional<SessionRecord> record;
  std::vector<Message> messages;
  Names sessions;

  friend bool operator==(const Snapshot& a, const Snapshot& b) {
    return a.state == b.state && a.summary == b.summary && a.record.has_value() == b.record.has_value() &&
           (!a.record || same_record(*a.record, *b.record)) && a.messages == b.messages && a.sessions == b.sessions;
  }
};

inline Snapshot snapshot(SessionStore& store, std::string_view session) {
  const auto state = store.load(session);
  REQUIRE(state);
  const auto summary = store.summary(session);
  REQUIRE(summary);
  const auto record = store.record(session);
  REQUIRE(record);
  const auto messages = store.messages(session, kAll);
  REQUIRE(messages);
  return {*state, *summary, *record, *messages, all_listed(store)};
}

inline void require_turn(SessionStore& store, const PreparedCommit& written) {
  const Turn& turn = written.turn.turn;
  const auto found = store.find_turn(turn.session, turn.id);
  REQUIRE(found);
  REQUIRE(found->has_value());
  CHECK((*found)->complete == written.turn.complete);
  CHECK((*found)->input_hash == written.turn.input_hash);
  CHECK(same_turn((*found)->turn, turn));
}

inline void require_no_turn(SessionStore& store, std::string_view session, std::string_view id) {
  const auto found = store.find_turn(session, id);
  REQUIRE(found);
  CHECK_FALSE(found->has_value());
}

// Requires that no call finds any data of the session.
inline void require_unknown(SessionStore& store, const std::string& session) {
  INFO(session);
  CHECK_FALSE(store.load(session)->has_value());
  CHECK_FALSE(store.summary(session)->has_value());
  CHECK_FALSE(store.record(session)->has_value());
  CHECK(store.messages(session, kAll)->empty());
  CHECK(store.turns(session, 0, kAll)->empty());
  CHECK(store.turn_messages(session, 1, kLastTurn)->empty());
  CHECK_FALSE(*store.annotate(session, {}));
  const Names names = all_listed(store);
  CHECK(std::find(names.begin(), names.end(), session) == names.end());
}

inline void require_refused(const Result<void>& result, ErrorCode code) {
  REQUIRE_FALSE(result);
  CHECK(result.error().code == code);
}

inline Result<std::size_t> erase(SessionStore& store, const Names& sessions) {
  std::vector<Erasure> all;
  for (const std::string& session : sessions) all.push_back({session, 0, 0});
  return store.erase(all);
}

}  // namespace parley::conformance
