// LegacyTrace decodes the `trace` texts of telemetry that earlier versions of parley wrote. Their telemetry has no
// `events`. No other code reads these texts.
//
// The texts do not say how every intent ends: a cancelled intent is not named again. So after a text that may end an
// intent, the end is in doubt until the next text or the end of the turn. A text that names the intent shows that it
// continues; a text that names another intent shows that it ended. The decoder then adds the event that today's planner
// reports for such an end.
//
// Only the top intent can be in doubt, and nothing is in doubt between turns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/trace.h"
#include "report/intent_tracker.h"
#include "telemetry/event.h"

namespace parley::report {

// Decodes the turns of one conversation, in their order.
class LegacyTrace {
 public:
  // The texts of an event of telemetry; empty if it has none.
  static std::vector<std::string> texts_of(const telemetry::ReadEvent& event) { return event.names("trace"); }

  // Returns the events of a turn that ended with this result. Texts that no report needs are left out.
  std::vector<TraceEvent> decode(const std::vector<std::string>& texts, TurnResult result);

 private:
  struct Open {
    std::string intent;
    bool called = false;             // by the intent below, which continues when this one ends
    std::vector<std::string> asked;  // unanswered questions; the last one is open
  };
  enum class Doubt : std::uint8_t { kNone, kCancelled, kExhausted, kDenied };

  void decode(std::string_view text);
  bool decode_of_conversation(std::string_view text);
  bool decode_of_intent(std::string_view word, std::string_view intent);
  void decode_of_param(std::string_view word, std::string_view intent, std::string_view param);
  void end_turn(TurnResult result);

  void add(Rule rule, std::string_view intent, std::string_view subject = {}, std::string_view detail = {});
  void follow_question(Rule rule, std::string_view param);  // of the top intent
  void begin(Rule rule, std::string_view intent);
  void unwind_to(std::string_view intent);  // makes it the top intent; those above were cancelled
  void move_to_top(std::string_view intent);
  void drop_first();
  void end_top(Rule end);
  void end_all(Rule end);
  void resolve_doubt();  // decides that an intent whose end is in doubt was cancelled
  bool is_open(std::string_view intent) const;

  std::vector<Open> open_;
  std::vector<TraceEvent> events_;  // of the turn
  Doubt doubt_ = Doubt::kNone;
  bool done_was_called_ = false;  // the last text completed an intent that another had called
};

}  // namespace parley::report
