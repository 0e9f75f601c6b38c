// Conversations: turns, one after the other, into what became of each conversation and of each intent in it.
//
// The idea: of each session is kept where it stands, and nothing of how it came there. A conversation is over when its
// session begins anew or when there are no more turns; what it was is told then.
//
// Invariant: what is kept grows with the number of sessions, by some hundred bytes each, and not with their turns.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parley/clock.h"
#include "parley/report.h"
#include "report/counters.h"
#include "report/duration_histogram.h"
#include "report/intent_tracker.h"

namespace parley::report {

// What is known of a turn before it is known how it ended.
struct TurnFacts {
  struct ToolRun {
    NameId tool = 0;
    NameId outcome = 0;
    std::int64_t us = -1;  // -1: not known
  };
  std::int64_t number = 0;
  TimeMs at = 0;
  bool is_message = false;      // a user's, and not a tool's result or an event
  bool is_tool_result = false;  // of a tool that the host ran between the turns
  std::int64_t us = 0;          // of its events so far
  std::vector<std::string> trace;
  std::vector<ToolRun> tools;
  std::string text;  // of the message; empty: not known
};

struct TurnEnd {
  TurnStatus status = TurnStatus::kDone;
  bool begins_anew = false;  // the session did, with this turn
  std::string_view code;     // kError
  std::int64_t us = -1;      // -1: not known
};

// What stands for a session: 128 bits of its hash, or of its name.
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
  // A session that a turn is being read of. The reference holds until the next session is added.
  struct Session {
    IntentTracker intents;
    std::unique_ptr<TurnFacts> turn;  // null: none has begun
    TimeMs last_at = 0;
    std::int64_t last_turn = 0;
    TurnStatus status = TurnStatus::kDone;
    bool is_known = false;  // a turn of it was counted
    bool is_open = false;   // a conversation has begun and is not over
    bool handed_off = false;
  };

  Session& session(const SessionKey& key) { return sessions_[key]; }
  Counters& tallies() { return tallies_; }
  bool is_unmatched(const TurnFacts& turn) const;

  void take(Session& session, const TurnFacts& turn, const TurnEnd& end);
  void end_conversation(Session& session);  // the conversation is over: another begins

  // What is not over is told by how long nothing was heard of it at `now`. To be called once, at the end.
  void finish(TimeMs now, TimeMs idle);
  // What was counted, into the figures that have the same names.
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
  void close(Session& session, bool rested);
  void begin(Session& session, const TurnFacts& turn);
  void count(const TurnFacts& turn, const TurnEnd& end);
  Day& day_of(TimeMs at);
  std::vector<NamedCount> named(const std::unordered_map<NameId, std::int64_t>& counts) const;

  Counters tallies_;
  std::unordered_map<SessionKey, Session, SessionKeyHash> sessions_;
  std::unordered_map<std::int64_t, Day> days_;
  std::unordered_map<NameId, Tool> tools_;
  std::unordered_map<NameId, std::int64_t> handoffs_, error_codes_;
  std::array<std::int64_t, 24> hours_{};
  DurationHistogram latency_;
  std::int64_t sessions_seen_ = 0, conversations_ = 0, handed_off_ = 0, abandoned_ = 0, stalled_ = 0, ended_ = 0,
               open_ = 0;
  std::int64_t turns_ = 0, messages_ = 0, errors_ = 0, unmatched_ = 0, torn_ = 0;
  TimeMs first_ = 0, last_ = 0;
};

}  // namespace parley::report
