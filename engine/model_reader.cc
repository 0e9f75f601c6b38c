#include "engine/model_reader.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "config/several_types.h"
#include "engine/model_sentences.h"
#include "engine/param_value_lists.h"
#include "engine/turn_usage.h"
#include "parley/act_queries.h"
#include "parley/tokens.h"
#include "planner/source_rights.h"
#include "reading/answer.h"
#include "reading/checked_reading.h"
#include "reading/prompt.h"

namespace parley::engine {
namespace {

constexpr std::size_t kMostEarlier = 20;  // messages of the history

bool asks_unanswered(const acts::Ask& ask) { return std::holds_alternative<acts::Ask::Unanswered>(ask.answer); }

// Whether the bot itself knows what the act means, with `fallback`. It does not know an intent that it has to ask
// about, or a question that it has no answer to. A free text may mean one of the listed options.
bool is_clear(const DialogAct& act, const NluContext& now) {
  using Role = acts::Request::Role;
  if (const ParamValue* answer = answer_in(act)) return !answer->whole_message || !now.lists_options;
  if (const auto* correct = std::get_if<acts::Correct>(&act.what)) return !correct->param.empty();
  if (const auto* ask = std::get_if<acts::Ask>(&act.what)) return !asks_unanswered(*ask);
  if (const auto* request = std::get_if<acts::Request>(&act.what)) {
    return request->role == Role::kNow || request->role == Role::kNext;
  }
  return std::holds_alternative<acts::Inform>(act.what) || std::holds_alternative<acts::Choose>(act.what) ||
         std::holds_alternative<acts::FollowUp>(act.what);
}

// The same with `first`: the bot itself reads commands, rules with a priority, choices, and answers to a closed
// question.
bool is_decided(const DialogAct& act) {
  if (const ParamValue* answer = answer_in(act)) return answer->valid && !answer->whole_message;
  if (const auto* ask = std::get_if<acts::Ask>(&act.what)) return !asks_unanswered(*ask);
  if (const auto* request = std::get_if<acts::Request>(&act.what)) {
    return request->role == acts::Request::Role::kNow && request->wanted.candidate.priority > 0;
  }
  return std::holds_alternative<acts::Choose>(act.what) || std::holds_alternative<acts::FollowUp>(act.what);
}

bool is_for_model(const TurnDraft& draft, const std::string& text, const NluContext& now, const Understanding& heard) {
  if (main_act(heard.acts) != Act::kInform || base::trim(text).empty()) return false;
  if (draft.scope.bot_services.redactor->is_withheld(now)) return false;
  const bool is_first = draft.scope.bot.model_reads == config::ModelReads::kFirst;
  return std::none_of(heard.acts.begin(), heard.acts.end(),
                      [&](const DialogAct& act) { return is_first ? is_decided(act) : is_clear(act, now); });
}

// The newest messages of the conversation within the budget, oldest first. A store that fails here costs the history,
// not the turn.
std::vector<Message> earlier_messages(const TurnDraft& draft, std::int64_t most_tokens) {
  std::vector<Message> newest;
  if (draft.pending.is_new_session()) return newest;
  auto stored = draft.scope.store.messages(draft.scope.session, kMostEarlier);
  if (!stored) return newest;
  std::int64_t tokens = 0;
  for (auto message = stored->rbegin(); message != stored->rend(); ++message) {
    if (message->turn < draft.pending.state.began_turn) break;
    if (message->role != Role::kUser && message->role != Role::kAssistant) continue;
    tokens += estimate_tokens(message->text) + 5;
    if (tokens > most_tokens) break;
    newest.push_back(std::move(*message));
  }
  std::reverse(newest.begin(), newest.end());
  return newest;
}

reading::PromptInput prompt_input(const TurnDraft& draft, const reading::ShownMessage& shown, const NluContext& now) {
  const SessionState& state = draft.pending.state;
  const Redactor& redactor = *draft.scope.bot_services.redactor;
  reading::PromptInput input;
  input.message = shown.text();
  std::vector<Message> earlier = earlier_messages(draft, draft.scope.bot.llm->history_tokens);
  const bool is_asking = !now.waiting_for_param.empty() || now.confirming || now.changing || !now.choices.empty();
  if (is_asking && !earlier.empty() && earlier.back().role == Role::kAssistant) {
    input.question = redactor.text_for_model(earlier.back().text, state);
    earlier.pop_back();
  }
  for (const std::string& choice : now.choices) input.options.push_back(redactor.text_for_model(choice, state));
  for (const Message& message : earlier) {
    input.history.push_back(std::string(to_string(message.role)) + ": " + redactor.text_for_model(message.text, state));
  }
  return input;
}

Result<void> is_reading(const std::string& text) {
  const auto answer = reading::parse_answer(text);
  return answer ? Result<void>() : Unexpected(answer.error());
}

// Whether the words of the value are a value of a more private param for the bot itself.
bool is_disclosed(const Redactor& redactor, const std::vector<ParamValue>& own, const ParamValue& value) {
  return std::any_of(own.begin(), own.end(), [&](const ParamValue& one) {
    const bool overlaps = one.span.begin < value.span.end && value.span.begin < one.span.end;
    return overlaps && one.param != value.param && redactor.shows_more(value.param, one.param);
  });
}

// Whether a param of this name has the type.
bool has_type(const config::BotDefinition& bot, const std::string& name, const std::string& type) {
  return std::any_of(bot.intents.begin(), bot.intents.end(), [&](const config::Intent& intent) {
    const config::Param* param = intent.find_param(name);
    const auto types = param ? config::types_in(param->type.value) : std::vector<std::string>();
    return std::find(types.begin(), types.end(), type) != types.end();
  });
}

// Whether the value has words in the form of a type that is more private than its param.
bool is_of_private_type(const TurnDraft& draft, const std::vector<std::pair<Span, std::string>>& typed,
                        const ParamValue& value) {
  return std::any_of(typed.begin(), typed.end(), [&](const auto& part) {
    const auto& [span, type] = part;
    return span.begin < value.span.end && value.span.begin < span.end &&
           draft.scope.bot_services.redactor->shows_more(value.param, type) &&
           !has_type(draft.scope.bot, value.param, type);
  });
}

// A model must not move a private value to a param whose values the bot shows: neither a value of a private param, nor
// a part in the form of a private type, such as a phone number as the number of an order. A correction stays one.
void drop_disclosed(const TurnDraft& draft, const std::string& text, const Understanding& own,
                    reading::CheckedReading& checked) {
  const Redactor& redactor = *draft.scope.bot_services.redactor;
  const std::vector<ParamValue> found = all_values(own);
  const auto typed = redactor.typed_parts(text);
  const auto discloses = [&](const ParamValue& value) {
    return is_of_private_type(draft, typed, value) || is_disclosed(redactor, found, value);
  };
  std::erase_if(checked.heard.acts, [&](DialogAct& act) {
    if (auto* request = std::get_if<acts::Request>(&act.what)) std::erase_if(request->wanted.params, discloses);
    const ParamValue* answer = answer_in(act);
    if (!answer || !discloses(*answer)) return false;
    const auto* correct = std::get_if<acts::Correct>(&act.what);
    const bool stays = correct && correct->by_words;
    if (stays) act.what = acts::Correct{{}, {}, true};
    return !stays;
  });
}

Value stored_reading(const ModelReply& reply, const reading::CheckedReading& checked) {
  Value::Object stored{{"outcome", to_string(reply.outcome)}};
  if (reply.has_answer()) stored["reading"] = reading::to_value(checked.taken);
  return Value(std::move(stored));
}

// Adds a sentence to the explanation of the message, if the request asks for one.
void add_reason(TurnDraft& draft, std::string sentence) {
  Value::Object* explained = draft.explanation.understanding.if_object();
  const auto why = explained ? explained->find("why") : Value::Object::iterator();
  if (sentence.empty() || !explained || why == explained->end()) return;
  if (Value::Array* sentences = why->second.if_array()) sentences->emplace_back(std::move(sentence));
}

}  // namespace

ModelReading read_by_model(TurnDraft& draft, const std::string& text, const NluContext& now, Understanding& own) {
  const TurnScope& scope = draft.scope;
  const bool is_connected = scope.services.model != nullptr;
  const bool reads = is_connected && scope.bot.llm && scope.bot.model_reads != config::ModelReads::kOff;
  if (!reads && scope.request.explain && is_for_model(draft, text, now, own)) {
    add_reason(draft, why_no_model(scope.bot, is_connected));
  }
  if (!reads || !is_for_model(draft, text, now, own)) return {};
  const reading::ShownMessage shown = scope.bot_services.redactor->for_model(text, own, draft.pending.state);
  if (shown.is_hidden()) {
    add_reason(draft, "The language model was not asked, because the whole message is private.");
    return {};
  }
  std::optional<ModelReply>& reply = draft.attempts.model_reply;
  if (!reply) {
    ModelTask task{reading::prompt(scope.catalog, now, prompt_input(draft, shown, now)), reading::answer_schema(),
                   is_reading};
    reply = scope.services.model->ask(scope.session, *scope.bot.llm, std::move(task), draft.pending.state.usage,
                                      draft.attempts.model_spending);
  }
  add_model_usage(draft.pending, reply->usage);
  reading::CheckedReading checked;
  checked.is_empty = true;
  const auto answer = reading::parse_answer(reply->text);
  std::vector<std::string> refused;
  const auto permit = [&](DialogAct act) -> std::optional<DialogAct> {
    auto left = planner::permitted({std::move(act)}, scope.bot, draft.pending.state, refused);
    return left.empty() ? std::nullopt : std::optional(std::move(left.front()));
  };
  if (reply->has_answer() && answer) checked = reading::check_reading(*answer, shown, scope.catalog, now, own, permit);
  refused.erase(std::unique(refused.begin(), refused.end()), refused.end());
  draft.explanation.add(refused);
  drop_disclosed(draft, text, own, checked);
  Value stored = stored_reading(*reply, checked);
  draft.telemetry.publish_model("read", *reply, !checked.is_empty);
  draft.explanation.add(std::vector<std::string>{std::string("language model: ") + to_string(reply->outcome) +
                                                 (checked.is_empty ? ", nothing used" : ", its reading is used")});
  add_reason(draft, sentence_about(*reply, !checked.is_empty));
  if (!checked.is_empty) own = std::move(checked.heard);
  return {std::move(stored), !checked.is_empty};
}

}  // namespace parley::engine
