// IntentTracker: which intents are open in a conversation, followed by the rules that the planner says it has applied
// (`trace` of a `planned` event).
//
// The planner does not say everything: an intent that is called off is not named again. What is not said shows in what
// comes next. So an end is held in doubt until the next rule or the end of the turn: a rule that names the intent says
// that it goes on, one that names another that it is over. A rule about an intent that is not known to be open says
// that it was begun before the lines begin, and it counts as begun there.
//
// What is in doubt is the top one: with nothing open there is no doubt. Between two turns nothing is in doubt, and it
// holds no more than the intents and what each has asked.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "report/counters.h"

namespace parley::report {

enum class TurnStatus : std::uint8_t { kWaiting, kDone, kToolCall, kHandoff, kError };

class IntentTracker {
 public:
  void apply(std::string_view rule, Counters& tallies);
  // The turn is over: what was in doubt is settled by its status.
  void settle(TurnStatus status, Counters& tallies);
  // Of those that were abandoned the top one's last question was, too.
  void close_all(IntentEnd end, Counters& tallies);

  // ---- for rows of a store, which name no rules

  void go_to(NameId intent, Counters& tallies);  // is on top, begun if need be; those above it have ended otherwise
  void ask(NameId param, std::int64_t missed, Counters& tallies);  // of the top one, after so many misses
  void answer(NameId param, Counters& tallies);                    // likewise, if it was asked
  NameId top() const { return open_.empty() ? kOtherNames : open_.back().intent; }
  bool empty() const { return open_.empty(); }

 private:
  struct Asked {
    NameId param = 0;
    std::uint32_t missed = 0;
  };
  struct Open {
    NameId intent = 0;
    bool called = false;       // by the one below, which goes on when this one ends
    std::vector<Asked> asked;  // and not answered yet; the last is the one that waits
  };
  enum class Doubt : std::uint8_t { kNone, kCancelled, kExhausted, kDenied };

  void apply_of_param(std::string_view rule, std::string_view intent, std::string_view param, Counters& tallies);
  bool apply_of_conversation(std::string_view rule, Counters& tallies);
  bool apply_of_intent(std::string_view rule, std::string_view intent, Counters& tallies);
  void begin(NameId intent, bool called, Counters& tallies);
  void bring_up(NameId intent, Counters& tallies);  // it is on top: those above it were cancelled
  void bring_back(NameId intent, Counters& tallies);
  void forget_first(Counters& tallies);
  void close_top(IntentEnd end, Counters& tallies);
  void cancel_top(Counters& tallies);
  void give_up_doubt(Counters& tallies);
  void miss(NameId param);
  bool is_open(NameId intent) const;
  Asked* asked(NameId param);

  std::vector<Open> open_;
  Doubt doubt_ = Doubt::kNone;
  bool done_was_called_ = false;  // the last rule ended an intent that another one had called
};

}  // namespace parley::report
