#include "planner/intent_offer.h"

#include <algorithm>
#include <iterator>
#include <optional>
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

// Returns the index of the offered intent that the message picks, or the number of offered intents for "something
// else". Unset: the user says yes to several.
std::optional<std::size_t> picked(const std::vector<std::string>& offered, const Understanding& message) {
  if (message.choice) return static_cast<std::size_t>(*message.choice);
  if (message.act == Act::kDeny) return offered.size();
  return offered.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
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

// Keeps the values that a message has for the offered intents.
void keep_values(TransitionBuilder& builder, const std::vector<ParamValue>& values) {
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

Next offer_intents(TransitionBuilder& builder, const Understanding& message) {
  return offer(builder, message.doubtful);
}

Next offer_takers(TransitionBuilder& builder, const Understanding& message) {
  int& unmatched = builder.state.unmatched;
  if (!builder.state.offered.empty()) {
    if (unmatched + 1 >= builder.bot.fallback.after) return handle_unmatched(builder, builder.bot.fallback.say);
    ++unmatched;
  }
  return offer(builder, message.takers);
}

bool answers_offer(const TransitionBuilder& builder, const Understanding& message) {
  if (!builder.is_idle() || builder.state.offered.empty()) return false;
  if (!message.candidates.empty() || !message.further.empty()) return false;
  return message.choice || message.act == Act::kAffirm || message.act == Act::kDeny || !message.elsewhere.empty();
}

Next handle_offer_answer(TransitionBuilder& builder, const Understanding& message) {
  SessionState& state = builder.state;
  keep_values(builder, message.elsewhere);
  const std::vector<std::string> offered = offered_intents(state);
  const std::optional<std::size_t> which = picked(offered, message);
  if (!which) return ask_which(builder);
  if (*which < offered.size()) {
    const std::string& intent = offered[*which];
    const auto admitted = Admitted::to_push(builder, *builder.bot.find_intent(intent));
    if (!admitted) {
      state.offered.clear();
      return handle_unmatched(builder, builder.bot.fallback.say);
    }
    builder.note_intent(Rule::kOfferTaken, intent);
    state.unmatched = 0;
    take_offered(builder, intent);
    push_intent(builder, *admitted);
    fill_from_mind(builder, message);
    return Next::kAdvance;
  }
  builder.note(Rule::kOfferRefused);
  state.offered.clear();
  return handle_unmatched(builder, builder.bot.replies.say_again);
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
