// IntentTracker tracks which intents are open in a conversation. Its input is the trace of the planner.
//
// The planner reports the beginning and the end of each intent. Events may be missing: telemetry can lose some, and a
// file can begin in the middle of a conversation. So an event about an intent that is not open shows that the intent
// has begun. An event about an intent below the top shows that the intents above it have ended.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parley/trace.h"
#include "report/counters.h"

namespace parley::report {

// How a turn ended.
enum class TurnResult : std::uint8_t { kWaiting, kDone, kToolCall, kHandoff, kError };

class IntentTracker {
 public:
  void apply(const TraceEvent& event, Counters& counters);
  // Ends the turn. Its result shows whether an intent may still be open.
  void end_turn(TurnResult result, Counters& counters);
  // Ends all open intents. If they are abandoned, the last question of the top intent counts as abandoned.
  void close_all(IntentEnd end, Counters& counters);

  // ---- for the rows of a store, which record no trace

  // Makes `intent` the top one, and begins it if it is not open. The intents above it end as kOtherwise.
  void go_to(NameId intent, Counters& counters);
  void ask(NameId param, std::int64_t missed,
           Counters& counters);                   // for the top intent; `missed` failed answers so far
  void answer(NameId param, Counters& counters);  // for the top intent, even if the question was not seen
  bool empty() const { return open_.empty(); }

 private:
  struct Asked {
    NameId param = 0;
    std::uint32_t missed = 0;
  };
  struct Open {
    NameId intent = 0;
    std::vector<Asked> asked;  // unanswered questions; the last one is waiting
  };

  void begin(NameId intent, Counters& counters);
  void reopen(NameId intent, Counters& counters);
  void end(NameId intent, IntentEnd end, Counters& counters);
  void unwind_to(NameId intent, Counters& counters);  // makes it the top intent; those above have ended
  void move_to_top(NameId intent, Counters& counters);
  void rename(NameId former, NameId intent, Counters& counters);  // if it is open
  void close_top(IntentEnd end, Counters& counters);
  void apply_to_question(Rule rule, NameId question, Counters& counters);  // of the top intent
  void miss(NameId param);
  bool is_open(NameId intent) const;
  Asked* asked(NameId param);

  std::vector<Open> open_;
};

}  // namespace parley::report
