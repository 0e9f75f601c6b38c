// Conversations computes from a stream of turns how each conversation and each intent ended.
//
// It keeps only the current state of each session, not its history. A conversation is over when its session starts
// another one, or when no more turns follow. Its outcome is then counted.
//
// Invariant: memory grows with the number of sessions, by a few hundred bytes each, and not with the number of turns.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parley/clock.h"
#include "parley/report.h"
#include "parley/trace.h"
#include "report/counters.h"
#include "report/duration_histogram.h"
#include "report/intent_tracker.h"
#include "report/legacy_trace.h"

namespace parley::report {

// The data of a turn before its end.
struct TurnFacts {
  struct ToolRun {
    NameId tool = 0;
    NameId outcome = 0;
    std::int64_t us = -1;  // -1: unknown
  };
  std::int64_t number = 0;
  TimeMs at = 0;
  std::optional<bool> has_remark;  // the message has words that no dialog act takes. Unset: the event has no acts
  bool is_message = false;         // a message of the user, not a tool result or an event
  bool is_tool_result = false;     // the result of a tool that the embedding program ran between turns
  std::int64_t us = 0;             // the sum of the durations of the turn's events so far
  std::vector<TraceEvent> trace;
  std::vector<std::string> legacy_trace;  // texts of an earlier parley, which wrote no events
  std::vector<ToolRun> tools;
  std::string text;  // text of the message; empty: unknown
};

// How a turn ended.
struct TurnEnd {
  TurnResult status = TurnResult::kDone;
  bool restarts_session = false;  // the session started again with this turn
  std::string_view code;          // for kError
  std::int64_t us = -1;           // -1: unknown
};

// Identifies a session by 128 bits of its hash or of the hash of its name.
struct SessionKey {
  std::uint64_t high = 0, low = 0;
  static SessionKey of(std::string_view session);
  friend bool operator==(const SessionKey&, const SessionKey&) = default;
};
struct SessionKeyHash {
  std::size_t operator()(const SessionKey& key) const { return static_cast<std::size_t>(key.high ^ key.low); }
};

class Conversations {
 public:
  // The state of a session. The reference stays valid until the next session is added.
  struct Session {
    IntentTracker intents;
    std::unique_ptr<LegacyTrace> legacy;  // null unless an earlier parley wrote the events of the conversation
    std::unique_ptr<TurnFacts> turn;      // null between turns
    TimeMs last_at = 0;
    std::int64_t last_turn = 0;
    TurnResult status = TurnResult::kDone;
    bool is_known = false;  // a turn of it was counted
    bool is_open = false;   // a conversation has begun and is not over
    bool handed_off = false;
  };

  Session& session(const SessionKey& key) { return sessions_[key]; }
  Counters& counters() { return counters_; }
  bool is_unmatched(const TurnFacts& turn) const;

  // Decodes turn.legacy_trace.
  void take(Session& session, TurnFacts& turn, const TurnEnd& end);
  void end_conversation(Session& session);  // call it before another conversation begins

  // Ends the open conversations. A conversation whose last turn was more than `idle` before `now` is over; the others
  // are still open. Call once, at the end.
  void finish(TimeMs now, TimeMs idle);
  // Copies the counts into the members of `report`.
  void write(Report& report, bool from_store) const;

 private:
  struct Day {
    std::int64_t conversations = 0, messages = 0, handoffs = 0;
  };
  struct Tool {
    std::int64_t calls = 0;
    std::unordered_map<NameId, std::int64_t> outcomes;
    DurationHistogram us;
  };
  void close(Session& session, bool is_idle);
  void begin(Session& session, const TurnFacts& turn);
  void count(const TurnFacts& turn, const TurnEnd& end);
  Day& day_of(TimeMs at);
  std::vector<NamedCount> named(const std::unordered_map<NameId, std::int64_t>& counts) const;

  Counters counters_;
  std::unordered_map<SessionKey, Session, SessionKeyHash> sessions_;
  std::unordered_map<std::int64_t, Day> days_;
  std::unordered_map<NameId, Tool> tools_;
  std::unordered_map<NameId, std::int64_t> handoffs_, error_codes_;
  std::array<std::int64_t, 24> hours_{};
  DurationHistogram latency_;
  std::int64_t sessions_seen_ = 0, conversations_ = 0, handed_off_ = 0, given_back_ = 0, abandoned_ = 0, stalled_ = 0,
               ended_ = 0, open_ = 0;
  std::int64_t turns_ = 0, messages_ = 0, errors_ = 0, unmatched_ = 0, torn_ = 0;
  std::optional<std::int64_t> remarks_;  // unset: no event has acts
  TimeMs first_ = 0, last_ = 0;
};

}  // namespace parley::report
