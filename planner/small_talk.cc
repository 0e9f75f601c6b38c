#include "planner/small_talk.h"

#include "planner/reprompting.h"
#include "planner/session_events.h"

namespace parley::planner {

namespace {

Act act_of(acts::Courtesy::Kind courtesy) {
  switch (courtesy) {
    case acts::Courtesy::Kind::kThanks: return Act::kThank;
    case acts::Courtesy::Kind::kReaction: return Act::kReact;
    default: return Act::kGreet;
  }
}

}  // namespace

void say_small_talk(TransitionBuilder& builder, Act act, Effects& effects) {
  const config::Replies& replies = builder.bot.replies;
  const bool was_asked = builder.was_asked_for_more;
  if (act != Act::kRepeat) builder.state.unmatched = 0;
  builder.note(Rule::kSmallTalk, {}, to_string(act));
  effects.done = Next::kStop;
  switch (act) {
    case Act::kGoodbye: effects.done = end_conversation(builder); return;
    case Act::kThank: return builder.say(replies.welcome);
    case Act::kGreet: return builder.say(replies.greeting);
    case Act::kRepeat: return builder.say(replies.puzzled);
    case Act::kDeny:  // "Is there anything else?" - "No."
      if (was_asked) effects.done = end_conversation(builder);
      if (!was_asked) builder.say(replies.acknowledged);
      return;
    default: return builder.say(was_asked ? replies.go_ahead : replies.acknowledged);
  }
}

void apply_courtesy(TransitionBuilder& builder, acts::Courtesy::Kind courtesy, Effects& effects) {
  if (builder.is_idle()) return say_small_talk(builder, act_of(courtesy), effects);
  builder.note(Rule::kSmallTalk, {}, to_string(act_of(courtesy)));
  effects.aside = true;
  if (courtesy == acts::Courtesy::Kind::kPresence) effects.first = builder.render(builder.bot.replies.still_here);
}

void apply_closing(TransitionBuilder& builder, Effects& effects) {
  if (builder.is_idle()) return say_small_talk(builder, Act::kGoodbye, effects);
  builder.note(Rule::kSmallTalk, {}, to_string(Act::kGoodbye));
  effects.aside = true;
}

}  // namespace parley::planner
