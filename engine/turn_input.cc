// Tested by tests/engine/engine_test.cc, external_nlu_test.cc, importance_test.cc and withheld_values_test.cc.
#include "engine/turn_input.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "engine/external_nlu.h"
#include "engine/heard_message.h"
#include "engine/model_reader.h"
#include "engine/param_value_lists.h"
#include "engine/passage_search.h"
#include "engine/tool_calls.h"
#include "intents/acts_of.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/early_options.h"
#include "intents/text_amendment.h"
#include "parley/protocol.h"
#include "planner/source_rights.h"

namespace parley::engine {
namespace {

// Adds metadata that rates the importance of a message, for contexts with a small budget (docs/context.md).
void add_importance(const Understanding& heard, const NluContext& now, Value::Object& metadata) {
  const auto any_valid = [](const std::vector<ParamValue>& values) {
    return std::any_of(values.begin(), values.end(), [](const ParamValue& value) { return value.valid; });
  };
  if (any_valid(heard.params) || any_valid(heard.answers)) metadata["filled"] = true;
  if (now.confirming && (heard.act == Act::kAffirm || heard.act == Act::kDeny)) metadata["confirmed"] = true;
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
  if (scope.bot_services.memory.strategy == ContextStrategy::kHybrid) add_importance(heard, now, details.metadata);
  std::string stored = draft.gate.message(text, heard, now);
  add_message(draft.pending, scope, Role::kUser, stored, std::move(details));
  return stored;
}

// Reads what an answer to a confirmation changes in a free text that the bot has shown, such as an address. Returns
// whether it changes one.
bool amend_shown_text(const TurnDraft& draft, const std::string& text, const NluContext& now, HeardMessage& message) {
  const Understanding& heard = message.fields;
  const intents::Classifier& classifier = intents::classifier_of(draft.scope.catalog);
  const bool may_change = heard.act == Act::kInform || heard.act == Act::kAffirm || heard.act == Act::kDeny;
  const bool is_about_another = !heard.candidates.empty() && heard.candidates.front().intent != now.intent;
  const config::Intent* intent = classifier.bot().find_intent(now.intent);
  if (!now.confirming || !intent || !may_change || is_about_another || !classifier.types().is_english()) return false;
  if (!heard.answers.empty() || !heard.further.empty() || !heard.inquiries.empty()) return false;
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
  std::erase_if(message.acts, [](const DialogAct& act) { return std::holds_alternative<acts::Correct>(act.what); });
  acts::Correct corrects{amended->param, std::move(changed), true};
  message.acts.push_back({std::move(corrects), {}, 1, {ActSource::Kind::kType, {}, {}}});
  intents::replace_acts(message.fields, message.acts);
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
void judge_sources(TurnDraft& draft, HeardMessage& heard) {
  std::vector<std::string> why;
  heard.acts = planner::permitted(std::move(heard.acts), draft.scope.bot, draft.pending.state, why);
  if (why.empty()) return;
  intents::replace_acts(heard.fields, heard.acts);
  draft.explanation.add(why);
}

planner::Message message_for_planner(const HeardMessage& heard) {
  const Understanding& fields = heard.fields;
  return {heard.acts, fields.untaken, fields.said, fields.asks_once, fields.refers_back};
}

planner::Message understand(TurnDraft& draft, const std::string& raw) {
  const TurnScope& scope = draft.scope;
  const bool is_valid = base::find_invalid_utf8(raw) == std::string_view::npos;
  const std::string repaired = is_valid ? std::string() : base::valid_utf8(raw);
  const std::string& text = is_valid ? raw : repaired;
  const NluContext now = nlu_context(scope, draft.pending.state);
  const bool explains = scope.request.explain;
  std::vector<std::string> notes;
  HeardMessage heard;
  heard.fields = intents::classifier_of(scope.catalog)
                     .understand(text, now, explains ? &notes : nullptr, intents::Sources::kOmitted);
  heard.acts = intents::acts_of(heard.fields, now);
  const bool is_amended = amend_shown_text(draft, text, now, heard);
  draft.explanation.add(notes);
  if (explains) draft.explanation.understanding = to_value(scope.catalog.explain(text, now));
  // A model that reads first also reads what a passage would answer.
  const bool model_is_first = scope.bot.model_reads == config::ModelReads::kFirst;
  Value document;
  if (!model_is_first) document = add_passage(draft, text, now, heard);
  std::vector<ParamValue> own;
  if (scope.bot.model_reads != config::ModelReads::kOff) own = all_values(heard.fields);
  auto [from_model, is_by_model] = read_by_model(draft, text, now, heard);
  const bool was_read = !from_model.is_null();
  if (model_is_first) document = add_passage(draft, text, now, heard);
  add_member(from_model, "document", std::move(document));
  judge_sources(draft, heard);
  planner::Message message = message_for_planner(heard);
  // A message that means nothing is a remark, for people. The planner needs no act for it.
  if (heard.acts.empty() && !text.empty()) heard.acts.push_back({acts::Remark{}, {0, text.size()}});
  if (explains && (is_amended || is_by_model || heard.fields.passage)) explain_acts(draft, heard.acts);
  // What the bot itself has found stays private, even if the model reads the message differently.
  std::optional<Understanding> with_own;
  if (was_read) {
    with_own = heard.fields;
    std::move(own.begin(), own.end(), std::back_inserter(with_own->mentioned));
  }
  const Understanding& seen = with_own ? *with_own : heard.fields;
  draft.telemetry.publish_understood(scope, draft.pending.state, text, seen, heard.acts, now);
  const std::string stored = add_user_message(draft, text, seen, now, std::move(from_model));
  if (stored != text) message.said = intents::words_kept_in(message.said, stored);
  return message;
}

// Adds a message for the person who has the conversation. The message is read only to find its private values.
void add_message_for_person(TurnDraft& draft, const std::string& raw) {
  NluContext now = nlu_context(draft.scope, draft.pending.state);
  now.waiting_for_param.clear();
  const std::string text = base::valid_utf8(raw);
  add_user_message(draft, text, draft.scope.catalog.understand(text, now), now);
}

Result<planner::Message> validate(TurnDraft& draft, const NluResult& nlu) {
  const NluContext now = nlu_context(draft.scope, draft.pending.state);
  auto validated = validate_nlu(nlu, draft.scope.catalog, now, draft.explanation.trace);
  if (!validated) return Unexpected(validated.error());
  judge_sources(draft, *validated);
  draft.telemetry.publish_external_nlu(validated->fields, validated->acts);
  return message_for_planner(*validated);
}

}  // namespace

Result<planner::Event> read_input(TurnDraft& draft) {
  const auto& input = draft.scope.request.input;
  const bool is_handed_off = draft.pending.state.handed_off.has_value();
  if (const auto* text = std::get_if<std::string>(&input)) {
    if (!is_handed_off) return planner::Event(understand(draft, *text));
    add_message_for_person(draft, *text);
    return planner::Event(planner::Message());
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
