// IntentTracker tracks which intents are open in a conversation. Its input is the rules that the planner reports in the
// `trace` of `planned` events.
//
// The planner does not report everything: a cancelled intent is not named again. So a possible end stays in doubt until
// the next rule or the end of the turn. A rule that names the intent shows that it continues; a rule that names another
// shows that it ended. A rule about an intent that is not open shows that it began before the first event; the tracker
// begins it then.
//
// Only the top intent can be in doubt. Between turns nothing is in doubt, and only the open intents and their questions
// are stored.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "report/counters.h"

namespace parley::report {

// How a turn ended.
enum class TurnResult : std::uint8_t { kWaiting, kDone, kToolCall, kHandoff, kError };

class IntentTracker {
 public:
  void apply(std::string_view rule, Counters& counters);
  // Ends the turn. Its status resolves a doubt.
  void end_turn(TurnResult status, Counters& counters);
  // Ends all open intents. If they are abandoned, the last question of the top intent counts as abandoned.
  void close_all(IntentEnd end, Counters& counters);

  // ---- for the rows of a store, which record no rules

  // Makes `intent` the top one, begun if needed. Those above it end as kOtherwise.
  void go_to(NameId intent, Counters& counters);
  void ask(NameId param, std::int64_t missed,
           Counters& counters);                   // for the top intent; `missed` failed answers so far
  void answer(NameId param, Counters& counters);  // for the top intent, even if the question was not seen
  NameId top() const { return open_.empty() ? kOtherNames : open_.back().intent; }
  bool empty() const { return open_.empty(); }

 private:
  struct Asked {
    NameId param = 0;
    std::uint32_t missed = 0;
  };
  struct Open {
    NameId intent = 0;
    bool called = false;       // called by the intent below, which continues when this one ends
    std::vector<Asked> asked;  // unanswered questions; the last one is waiting
  };
  enum class Doubt : std::uint8_t { kNone, kCancelled, kExhausted, kDenied };

  void apply_of_param(std::string_view rule, std::string_view intent, std::string_view param, Counters& counters);
  bool apply_of_conversation(std::string_view rule, Counters& counters);
  bool apply_of_intent(std::string_view rule, std::string_view intent, Counters& counters);
  void begin(NameId intent, bool called, Counters& counters);
  void unwind_to(NameId intent, Counters& counters);  // makes it the top intent; those above were cancelled
  void move_to_top(NameId intent, Counters& counters);
  void drop_first(Counters& counters);
  void close_top(IntentEnd end, Counters& counters);
  void cancel_top(Counters& counters);
  void resolve_doubt(Counters& counters);
  void miss(NameId param);
  bool is_open(NameId intent) const;
  Asked* asked(NameId param);

  std::vector<Open> open_;
  Doubt doubt_ = Doubt::kNone;
  bool done_was_called_ = false;  // the last rule completed an intent that another had called
};

}  // namespace parley::report
