// Tested by tests/intents/precedence_test.cc, ambiguity_test.cc and inquiry_reading_test.cc.
#include "intents/findings/replies.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "intents/act_clauses.h"
#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/dialog_acts.h"
#include "intents/findings/confirmations.h"
#include "intents/findings/values.h"
#include "intents/follow_up.h"
#include "intents/quantifiers.h"
#include "intents/retraction.h"

namespace parley::intents {
namespace {

Reply only(Act act) {
  Reply reply;
  reply.act = act;
  return reply;
}

// Returns true if a value answers the open question. Free text does not count.
bool is_answered(const std::vector<ParamValue>& values, const NluContext& context) {
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
    return value.param == context.waiting_for_param && value.valid && !value.whole_message && !value.misspelt;
  });
}

// Returns true if the words of the message are the value that the bot asks for: "checking", for an account.
bool is_only_answer(const std::vector<ParamValue>& values, const Message& message, const NluContext& context) {
  if (message.words.size() == 0) return false;
  const Span said = message.text.original_span(message.words[0].begin, message.words[message.words.size() - 1].end);
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
    return value.param == context.waiting_for_param && value.valid && !value.misspelt && value.span == said;
  });
}

bool asks_yes_or_no(const Dialog& dialog) {
  const config::Param* asked = dialog.asked();
  return asked && asked->type.value == "boolean";
}

// The act of the words, as an answer to the open question.
Act act_of_words(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found) {
  const std::string_view text = message.text.text();
  const auto open = static_cast<std::size_t>(dialog.open);
  if (dialog.bot.unknown_words.are_said(open, dialog.context.waiting_for_param, text, message.words.text())) {
    return Act::kDontKnow;
  }
  Act act = dialog.bot.acts.read(message.words, text, dialog.context);
  if (dialog.context.confirming) act = answer_to_confirmation(dialog, act, message, found);
  const bool denies = act == Act::kInform && asks_yes_or_no(dialog) && DialogActs::denies_emphatically(message.words);
  return denies ? Act::kDeny : act;
}

// "I don't have it, can I just give you my email ...": the message need not end after these words.
bool says_unknown(const Dialog& dialog, const Message& message, const Reply& reply) {
  if (dialog.context.confirming || dialog.context.changing || is_answered(reply.values, dialog.context)) return false;
  if (reply.act != Act::kInform && reply.act != Act::kDeny) return false;
  const config::Param* asked = dialog.asked();
  return asked && asked->type.value != "free_text" && dialog.bot.acts.says_unknown(message.words, message.text.text());
}

// Moves the values that add runs of the intent: "same for 23456 and 34567" does not change the values that it has.
std::vector<ParamValue> take_further_runs(const Dialog& dialog, const Message& message,
                                          std::vector<ParamValue>& values) {
  if (values.empty() || !dialog.bot.types.is_english() || !adds_another(message.words.text())) return {};
  const auto stays = [&](const ParamValue& value) {
    const config::Param* param = dialog.open_intent()->find_param(value.param);
    return !param || param->list || !dialog.bot.types.has_patterns(param->type.value) || !value.valid ||
           param->id.value == dialog.context.waiting_for_param || !dialog.is_filled(value.param);
  };
  const auto moved = std::stable_partition(values.begin(), values.end(), stays);
  std::vector<ParamValue> runs(std::make_move_iterator(moved), std::make_move_iterator(values.end()));
  values.erase(moved, values.end());
  return runs;
}

// Whether the message refuses the open intent while the bot asks for a param of it: "I don't want to order anything".
bool withdraws(const Dialog& dialog, const std::vector<Evidence>& found, const Reply& reply) {
  const bool may_withdraw = reply.act == Act::kInform || reply.act == Act::kDeny;
  if (!may_withdraw || dialog.context.confirming || dialog.context.changing ||
      dialog.context.waiting_for_param.empty() || is_answered(reply.values, dialog.context)) {
    return false;
  }
  return std::any_of(found.begin(), found.end(),
                     [&](const Evidence& one) { return one.intent == dialog.open && one.is_refused; });
}

// Returns true if the first word belongs to a value. In "no internet", the "no" denies nothing.
bool begins_with_value(const std::vector<ParamValue>& values, const Message& message) {
  if (message.words.size() < 2) return false;
  const Span first = message.text.original_span(message.words[0].begin, message.words[1].end);
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
    return value.valid && !value.whole_message && value.span.begin <= first.begin && first.end <= value.span.end;
  });
}

