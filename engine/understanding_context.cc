// Tested by tests/engine/engine_test.cc.
#include "engine/understanding_context.h"

#include <cstdint>

#include "intents/classifier.h"
#include "intents/context_facts.h"
#include "planner/intent_offer.h"
#include "planner/transition_builder.h"

namespace parley::engine {

NluContext validation_context(const SessionState& state, const Value& context, TimeMs now) {
  NluContext nlu_context;
  nlu_context.context = context;
  if (!state.locale.empty() && !intents::locale_in(nlu_context.context)) {
    if (!nlu_context.context.if_object()) nlu_context.context = Value(Value::Object());
    nlu_context.context.if_object()->insert_or_assign(intents::kLocaleFact, state.locale);
  }
  nlu_context.now = now;
  nlu_context.max_bytes = SIZE_MAX;  // check_request() has limited the text, and invalid UTF-8 becomes longer
  return nlu_context;
}

NluContext understanding_context(const config::BotDefinition& bot, const SessionState& state, const Value& context,
                                 TimeMs now) {
  NluContext nlu_context = validation_context(state, context, now);
  if (!state.params.empty()) nlu_context.session = Value(planner::values_of(state.params));
  if (!state.frames.empty()) {
    nlu_context.intent = state.frames.back().intent;
    nlu_context.values = Value(planner::values_of(state.frames.back().params));
    std::int64_t last = 0;
    for (const auto& [param, filled] : state.frames.back().params) {
      nlu_context.filled.push_back(param);
      if (filled.turn < last) continue;
      // If one turn filled several params, none of them counts as the last.
      const bool alone = filled.turn > last;
      nlu_context.filled_last = alone ? param : "";
      last = filled.turn;
    }
  }
  if (const AskedParam* asked = state.waits_for<AskedParam>()) {
    nlu_context.waiting_for_param = asked->param;
    nlu_context.lists_options = !asked->choices.empty();
  }
  nlu_context.confirming = state.waits_for<AskedConfirmation>() != nullptr;
  nlu_context.changing = state.waits_for<AskedChange>() != nullptr;
  if (state.waiting) {
    for (const Choice& choice : state.waiting->choices()) nlu_context.choices.push_back(choice.label);
  }
  nlu_context.has_values_in_mind = !state.in_mind.empty();
  if (state.frames.empty()) {
    nlu_context.choices = planner::offer_labels(bot, state);
    nlu_context.offered = planner::offered_intents(state);
    if (state.done && now < state.done->until) {
      nlu_context.done = state.done->intent;
      for (const auto& param : state.done->params) nlu_context.done_params.push_back(param.first);
    }
  }
  for (std::size_t below = state.frames.size(); below-- > 1;) {
    const Frame& frame = state.frames[below - 1];
    const config::Intent* intent = bot.find_intent(frame.intent);
    for (const config::Param& param : intent->params) {
      if (!param.required || frame.params.count(param.id.value) != 0) continue;
      nlu_context.interrupted.emplace_back(frame.intent, param.id.value);
      break;
    }
  }
  return nlu_context;
}

}  // namespace parley::engine
