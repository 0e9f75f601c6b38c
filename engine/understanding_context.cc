#include "engine/understanding_context.h"

#include "intents/classifier.h"

namespace parley::engine {

Situation understanding_context(const config::BotDefinition& bot, const SessionState& state, const Value& context,
                                TimeMs now) {
  Situation situation;
  if (!state.frames.empty()) {
    situation.intent = state.frames.back().intent;
    std::int64_t last = 0;
    for (const auto& [param, filled] : state.frames.back().params) {
      situation.filled.push_back(param);
      if (filled.turn < last) continue;
      const bool alone = filled.turn > last;  // of several in one turn none is the last
      situation.filled_last = alone ? param : "";
      last = filled.turn;
    }
  }
  if (state.waiting) {
    const Waiting& waiting = *state.waiting;
    if (waiting.kind == Waiting::Kind::kParam) situation.waiting_for_param = waiting.param;
    situation.confirming = waiting.kind == Waiting::Kind::kConfirm;
    situation.changing = waiting.kind == Waiting::Kind::kChange;
    for (const Choice& choice : waiting.choices) situation.choices.push_back(choice.label);
  }
  for (std::size_t below = state.frames.size(); below-- > 1;) {
    const Frame& frame = state.frames[below - 1];
    const config::Intent* intent = bot.find_intent(frame.intent);
    for (const config::Param& param : intent->params) {
      if (!param.required || frame.params.count(param.id.value) != 0) continue;
      situation.interrupted.emplace_back(frame.intent, param.id.value);
      break;
    }
  }
  situation.context = context;
  if (!state.locale.empty() && !intents::locale_in(situation.context)) {
    if (!situation.context.if_object()) situation.context = Value(Value::Object());
    situation.context.if_object()->insert_or_assign(intents::kLocaleFact, state.locale);
  }
  situation.now_ms = now;
  return situation;
}

}  // namespace parley::engine
