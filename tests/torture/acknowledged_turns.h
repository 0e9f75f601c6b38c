// AcknowledgedTurns records the turns that killed processes had acknowledged, and checks that the store has them.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "parley/parley.h"
#include "parley/protocol.h"
#include "tests/torture/client_process.h"
#include "tests/torture/session_checks.h"

namespace parley::torture {

class AcknowledgedTurns {
 public:
  void take(const ClientReport& report) {
    if (report.kind != ClientReport::Kind::kAnswered) return;
    Session& session = sessions_[static_cast<std::size_t>(report.session)];
    session.hashes[report.seq] = report.hash.data();
    ++acknowledged_;
  }
  std::int64_t acknowledged() const { return acknowledged_; }

  // Checks all sessions. No other thread or process may use the store meanwhile.
  void check(SessionStore& store, const Effects& effects, Diagnostics& findings) {
    std::set<std::string> keys;
    for (int i = 0; i < ClientProcess::kSessions; ++i) {
      Session& session = sessions_[static_cast<std::size_t>(i)];
      const auto record = store.record(name_of_session(i));
      if (!findings.expect(record.has_value(), "record: " + (record ? "" : record.error().to_string()))) return;
      if (*record) {
        check_session(**record, findings);
        check_numbers(**record, findings);
        check_effects(**record, effects, findings);
        check_story(i, **record, effects, findings);
        for (const CallRecord& call : (*record)->calls) keys.insert(call.idempotency_key);
      }
      session.check(name_of_session(i), *record, findings);
    }
    for (const auto& [key, times] : effects.by_key) {
      findings.expect(keys.count(key) == 1, effects.tool_of.at(key) + " had an effect without a record in the store");
    }
  }

 private:
  struct Session {
    std::map<std::int64_t, std::string> hashes;  // hashes of the acknowledged turns by their number
    std::int64_t stored = 0;                     // turns in the store at the last check

    void check(const std::string& name, const std::optional<SessionRecord>& record, Diagnostics& findings) {
      const std::int64_t turns = record ? record->state.turns : 0;
      const std::int64_t known = std::max(stored, hashes.empty() ? 0 : hashes.rbegin()->first);
      findings.expect(turns >= known, name + ": " + std::to_string(known - turns) + " turns are lost");
      findings.expect(turns <= known + 1,
                      name + ": " + std::to_string(turns - known) + " turns were never acknowledged");
      stored = turns;
      if (!record) return;
      for (const StoredTurn& each : record->turns) {
        const auto hash = hashes.find(each.turn.seq);
        if (hash == hashes.end()) continue;
        findings.expect(each.complete && turn_hash(each.turn) == hash->second,
                        name + ": turn " + std::to_string(each.turn.seq) + " is not what was acknowledged");
      }
    }
  };
  std::array<Session, ClientProcess::kSessions> sessions_;
  std::int64_t acknowledged_ = 0;
};

}  // namespace parley::torture
