#include "planner/small_talk.h"

#include "planner/reprompting.h"
#include "planner/session_events.h"

namespace parley::planner {

bool is_small_talk(const TransitionBuilder& builder, const Understanding& message) {
  const Act act = message.act;
  const bool is_answer = act == Act::kAffirm || act == Act::kDeny || act == Act::kRepeat;
  return builder.is_idle() && !message.names_intent() && (is_answer || is_courtesy(act));
}

Next handle_small_talk(TransitionBuilder& builder, const Understanding& message) {
  const config::Replies& replies = builder.bot.replies;
  const bool was_asked = builder.was_asked_for_more;
  if (message.act != Act::kRepeat) builder.state.unmatched = 0;
  builder.note(Rule::kSmallTalk, {}, to_string(message.act));
  switch (message.act) {
    case Act::kGoodbye: return end_conversation(builder);
    case Act::kThank: builder.say(replies.welcome); break;
    case Act::kGreet: builder.say(replies.greeting); break;
    case Act::kRepeat: builder.say(replies.puzzled); break;
    case Act::kDeny:
      if (was_asked) return end_conversation(builder);  // "Is there anything else?" - "No."
      builder.say(replies.acknowledged);
      break;
    default: builder.say(was_asked ? replies.go_ahead : replies.acknowledged); break;
  }
  return Next::kStop;
}

bool is_courtesy_while_waiting(const TransitionBuilder& builder, const Understanding& message) {
  return !builder.is_idle() && builder.state.waiting && !builder.is_waiting_for(PendingInput::Kind::kTool) &&
         is_courtesy(message.act) && !message.names_intent() && message.answers.empty() && message.elsewhere.empty() &&
         !message.choice;
}

Next handle_courtesy(TransitionBuilder& builder, const Understanding& message) {
  builder.note(Rule::kSmallTalk, {}, to_string(message.act));
  return repeat_question(builder, message.asks_if_there ? builder.render(builder.bot.replies.still_here) : "");
}

}  // namespace parley::planner
