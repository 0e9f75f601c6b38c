// Tested by tests/engine/engine_test.cc, external_nlu_test.cc, importance_test.cc and withheld_values_test.cc.
#include "engine/turn_input.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "engine/external_nlu.h"
#include "engine/model_reader.h"
#include "engine/param_value_lists.h"
#include "engine/passage_search.h"
#include "engine/tool_calls.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/early_options.h"
#include "intents/text_amendment.h"
#include "parley/act_queries.h"
#include "parley/protocol.h"
#include "planner/source_rights.h"

namespace parley::engine {
namespace {

// Adds metadata that rates the importance of a message, for contexts with a small budget (docs/context.md).
void add_importance(const std::vector<DialogAct>& acts, const NluContext& now, Value::Object& metadata) {
  const auto is_valid = [](const ParamValue& value) { return value.valid; };
  const acts::Request* request = find_request(acts);
  const bool gives_param =
      request && std::any_of(request->wanted.params.begin(), request->wanted.params.end(), is_valid);
  const bool answers = std::any_of(acts.begin(), acts.end(), [&](const DialogAct& act) {
    const ParamValue* answer = answer_in(act);
    return answer && is_valid(*answer);
  });
  if (gives_param || answers) metadata["filled"] = true;
  const Act word = main_act(acts);
  if (now.confirming && (word == Act::kAffirm || word == Act::kDeny)) metadata["confirmed"] = true;
}

// Returns the message as it is stored. `from_model`: what the store keeps of the language model's answers. Null:
// nothing.
std::string add_user_message(TurnDraft& draft, const std::string& text, const Understanding& heard,
                             const NluContext& now, Value from_model = {}) {
  const TurnScope& scope = draft.scope;
  draft.gate.learn(heard, text);
  MessageDetails details;
  if (scope.request.details != MessageDetails() || !from_model.is_null()) {
    details = scope.request.details;
    if (!from_model.is_null()) details.metadata.emplace(kModelMetadata, std::move(from_model));
    details = draft.gate.details(std::move(details), text, heard, now);
  }
  if (scope.bot_services.memory.strategy == ContextStrategy::kHybrid) add_importance(heard.acts, now, details.metadata);
  std::string stored = draft.gate.message(text, heard, now);
  add_message(draft.pending, scope, Role::kUser, stored, std::move(details));
  return stored;
}

// Whether the message may change a shown text: it gives no value, and asks for nothing else.
bool may_amend(const std::vector<DialogAct>& acts, const NluContext& now) {
  const Act word = main_act(acts);
  const acts::Request* request = find_request(acts);
  if (word != Act::kInform && word != Act::kAffirm && word != Act::kDeny) return false;
  if (request && request->wanted.candidate.intent != now.intent) return false;
  return !find_request(acts, acts::Request::Role::kNext) && !has_act<acts::Ask>(acts) &&
         std::none_of(acts.begin(), acts.end(), answer_in);
}

// Reads what an answer to a confirmation changes in a free text that the bot has shown, such as an address. Returns
// whether it changes one.
bool amend_shown_text(const TurnDraft& draft, const std::string& text, const NluContext& now, Understanding& heard) {
  const intents::Classifier& classifier = intents::classifier_of(draft.scope.catalog);
  const config::Intent* intent = classifier.bot().find_intent(now.intent);
  if (!now.confirming || !intent || !classifier.types().is_english() || !may_amend(heard.acts, now)) return false;
  std::vector<intents::ShownText> shown;
  for (const auto& [name, filled] : draft.pending.state.frames.back().params) {
    const config::Param* param = intent->find_param(name);
    if (!param || param->list || param->sensitive) continue;
    const bool is_number = param->type.value == "number" && filled.value.if_int();
    const bool is_text = param->type.value == "free_text" && filled.value.if_string();
    if (is_text || is_number) shown.push_back({name, filled.value.to_text(), is_number});
  }
  if (shown.empty()) return false;
  const intents::FoldedText folded(text);
  const auto amended = intents::amend_text(folded, intents::Words(folded.text()), shown);
  if (!amended) return false;
  ParamValue changed = classifier.judge(now.intent, amended->param, Value(amended->text), now);
  if (!changed.valid) return false;
  std::erase_if(heard.acts, [](const DialogAct& act) { return std::holds_alternative<acts::Correct>(act.what); });
  acts::Correct corrects{amended->param, std::move(changed), true};
  heard.acts.push_back({std::move(corrects), {}, 1, {ActSource::Kind::kType, {}, {}}});
  return true;
}

void add_member(Value& object, const char* name, Value member) {
  if (member.is_null()) return;
  if (!object.if_object()) object = Value::Object();
  (*object.if_object())[name] = std::move(member);
}

// Explains the acts that the planner gets, if the engine has changed what the bot's own reader found.
void explain_acts(TurnDraft& draft, const std::vector<DialogAct>& acts) {
  Value::Array explained;
  for (const DialogAct& act : acts) explained.push_back(to_value(act));
  add_member(draft.explanation.understanding, "acts", Value(std::move(explained)));
}

// Removes what the sources of the acts may not say.
void judge_sources(TurnDraft& draft, Understanding& heard) {
  std::vector<std::string> why;
  heard.acts = planner::permitted(std::move(heard.acts), draft.scope.bot, draft.pending.state, why);
  draft.explanation.add(why);
}

Understanding understand(TurnDraft& draft, const std::string& raw) {
  const TurnScope& scope = draft.scope;
  const bool is_valid = base::find_invalid_utf8(raw) == std::string_view::npos;
  const std::string repaired = is_valid ? std::string() : base::valid_utf8(raw);
  const std::string& text = is_valid ? raw : repaired;
  const NluContext now = nlu_context(scope, draft.pending.state);
  const bool explains = scope.request.explain;
  std::vector<std::string> notes;
  Understanding heard = intents::classifier_of(scope.catalog)
                            .understand(text, now, explains ? &notes : nullptr, intents::Sources::kOmitted);
  const bool is_amended = amend_shown_text(draft, text, now, heard);
  draft.explanation.add(notes);
  if (explains) draft.explanation.understanding = to_value(scope.catalog.explain(text, now));
  // A model that reads first also reads what a passage would answer.
  const bool model_is_first = scope.bot.model_reads == config::ModelReads::kFirst;
  Value document;
  if (!model_is_first) document = add_passage(draft, text, now, heard);
  std::vector<ParamValue> own;
  if (scope.bot.model_reads != config::ModelReads::kOff) own = all_values(heard);
  auto [from_model, is_by_model] = read_by_model(draft, text, now, heard);
  const bool was_read = !from_model.is_null();
  if (model_is_first) document = add_passage(draft, text, now, heard);
  add_member(from_model, "document", std::move(document));
  judge_sources(draft, heard);
  // A message that means nothing is a remark, for people. The planner needs no act for it.
  const bool means_nothing = heard.acts.empty() && !text.empty();
  if (means_nothing) heard.acts.push_back({acts::Remark{}, {0, text.size()}});
  if (explains && (is_amended || is_by_model || find_passage(heard.acts))) explain_acts(draft, heard.acts);
  // What the bot itself has found stays private, even if the model reads the message differently.
  if (was_read) std::move(own.begin(), own.end(), std::back_inserter(heard.mentioned));
  draft.telemetry.publish_understood(scope, draft.pending.state, text, heard, now);
  const std::string stored = add_user_message(draft, text, heard, now, std::move(from_model));
  if (means_nothing) heard.acts.clear();
  if (stored != text) heard.said = intents::words_kept_in(heard.said, stored);
  return heard;
}

// Adds a message for the person who has the conversation. The message is read only to find its private values.
void add_message_for_person(TurnDraft& draft, const std::string& raw) {
  NluContext now = nlu_context(draft.scope, draft.pending.state);
  now.waiting_for_param.clear();
  const std::string text = base::valid_utf8(raw);
  add_user_message(draft, text, draft.scope.catalog.understand(text, now), now);
}

Result<Understanding> validate(TurnDraft& draft, const NluResult& nlu) {
  const NluContext now = nlu_context(draft.scope, draft.pending.state);
  auto validated = validate_nlu(nlu, draft.scope.catalog, now, draft.explanation.trace);
  if (!validated) return Unexpected(validated.error());
  judge_sources(draft, *validated);
  draft.telemetry.publish_external_nlu(validated->acts);
  return validated;
}

}  // namespace

Result<planner::Event> read_input(TurnDraft& draft) {
  const auto& input = draft.scope.request.input;
  const bool is_handed_off = draft.pending.state.handed_off.has_value();
  if (const auto* text = std::get_if<std::string>(&input)) {
    if (!is_handed_off) return planner::Event(understand(draft, *text));
    add_message_for_person(draft, *text);
    return planner::Event(Understanding());
  }
  if (const auto* nlu = std::get_if<NluResult>(&input)) {
    auto validated = validate(draft, *nlu);
    if (!validated) return Unexpected(validated.error());
    return planner::Event(std::move(*validated));
  }
  if (const auto* result = std::get_if<ToolResult>(&input)) {
    if (!is_awaited(draft.pending.state, result->call_id)) return unknown_call();
    add_outcome(draft, result->outcome, waited_us(draft.scope, draft.pending.state));
    return planner::Event(result->outcome);
  }
  const SessionEvent event = std::get<SessionEvent>(input);
  if (event == SessionEvent::kGiveBack && !is_handed_off) {
    return Unexpected(
        ErrorCode::kInvalidRequest,
        "'event': no person has this conversation, so it cannot be given back; it was not handed off, or it "
        "was given back, has expired or has ended");
  }
  const bool ends = event == SessionEvent::kEnd || event == SessionEvent::kReset;
  if (ends && is_handed_off && draft.scope.request.spares_handoff) {
    return Unexpected(ErrorCode::kInvalidRequest, "'event': a person has this conversation, so its user cannot end it");
  }
  return planner::Event(event);
}

}  // namespace parley::engine