// Returns the answer when the user says yes or no in the bot's own words (`commands`) to a yes-or-no question.
std::optional<ParamValue> answer_by_act(const Dialog& dialog, Act act) {
  if ((act != Act::kAffirm && act != Act::kDeny) || !asks_yes_or_no(dialog)) return std::nullopt;
  ParamValue answer = judge(dialog, dialog.context.intent, dialog.asked()->id.value, Value(act == Act::kAffirm));
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

// "Everything", "none of them" and "any time" as the answer to a question for a param of a closed type. "All" and
// "both" are values only where a list is asked for, and "any" only if the bot says which value it means. Otherwise they
// skip the param, or are no answer if it cannot be skipped.
std::optional<Reply> answer_by_quantifier(const Dialog& dialog, const Message& message, const Reply& reply) {
  const config::Param* asked = dialog.asked();
  if (!asked || dialog.context.confirming || dialog.context.changing) return std::nullopt;
  if (asked->type.value == "free_text" && !asked->any) return std::nullopt;
  const std::string& id = asked->id.value;
  const auto is_value = [&](const ParamValue& value) {
    return value.param == id && value.op != ListOp::kClear && !value.whole_message && value.valid;
  };
  if (std::any_of(reply.values.begin(), reply.values.end(), is_value)) return std::nullopt;
  const auto quantifier = read_quantifier(message.words);
  if (!quantifier) return std::nullopt;
  Reply meant = only(reply.act);
  if (*quantifier == Quantifier::kNone) {
    if (!asked->list || dialog.is_filled(id)) return std::nullopt;
    ParamValue& cleared = meant.values.emplace_back();
    cleared.param = id;
    cleared.value = Value(Value::Array());
    cleared.op = ListOp::kClear;
    return meant;
  }
  for (const Value& value : values_meant_by(dialog, *quantifier, *asked)) {
    meant.values.push_back(judge(dialog, dialog.context.intent, id, value));
    meant.values.back().span = {};
  }
  if (!meant.values.empty()) {
    meant.act = Act::kInform;
    if (asked->list) meant.values.front().op = ListOp::kSet;
  } else if (!asked->required || asked->skippable) {
    meant.act = Act::kSkip;
  }
  return meant;
}

bool has_only_answer(const Dialog& dialog, const Message& message, std::vector<ParamValue> values) {
  dialog.bot.at(dialog.open).extractor.drop_loose(values);
  return is_only_answer(values, message, dialog.context);
}

// Leaves out the values that the bot's own words for yes or no would give, and texts that are an example of the open
// intent: "find a flight", asked for the city.
std::vector<ParamValue> values_beside_act(const Dialog& dialog, const Message& message,
                                          const std::vector<Evidence>& found, Act act, std::vector<ParamValue> values) {
  const std::string& asked = dialog.context.waiting_for_param;
  const bool is_yes_or_no = act == Act::kAffirm || act == Act::kDeny;
  if (is_yes_or_no && asks_yes_or_no(dialog) && dialog.bot.acts.is_own(message.words, message.text.text())) {
    std::erase_if(values, [&](const ParamValue& value) { return value.param == asked; });
  }
  const bool is_example = std::any_of(found.begin(), found.end(), [&](const Evidence& one) {
    return one.intent == dialog.open && one.kind == Evidence::Kind::kExample;
  });
  if (is_example && dialog.bot.matchers.templates.fills(dialog.open, asked)) {
    std::erase_if(values, [](const ParamValue& value) { return value.whole_message; });
  }
  return values;
}

Reply correction_to(const ParamValue& value) {
  Reply reply;
  reply.values.push_back(value);
  reply.corrects = true;
  return reply;
}

// "I don't want a refund" gives no reason for one: each value is only mentioned.
Reply refusal(Reply reply) {
  reply.act = Act::kDeny;
  for (auto& readings : reply.ambiguous) reply.values.insert(reply.values.end(), readings.begin(), readings.end());
  reply.mentioned = std::move(reply.values);
  reply.values.clear();
  reply.ambiguous.clear();
  return reply;
}

// An answer to a confirmation has names and free texts only if it corrects something. "Yes pls" has none.
void keep_firm_values(const Dialog& dialog, Reply& reply) {
  const std::vector<ParamValue> before = reply.values;
  dialog.bot.at(dialog.open).extractor.drop_loose(reply.values);
  std::copy_if(before.begin(), before.end(), std::back_inserter(reply.mentioned), [&](const ParamValue& value) {
    return std::none_of(reply.values.begin(), reply.values.end(),
                        [&](const ParamValue& kept) { return kept.param == value.param && kept.span == value.span; });
  });
}

// The act, now that the values are known.
Act act_beside_values(const Dialog& dialog, const Message& message, const Reply& reply) {
  if (says_unknown(dialog, message, reply)) return Act::kDontKnow;
  const bool cancels = reply.act == Act::kCancel && !dialog.bot.acts.says_to_stop(message.words);
  if (cancels && is_answered(reply.values, dialog.context)) return Act::kInform;
  if (reply.act == Act::kDeny && begins_with_value(reply.values, message)) return Act::kInform;
  return reply.act;
}

}  // namespace

