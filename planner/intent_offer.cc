#include "planner/intent_offer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/values_in_mind.h"

namespace parley::planner {
namespace {

// Yes and no answer the question about a single intent, so it needs no "something else".
AskUser question_about_one(TransitionBuilder& builder, const std::string& label) {
  const config::Replies& replies = builder.bot.replies;
  AskUser step;
  step.prompt = builder.render(replies.did_you_mean_one, "options", Value(label));
  if (step.prompt.empty()) step.prompt = builder.render(replies.did_you_mean, "options", Value(label));
  step.options = yes_and_no(builder);
  return step;
}

AskUser question_about(TransitionBuilder& builder, std::vector<std::string> labels) {
  constexpr std::size_t kOneAndNone = 2;
  if (labels.size() == kOneAndNone) return question_about_one(builder, labels.front());
  AskUser step;
  step.prompt =
      builder.render(builder.bot.replies.did_you_mean, "options", Value(builder.renderer().format_choice(labels)));
  step.options = std::move(labels);
  return step;
}

Next ask_which(TransitionBuilder& builder) {
  builder.add(question_about(builder, offer_labels(builder.bot, builder.state)));
  builder.status = TurnStatus::kWaiting;
  return Next::kStop;
}

// Offers an intent, with the further runs of an enumeration.
void add_offer(TransitionBuilder& builder, const FurtherIntent& further) {
  std::vector<QueuedIntent>& offered = builder.state.offered;
  const QueuedIntent first = queued_intent(builder, further);
  offered.push_back(first);
  for (const ParamValue& other : further.others) {
    QueuedIntent& run = offered.emplace_back(first);
    run.params.insert_or_assign(other.param, FilledParam{other.value, builder.context.turn});
    run.repeats_for = other.param;
    run.unannounced = true;
  }
}

// Gives the offered intent the values of another one for params of the same name whose type is one of the bot's own.
void take_values(const config::BotDefinition& bot, const QueuedIntent& from, QueuedIntent& to) {
  const config::Intent* giver = bot.find_intent(from.intent);
  const config::Intent* taker = bot.find_intent(to.intent);
  for (const auto& [name, filled] : from.params) {
    const config::Param* given = giver ? giver->find_param(name) : nullptr;
    const config::Param* taken = taker ? taker->find_param(name) : nullptr;
    const bool is_same = given && taken && given->type.value == taken->type.value && given->list == taken->list &&
                         bot.find_entity(given->type.value);
    if (is_same) to.params.emplace(name, filled);
  }
}

Next offer(TransitionBuilder& builder, const std::vector<FurtherIntent>& intents) {
  SessionState& state = builder.state;
  const std::vector<QueuedIntent> before = std::exchange(state.offered, {});
  for (const FurtherIntent& doubtful : intents) {
    if (!builder.bot.find_intent(doubtful.candidate.intent)) continue;
    builder.note_intent(Rule::kIntentOffered, doubtful.candidate.intent);
    add_offer(builder, doubtful);
    for (const QueuedIntent& other : before) {
      if (doubtful.others.empty()) take_values(builder.bot, other, state.offered.back());
    }
  }
  return ask_which(builder);
}

}  // namespace

Next offer_intents(TransitionBuilder& builder, const std::vector<FurtherIntent>& doubtful) {
  return offer(builder, doubtful);
}

Next offer_takers(TransitionBuilder& builder, const std::vector<FurtherIntent>& takers) {
  int& unmatched = builder.state.unmatched;
  if (!builder.state.offered.empty()) {
    if (unmatched + 1 >= builder.bot.fallback.after) return handle_unmatched(builder, builder.bot.fallback.say);
    ++unmatched;
  }
  return offer(builder, takers);
}

void keep_values_for_offer(TransitionBuilder& builder, const std::vector<ParamValue>& values) {
  for (QueuedIntent& offered : builder.state.offered) {
    if (!offered.repeats_for.empty()) continue;
    FurtherIntent said;
    said.candidate.intent = offered.intent;
    std::copy_if(values.begin(), values.end(), std::back_inserter(said.params),
                 [&](const ParamValue& value) { return value.intent == offered.intent; });
    if (said.params.empty()) continue;
    QueuedIntent with_values = queued_intent(builder, said);
    for (auto& [name, filled] : with_values.params) offered.params.insert_or_assign(name, std::move(filled));
  }
}

void take_offer(TransitionBuilder& builder, int index, Effects& effects) {
  const std::vector<std::string> offered = offered_intents(builder.state);
  if (index < 0 || static_cast<std::size_t>(index) >= offered.size()) return refuse_offer(builder, effects);
  const std::string& intent = offered[static_cast<std::size_t>(index)];
  const auto admitted = Admitted::to_push(builder, *builder.bot.find_intent(intent));
  if (!admitted) {
    builder.state.offered.clear();
    effects.done = handle_unmatched(builder, builder.bot.fallback.say);
    return;
  }
  builder.note_intent(Rule::kOfferTaken, intent);
  builder.state.unmatched = 0;
  take_offered(builder, intent);
  push_intent(builder, *admitted);
  fill_from_mind(builder);
  effects.progress = true;
}

void take_only_offer(TransitionBuilder& builder, Effects& effects) {
  if (offered_intents(builder.state).size() == 1) return take_offer(builder, 0, effects);
  effects.done = ask_which(builder);
}

void refuse_offer(TransitionBuilder& builder, Effects& effects) {
  builder.note(Rule::kOfferRefused);
  builder.state.offered.clear();
  effects.done = handle_unmatched(builder, builder.bot.replies.say_again);
}

void take_offered(TransitionBuilder& builder, std::string_view intent) {
  std::vector<QueuedIntent> offered = std::exchange(builder.state.offered, {});
  if (is_queued(builder.state, intent)) return;
  for (QueuedIntent& one : offered) {
    const auto own = one.params.find(one.repeats_for);
    const bool is_known = !one.repeats_for.empty() && own != one.params.end() &&
                          has_run(builder.state.queue, one.intent, one.repeats_for, own->second.value);
    if (one.intent == intent && !is_known) builder.state.queue.push_back(std::move(one));
  }
}

std::vector<std::string> offered_intents(const SessionState& state) {
  std::vector<std::string> intents;
  for (const QueuedIntent& offered : state.offered) {
    if (offered.repeats_for.empty()) intents.push_back(offered.intent);
  }
  return intents;
}

std::vector<std::string> offer_labels(const config::BotDefinition& bot, const SessionState& state) {
  std::vector<std::string> labels;
  for (const std::string& offered : offered_intents(state)) {
    const config::Intent* intent = bot.find_intent(offered);
    labels.push_back(intent ? config::shown_name(intent->name, intent->id) : offered);
  }
  if (labels.empty()) return labels;
  const config::Template& none = bot.replies.something_else.any.front();
  labels.push_back(none.pieces.empty() ? std::string() : none.pieces.front().literal);
  return labels;
}

}  // namespace parley::planner
