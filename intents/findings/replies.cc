// Tested by tests/intents/precedence_test.cc, ambiguity_test.cc and inquiry_reading_test.cc.
#include "intents/findings/replies.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "base/fold.h"
#include "intents/act_clauses.h"
#include "intents/choice_resolution.h"
#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/dialog_acts.h"
#include "intents/findings/confirmations.h"
#include "intents/findings/values.h"
#include "intents/follow_up.h"
#include "intents/option_words.h"
#include "intents/pattern.h"
#include "intents/quantifiers.h"

namespace parley::intents {
namespace {

// Returns true if a value answers the open question. Free text does not count.
bool is_answered(const MessageReading& understood, const NluContext& context) {
  return std::any_of(understood.answers.begin(), understood.answers.end(), [&](const ParamValue& value) {
    return value.param == context.waiting_for_param && value.valid && !value.whole_message && !value.misspelt;
  });
}

// "I don't have it, can I just give you my email ...": the message need not end after these words.
bool says_unknown(const Dialog& dialog, const Message& message, const MessageReading& result) {
  if (dialog.context.confirming || dialog.context.changing || is_answered(result, dialog.context)) return false;
  if (result.act != Act::kInform && result.act != Act::kDeny) return false;
  const config::Param* asked = dialog.bot.definition_of(dialog.open).find_param(dialog.context.waiting_for_param);
  return asked && asked->type.value != "free_text" && dialog.bot.acts.says_unknown(message.words, message.text.text());
}

// "Same for 23456 and 34567" beside an open intent adds runs of the intent: it does not change the values that it has.
void add_to_enumeration(const Dialog& dialog, const Message& message, bool corrects, MessageReading& result) {
  if (result.answers.empty() || corrects || !dialog.bot.types.is_english() || !adds_another(message.words.text()))
    return;
  const config::Intent& intent = *dialog.bot.definition.find_intent(dialog.context.intent);
  const auto is_another = [&](const ParamValue& value) {
    const config::Param* param = intent.find_param(value.param);
    return param && !param->list && dialog.bot.types.has_patterns(param->type.value) && value.valid &&
           param->id.value != dialog.context.waiting_for_param &&
           std::find(dialog.context.filled.begin(), dialog.context.filled.end(), value.param) !=
               dialog.context.filled.end();
  };
  const auto moved = std::stable_partition(result.answers.begin(), result.answers.end(), std::not_fn(is_another));
  result.others.insert(result.others.begin(), moved, result.answers.end());
  result.answers.erase(moved, result.answers.end());
}

bool withdraws(const Dialog& dialog, const std::vector<Evidence>& found, const MessageReading& result) {
  const bool may_withdraw = result.act == Act::kInform || result.act == Act::kDeny;
  if (!may_withdraw || dialog.context.confirming || dialog.context.changing ||
      dialog.context.waiting_for_param.empty()) {
    return false;
  }
  if (is_answered(result, dialog.context)) return false;
  return std::any_of(found.begin(), found.end(),
                     [&](const Evidence& one) { return one.intent == dialog.open && one.is_refused; });
}

// Returns true if the first word belongs to a value. In "no internet", the "no" denies nothing.
bool begins_with_value(const MessageReading& understood, const Message& message) {
  if (message.words.size() < 2) return false;
  const Span first = message.text.original_span(message.words[0].begin, message.words[1].end);
  return std::any_of(understood.answers.begin(), understood.answers.end(), [&](const ParamValue& value) {
    return value.valid && !value.whole_message && value.span.begin <= first.begin && first.end <= value.span.end;
  });
}

// Returns the answer when the user says yes or no in the bot's own words (`commands`) to a yes-or-no question.
std::optional<ParamValue> answer_by_act(const Dialog& dialog, const MessageReading& understood) {
  const bool is_yes_or_no = understood.act == Act::kAffirm || understood.act == Act::kDeny;
  if (!is_yes_or_no || !understood.answers.empty()) return std::nullopt;
  const config::Intent* intent = dialog.bot.definition.find_intent(dialog.context.intent);
  const config::Param* asked = intent ? intent->find_param(dialog.context.waiting_for_param) : nullptr;
  if (!asked || asked->type.value != "boolean") return std::nullopt;
  ParamValue answer = judge(dialog, intent->id.value, asked->id.value, Value(understood.act == Act::kAffirm));
  answer.raw.clear();  // the message does not say "true"
  answer.span = {};
  return answer;
}

// Returns the values that a quantifier means for a param; empty if it means none.
std::vector<Value> values_meant_by(const Dialog& dialog, Quantifier quantifier, const config::Param& asked) {
  std::vector<Value> values;
  if (quantifier == Quantifier::kAny && asked.any) {
    const Value::Array* items = asked.list ? asked.any->if_array() : nullptr;
    if (items) return *items;
    values.push_back(*asked.any);
  }
  const config::Entity* entity = asked.list ? dialog.bot.definition.find_entity(asked.type.value) : nullptr;
  const bool is_all = quantifier == Quantifier::kAll || quantifier == Quantifier::kBoth;
  if (!is_all || !entity || !entity->extends.value.empty()) return values;
  if (quantifier == Quantifier::kBoth && entity->values.size() != 2) return values;
  for (const config::EntityValue& value : entity->values) values.push_back(value.value);
  return values;
}

// Takes "everything", "none of them" and "any time" as the answer to a question for a param of a closed type. "All" and
// "both" are values only where a list is asked for, and "any" only if the bot says which value it means. Otherwise they
// skip the param, or are no answer if it cannot be skipped.
void answer_by_quantifier(const Dialog& dialog, const Message& message, MessageReading& result) {
  if (dialog.context.waiting_for_param.empty() || dialog.context.confirming || dialog.context.changing) return;
  const config::Intent* intent = dialog.bot.definition.find_intent(dialog.context.intent);
  const config::Param* asked = intent ? intent->find_param(dialog.context.waiting_for_param) : nullptr;
  if (!asked || (asked->type.value == "free_text" && !asked->any)) return;
  const auto is_value = [&](const ParamValue& value) {
    return value.param == asked->id.value && value.op != ListOp::kClear && !value.whole_message && value.valid;
  };
  if (std::any_of(result.answers.begin(), result.answers.end(), is_value)) return;
  const auto quantifier = read_quantifier(message.words);
  if (!quantifier) return;
  const bool has_value = std::find(dialog.context.filled.begin(), dialog.context.filled.end(), asked->id.value) !=
                         dialog.context.filled.end();
  if (*quantifier == Quantifier::kNone) {
    if (!asked->list || has_value) return;
    ParamValue cleared;
    cleared.param = asked->id.value;
    cleared.value = Value(Value::Array());
    cleared.op = ListOp::kClear;
    result.answers = {std::move(cleared)};
    return;
  }
  std::vector<Value> values = values_meant_by(dialog, *quantifier, *asked);
  result.answers.clear();
  if (values.empty()) {
    if (!asked->required || asked->skippable) result.act = Act::kSkip;
    return;
  }
  result.act = Act::kInform;
  for (const Value& value : values) {
    result.answers.push_back(judge(dialog, intent->id.value, asked->id.value, value));
    result.answers.back().span = {};
  }
  if (asked->list) result.answers.front().op = ListOp::kSet;
}

}  // namespace

void read_answers(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found,
                  MessageReading& result, std::vector<std::string>* notes) {
  if (dialog.context.confirming) result.act = answer_to_confirmation(dialog, result.act, message, found);
  if (dialog.bot.unknown_words.are_said(static_cast<std::size_t>(dialog.open), dialog.context.waiting_for_param,
                                        message.text.text(), message.words.text())) {
    result.act = Act::kDontKnow;
  }
  Extraction answers = extract_params(dialog, dialog.open, message, notes);
  result.answers = std::move(answers.values);
  result.ambiguous_answers = std::move(answers.ambiguous);
  result.named = std::move(answers.named);
  result.others = std::move(answers.others);
  add_to_enumeration(dialog, message, answers.corrects, result);
  result.corrects = answers.corrects;
  if (notes) note_untaken(answers.untaken, dialog.context.intent, *notes);
  if (const auto answer = answer_by_act(dialog, result)) result.answers.push_back(*answer);
  answer_by_quantifier(dialog, message, result);
  if (dialog.context.confirming && dialog.bot.acts.keeps(message.words)) result.named.clear();  // nothing of it changes
  const bool may_refuse = result.act == Act::kInform || result.act == Act::kDeny;
  if (dialog.context.confirming && may_refuse && refuses_confirmation(dialog, message, found)) {
    result.act = Act::kDeny;  // and "I don't want a refund" gives no reason for one
    for (auto& readings : result.ambiguous_answers)
      result.answers.insert(result.answers.end(), readings.begin(), readings.end());
    result.ambiguous_answers.clear();
    std::move(result.answers.begin(), result.answers.end(), std::back_inserter(result.mentioned));
    result.answers.clear();
  }
  // "Yes pls" and "no problem" are no names.
  const bool only_agrees = result.act == Act::kAffirm && DialogActs::only_agrees(message.words);
  result.corrects = result.corrects && !only_agrees;
  if (dialog.context.confirming && !result.corrects && result.act != Act::kDeny) {
    const std::vector<ParamValue> before = result.answers;
    dialog.bot.at(dialog.open).extractor.drop_loose(result.answers);
    std::copy_if(before.begin(), before.end(), std::back_inserter(result.mentioned), [&](const ParamValue& value) {
      return std::none_of(result.answers.begin(), result.answers.end(),
                          [&](const ParamValue& kept) { return kept.param == value.param && kept.span == value.span; });
    });
  }
  if (withdraws(dialog, found, result)) {
    result.act = Act::kCancel;
    result.answers.clear();
    result.named.clear();
    result.corrects = false;
  }
  const bool denies = dialog.context.confirming && result.act == Act::kDeny;
  if (denies && corrections().keeps_wish(message.words)) result.corrects = true;
  if (says_unknown(dialog, message, result)) result.act = Act::kDontKnow;
  if (dialog.bot.acts.pauses(message.words)) {
    result.act = Act::kReact;
    result.answers.clear();
  }
  if (result.asks_if_there) result.answers.clear();
  const bool cancels = result.act == Act::kCancel && !dialog.bot.acts.says_to_stop(message.words);
  if (cancels && is_answered(result, dialog.context)) result.act = Act::kInform;
  if (result.act == Act::kDeny && begins_with_value(result, message)) result.act = Act::kInform;
  if (is_aside(result.act)) dialog.bot.at(dialog.open).extractor.drop_loose(result.answers);
}

void cancel_by_first_clause(const Dialog& dialog, const Message& message, MessageReading& result) {
  const config::Intent* intent = dialog.bot.definition.find_intent(dialog.context.intent);
  if (!intent || result.act != Act::kInform || !joint_after_cancellation(message.words)) return;
  const config::Param* asked = intent->find_param(dialog.context.waiting_for_param);
  const bool is_story = asked && std::any_of(result.answers.begin(), result.answers.end(),
                                             [](const ParamValue& value) { return value.whole_message; });
  const bool says_more = !result.ambiguous_answers.empty() || !result.elsewhere.empty() || !result.named.empty() ||
                         result.choice || result.corrects;
  if (is_story || says_more || !result.answers.empty()) return;
  result.act = Act::kCancel;
}

}  // namespace parley::intents