Reply read_reply(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found,
                 std::vector<std::string>* notes) {
  const bool confirming = dialog.context.confirming;
  Reply reply = only(act_of_words(dialog, message, found));
  reply.breaks_silence = reply.act == Act::kGreet && dialog.bot.acts.asks_if_there(message.words, message.text.text());
  const bool ends = reply.act == Act::kCancel || reply.act == Act::kCancelAll;
  reply.closes = ends && dialog.bot.acts.ends_with_goodbye(message.words, message.text.text());
  if (reply.breaks_silence) return reply;

  Extraction said = extract_params(dialog, dialog.open, message, notes);
  if (notes) note_untaken(said.untaken, dialog.context.intent, *notes);
  if (!said.corrects) reply.others = take_further_runs(dialog, message, said.values);
  reply.others.insert(reply.others.end(), said.others.begin(), said.others.end());
  reply.values = values_beside_act(dialog, message, found, reply.act, std::move(said.values));
  if (dialog.bot.acts.pauses(message.words) && !has_only_answer(dialog, message, reply.values)) {
    return only(Act::kReact);
  }
  reply.ambiguous = std::move(said.ambiguous);
  const bool keeps = confirming && dialog.bot.acts.keeps(message.words, message.text.text());
  if (!keeps) reply.named = std::move(said.named);  // else nothing of it changes
  const auto answer = reply.values.empty() ? answer_by_act(dialog, reply.act) : std::nullopt;
  if (answer) reply.values.push_back(*answer);
  if (auto meant = answer_by_quantifier(dialog, message, reply)) {
    reply.act = meant->act;
    reply.values = std::move(meant->values);
  }
  if (const auto retracted = find_retracted_yes(dialog, message, reply)) return correction_to(*retracted);
  // "Yes pls" and "no problem" are no names.
  const bool only_agrees = reply.act == Act::kAffirm && DialogActs::only_agrees(message.words, message.text.text());
  const bool may_refuse = reply.act == Act::kInform || reply.act == Act::kDeny;
  reply.corrects = said.corrects && !only_agrees;
  if (withdraws(dialog, found, reply)) return only(Act::kCancel);
  if (confirming && may_refuse && refuses_confirmation(dialog, message, found)) reply = refusal(std::move(reply));
  if (confirming && !reply.corrects && reply.act != Act::kDeny) keep_firm_values(dialog, reply);
  if (confirming && reply.act == Act::kDeny && corrections().keeps_wish(message.words)) reply.corrects = true;
  reply.act = act_beside_values(dialog, message, reply);
  if (is_aside(reply.act)) {
    dialog.bot.at(dialog.open).extractor.drop_unnamed(reply.values, dialog.context.waiting_for_param);
  }
  return reply;
}

bool cancels_by_first_clause(const Dialog& dialog, const Message& message, const MessageReading& reading) {
  const Reply& reply = reading.reply;
  const bool says_nothing = reply.act == Act::kInform && reply.values.empty() && reply.ambiguous.empty() &&
                            reply.named.empty() && !reply.corrects && reading.elsewhere.empty() && !reading.choice;
  return dialog.open >= 0 && says_nothing && joint_after_cancellation(message.words);
}

}  // namespace parley::intents
