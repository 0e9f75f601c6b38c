// Part of Classifier: answers to the open question, apart from the values that an Extractor finds.
// Tested by tests/intents/precedence_test.cc, ambiguity_test.cc and inquiry_reading_test.cc.
#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "base/fold.h"
#include "intents/act_clauses.h"
#include "intents/choice_resolution.h"
#include "intents/classifier.h"
#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/dialog_acts.h"
#include "intents/follow_up.h"
#include "intents/option_words.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostOptions = 10;  // as many as a question lists

// Words before "the first one" in "no wait, the first one".
constexpr std::string_view kBeforeChoice[] = {"no",   "nope",  "wait", "sorry",  "oh",     "actually", "i",
                                              "mean", "meant", "then", "rather", "please", "not",      "that"};

// Returns the message without such words at its beginning.
std::string_view choice_words(const Message& message) {
  const Words& words = message.words;
  std::size_t first = 0;
  while (first < words.size() && std::find(std::begin(kBeforeChoice), std::end(kBeforeChoice), words.text(first, 1)) !=
                                     std::end(kBeforeChoice)) {
    ++first;
  }
  return first < words.size() ? message.text.text().substr(words[first].begin) : std::string_view();
}

// Returns the verb of an order after a weak agreement: "ok, send it please". An order alone only repeats the request.
std::optional<std::string_view> ordered_verb(const Words& words) {
  constexpr std::string_view kBefore[] = {"ok",   "okay",   "k",    "kk",  "fine", "alright", "well", "great", "good",
                                          "then", "please", "just", "now", "so",   "and",     "cool", "right"};
  constexpr std::string_view kObjects[] = {"it", "that", "this", "them", "those", "these"};
  constexpr std::string_view kAfter[] = {"please", "then", "now", "thanks", "ok", "pls", "already", "asap"};
  const auto is_in = [&](const auto& list, std::size_t word) {
    return std::find(std::begin(list), std::end(list), words.text(word, 1)) != std::end(list);
  };
  std::size_t verb = 0;
  while (verb < words.size() && is_in(kBefore, verb)) ++verb;
  const bool agrees = verb > 0 && is_weak_agreement(words.text(0, 1));
  if (!agrees || verb + 1 >= words.size() || !is_in(kObjects, verb + 1)) return std::nullopt;
  for (std::size_t word = verb + 2; word < words.size(); ++word) {
    if (!is_in(kAfter, word)) return std::nullopt;
  }
  return words.text(verb, 1);
}

bool says_position(const Words& words) {
  constexpr std::string_view kPositions[] = {"first", "second", "third", "fourth", "fifth", "last", "former", "latter"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(std::begin(kPositions), std::end(kPositions), words.text(i, 1)) != std::end(kPositions)) return true;
  }
  return false;
}

// Returns true if a value answers the open question. Free text does not count.
bool is_answered(const Understanding& understood, const NluContext& nlu_context) {
  return std::any_of(understood.answers.begin(), understood.answers.end(), [&](const ParamValue& value) {
    return value.param == nlu_context.waiting_for_param && value.valid && !value.whole_message && !value.misspelt;
  });
}

}  // namespace

void Classifier::read_answers(const Message& message, const NluContext& nlu_context, int open,
                              const std::vector<Evidence>& found, Understanding& result,
                              std::vector<std::string>* notes) const {
  if (nlu_context.confirming) result.act = answer_to_confirmation(result.act, message, open);
  if (unknown_words_.are_said(static_cast<std::size_t>(open), nlu_context.waiting_for_param, message.text.text(),
                              message.words.text())) {
    result.act = Act::kDontKnow;
  }
  Extraction answers = extract(open, message, nlu_context, notes);
  result.answers = std::move(answers.values);
  result.ambiguous_answers = std::move(answers.ambiguous);
  result.named = std::move(answers.named);
  result.others = std::move(answers.others);
  add_to_enumeration(message, nlu_context, answers.corrects, result);
  result.corrects = answers.corrects;
  if (notes) note_untaken(answers.untaken, nlu_context.intent, *notes);
  if (const auto answer = answer_by_act(result, nlu_context)) result.answers.push_back(*answer);
  answer_by_quantifier(message, nlu_context, result);
  if (nlu_context.confirming && acts_.keeps(message.words)) result.named.clear();  // nothing of it changes
  const bool may_refuse = result.act == Act::kInform || result.act == Act::kDeny;
  if (nlu_context.confirming && may_refuse && refuses_confirmation(message, open, found)) {
    result.act = Act::kDeny;  // and "I don't want a refund" gives no reason for one
    for (auto& readings : result.ambiguous_answers)
      result.answers.insert(result.answers.end(), readings.begin(), readings.end());
    result.ambiguous_answers.clear();
    std::move(result.answers.begin(), result.answers.end(), std::back_inserter(result.mentioned));
    result.answers.clear();
  }
  // "Yes pls" is not a name.
  if (nlu_context.confirming && !result.corrects && result.act != Act::kDeny) {
    const std::vector<ParamValue> before = result.answers;
    extractors_[static_cast<std::size_t>(open)].drop_loose(result.answers);
    std::copy_if(before.begin(), before.end(), std::back_inserter(result.mentioned), [&](const ParamValue& value) {
      return std::none_of(result.answers.begin(), result.answers.end(),
                          [&](const ParamValue& kept) { return kept.param == value.param && kept.span == value.span; });
    });
  }
  if (withdraws(message, nlu_context, open, found, result)) {
    result.act = Act::kCancel;
    result.answers.clear();
    result.named.clear();
    result.corrects = false;
  }
  const bool denies = nlu_context.confirming && result.act == Act::kDeny;
  if (denies && corrections().keeps_wish(message.words)) result.corrects = true;
  if (says_unknown(message, nlu_context, open, result)) result.act = Act::kDontKnow;
  if (acts_.pauses(message.words)) {
    result.act = Act::kReact;
    result.answers.clear();
  }
  const bool cancels = result.act == Act::kCancel && !acts_.says_to_stop(message.words);
  if (cancels && is_answered(result, nlu_context)) result.act = Act::kInform;
  if (result.act == Act::kDeny && begins_with_value(result, message)) result.act = Act::kInform;
  if (is_aside(result.act)) extractors_[static_cast<std::size_t>(open)].drop_loose(result.answers);
}

// "I don't have it, can I just give you my email ...": the message need not end after these words.
bool Classifier::says_unknown(const Message& message, const NluContext& nlu_context, int open,
                              const Understanding& result) const {
  if (nlu_context.confirming || nlu_context.changing || is_answered(result, nlu_context)) return false;
  if (result.act != Act::kInform && result.act != Act::kDeny) return false;
  const config::Param* asked = bot_.intents[static_cast<std::size_t>(open)].find_param(nlu_context.waiting_for_param);
  return asked && asked->type.value != "free_text" && acts_.says_unknown(message.words, message.text.text());
}

// "Same for 23456 and 34567" beside an open intent adds runs of the intent: it does not change the values that it has.
void Classifier::add_to_enumeration(const Message& message, const NluContext& nlu_context, bool corrects,
                                    Understanding& result) const {
  if (result.answers.empty() || corrects || !types_.is_english() || !adds_another(message.words.text())) return;
  const config::Intent& intent = *bot_.find_intent(nlu_context.intent);
  const auto is_another = [&](const ParamValue& value) {
    const config::Param* param = intent.find_param(value.param);
    return param && !param->list && types_.has_patterns(param->type.value) && value.valid &&
           param->id.value != nlu_context.waiting_for_param &&
           std::find(nlu_context.filled.begin(), nlu_context.filled.end(), value.param) != nlu_context.filled.end();
  };
  const auto moved = std::stable_partition(result.answers.begin(), result.answers.end(), std::not_fn(is_another));
  result.others.insert(result.others.begin(), moved, result.answers.end());
  result.answers.erase(moved, result.answers.end());
}

bool Classifier::refuses_confirmation(const Message& message, int open, const std::vector<Evidence>& found) const {
  const auto own = std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == open; });
  if (own == found.end() || own->kind != Evidence::Kind::kRule) return false;
  if (is_refused_in(message, *own)) return true;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    if (word == "no" || word == "nope" || word == "never") return true;
  }
  return false;
}

bool Classifier::withdraws(const Message& message, const NluContext& nlu_context, int open,
                           const std::vector<Evidence>& found, const Understanding& result) const {
  const bool may_withdraw = result.act == Act::kInform || result.act == Act::kDeny;
  if (!may_withdraw || nlu_context.confirming || nlu_context.changing || nlu_context.waiting_for_param.empty()) {
    return false;
  }
  if (is_answered(result, nlu_context)) return false;
  return std::any_of(found.begin(), found.end(),
                     [&](const Evidence& one) { return one.intent == open && is_refused_in(message, one); });
}

// "Yes but don't forget the invoice" agrees. The reminder is about an intent that waits, or comes later.
bool Classifier::agrees_and_reminds(const Message& message) const {
  static const Pattern kReminder("^(.+?) (?:but |and )?(?:then )?(?:please )?(?:also )?(?:dont|do not) forget ",
                                 Pattern::Case::kCounts);
  const std::string_view words = message.words.text();
  if (words.find(" forget ") == std::string_view::npos) return false;
  Pattern::Groups groups;
  if (!kReminder.find(words, 0, groups)) return false;
  return acts_.read(Words(groups[1]), groups[1], {}) == Act::kAffirm;
}

// "Keep it" is a no, unless the bot asks whether it shall keep something.
Act Classifier::answer_to_confirmation(Act act, const Message& message, int open) const {
  const auto& confirm = bot_.intents[static_cast<std::size_t>(open)].confirm;
  if (act == Act::kInform && agrees_and_reminds(message)) return Act::kAffirm;
  const bool may_keep = act == Act::kInform || act == Act::kSkip;  // "keep it open" also skips a question
  if (!may_keep || !confirm) return act;
  if (!acts_.keeps(message.words)) {
    return act == Act::kInform && agrees_by_verb(message, *confirm) ? Act::kAffirm : act;
  }
  bool asks_to_keep = false;
  for (const config::TextVariants& ask : confirm->ask) {
    config::for_each_variant(ask, [&](const config::Template& text) {
      asks_to_keep = asks_to_keep || base::fold(text.source).find("keep") != std::string::npos;
    });
  }
  return asks_to_keep ? act : Act::kDeny;
}

bool Classifier::agrees_by_verb(const Message& message, const config::Confirmation& confirm) const {
  const std::optional<std::string_view> verb = ordered_verb(message.words);
  if (!verb || confirm.ask.empty()) return false;
  bool is_asked = false;
  config::for_each_variant(confirm.ask.front(), [&](const config::Template& text) {
    const Words words(base::fold(text.source));
    for (std::size_t i = 0; i < words.size(); ++i) is_asked = is_asked || words.text(i, 1) == *verb;
  });
  return is_asked;
}

Act Classifier::agreement_beside_other_intent(Act act, const Message& message) {
  if (act != Act::kAffirm && act != Act::kInform) return act;
  const bool agrees = act == Act::kAffirm || is_weak_agreement(message.words.text(0, 1)) ||
                      YesNo(YesNo::Where::kFirstWords).find(message.words).has_value();
  return agrees && says_instead(message.words) ? Act::kDeny : act;
}

void Classifier::cancel_by_first_clause(const Message& message, const NluContext& nlu_context,
                                        Understanding& result) const {
  const config::Intent* intent = bot_.find_intent(nlu_context.intent);
  if (!intent || result.act != Act::kInform || !joint_after_cancellation(message.words)) return;
  const config::Param* asked = intent->find_param(nlu_context.waiting_for_param);
  const bool is_story = asked && std::any_of(result.answers.begin(), result.answers.end(),
                                             [](const ParamValue& value) { return value.whole_message; });
  const bool says_more = !result.ambiguous_answers.empty() || !result.elsewhere.empty() || !result.named.empty() ||
                         result.choice || result.corrects;
  if (is_story || says_more || !result.answers.empty()) return;
  result.act = Act::kCancel;
}

// Returns true if the first word belongs to a value. In "no internet", the "no" denies nothing.
bool Classifier::begins_with_value(const Understanding& understood, const Message& message) {
  if (message.words.size() < 2) return false;
  const Span first = message.text.original_span(message.words[0].begin, message.words[1].end);
  return std::any_of(understood.answers.begin(), understood.answers.end(), [&](const ParamValue& value) {
    return value.valid && !value.whole_message && value.span.begin <= first.begin && first.end <= value.span.end;
  });
}

// Returns the answer when the user says yes or no in the bot's own words (`commands`) to a yes-or-no question.
std::optional<ParamValue> Classifier::answer_by_act(const Understanding& understood,
                                                    const NluContext& nlu_context) const {
  const bool is_yes_or_no = understood.act == Act::kAffirm || understood.act == Act::kDeny;
  if (!is_yes_or_no || !understood.answers.empty()) return std::nullopt;
  const config::Intent* intent = bot_.find_intent(nlu_context.intent);
  const config::Param* asked = intent ? intent->find_param(nlu_context.waiting_for_param) : nullptr;
  if (!asked || asked->type.value != "boolean") return std::nullopt;
  return judge(intent->id.value, asked->id.value, Value(understood.act == Act::kAffirm), nlu_context);
}

// Takes "everything", "none of them" and "any time" as the answer to a question for a param of a closed type. "All" and
// "both" are values only where a list is asked for, and "any" only if the bot says which value it means. Otherwise they
// skip the param, or are no answer if it cannot be skipped.
void Classifier::answer_by_quantifier(const Message& message, const NluContext& nlu_context,
                                      Understanding& result) const {
  if (nlu_context.waiting_for_param.empty() || nlu_context.confirming || nlu_context.changing) return;
  const config::Intent* intent = bot_.find_intent(nlu_context.intent);
  const config::Param* asked = intent ? intent->find_param(nlu_context.waiting_for_param) : nullptr;
  if (!asked || (asked->type.value == "free_text" && !asked->any)) return;
  const auto is_value = [&](const ParamValue& value) {
    return value.param == asked->id.value && value.op != ListOp::kClear && !value.whole_message && value.valid;
  };
  if (std::any_of(result.answers.begin(), result.answers.end(), is_value)) return;
  const auto quantifier = read_quantifier(message.words);
  if (!quantifier) return;
  const bool has_value =
      std::find(nlu_context.filled.begin(), nlu_context.filled.end(), asked->id.value) != nlu_context.filled.end();
  if (*quantifier == Quantifier::kNone) {
    if (!asked->list || has_value) return;
    ParamValue cleared;
    cleared.param = asked->id.value;
    cleared.value = Value(Value::Array());
    cleared.op = ListOp::kClear;
    result.answers = {std::move(cleared)};
    return;
  }
  std::vector<Value> values = values_meant_by(*quantifier, *asked);
  result.answers.clear();
  if (values.empty()) {
    if (!asked->required || asked->skippable) result.act = Act::kSkip;
    return;
  }
  result.act = Act::kInform;
  for (const Value& value : values) {
    result.answers.push_back(judge(intent->id.value, asked->id.value, value, nlu_context));
    result.answers.back().span = {};
  }
  if (asked->list) result.answers.front().op = ListOp::kSet;
}

// Returns the values that a quantifier means for a param; empty if it means none.
std::vector<Value> Classifier::values_meant_by(Quantifier quantifier, const config::Param& asked) const {
  std::vector<Value> values;
  if (quantifier == Quantifier::kAny && asked.any) {
    const Value::Array* items = asked.list ? asked.any->if_array() : nullptr;
    if (items) return *items;
    values.push_back(*asked.any);
  }
  const config::Entity* entity = asked.list ? bot_.find_entity(asked.type.value) : nullptr;
  const bool is_all = quantifier == Quantifier::kAll || quantifier == Quantifier::kBoth;
  if (!is_all || !entity || !entity->extends.value.empty()) return values;
  if (quantifier == Quantifier::kBoth && entity->values.size() != 2) return values;
  for (const config::EntityValue& value : entity->values) values.push_back(value.value);
  return values;
}

// Finds a choice by its position or its words. These words then are not a value of a param: "the second one" is not a
// quantity.
void Classifier::choose(const Message& message, const NluContext& nlu_context, int open, Understanding& result) const {
  if (nlu_context.lists_options) return choose_options(message, nlu_context, result);
  const auto choice = resolve_choice(message.words, nlu_context.choices);
  if (!choice && !nlu_context.offered.empty()) return choose_offered(message, nlu_context, result);
  if (!choice) {
    result.choice = choice_by_value(message, nlu_context, open);
    return;
  }
  result.choice = choice->index;
  if (!choice->says_nothing_else) return;
  result.answers.clear();
  result.ambiguous_answers.clear();
  result.named.clear();
  result.corrects = false;
}

// Finds the offered intent that the message names by a word of its own: "correct it obviously". The word may be a
// command elsewhere.
void Classifier::choose_offered(const Message& message, const NluContext& nlu_context, Understanding& result) {
  const OptionAnswer answer = read_option_answer(message.words, nlu_context.choices);
  if (answer.named.size() != 1) return;
  const auto named = static_cast<std::size_t>(answer.named.front());
  const bool is_small_act = result.act == Act::kAffirm || result.act == Act::kDeny || result.act == Act::kCancel;
  if (result.act != Act::kInform && !is_small_act) return;
  if (result.act == Act::kDeny && named + 1 < nlu_context.choices.size()) return;
  result.choice = answer.named.front();
  result.act = Act::kInform;
}

// Finds the options of a question that the message names. A value of the param that the message says takes precedence
// over a word of a label.
void Classifier::choose_options(const Message& message, const NluContext& nlu_context, Understanding& result) {
  const bool is_unknown = result.act == Act::kDontKnow;
  if (result.act != Act::kInform && !is_unknown) return;
  const OptionAnswer answer = read_option_answer(message.words, nlu_context.choices);
  if (is_unknown && answer.named.size() != 1) return;
  result.act = Act::kInform;  // "I don't know, the blue one" picks an option
  const auto is_asked = [&](const ParamValue& value) { return value.param == nlu_context.waiting_for_param; };
  const bool has_value = std::any_of(result.answers.begin(), result.answers.end(), [&](const ParamValue& value) {
    return is_asked(value) && value.valid && !value.whole_message && !value.misspelt;
  });
  if (has_value && !answer.is_certain) return;
  result.refuses_options = answer.refuses;
  if (answer.named.size() == 1) result.choice = answer.named.front();
  if (answer.named.size() > 1) result.several = answer.named;
  result.possible = answer.possible;
  if (answer.named.empty() && answer.possible.empty() && !answer.refuses) return;
  if (answer.is_certain || answer.refuses) {
    result.answers.clear();
    result.ambiguous_answers.clear();
    result.named.clear();
    result.corrects = false;
  } else {
    std::erase_if(result.answers, is_asked);
  }
}

// Reads the message and the labels as values of each param of the open intent.
std::optional<int> Classifier::choice_by_value(const Message& message, const NluContext& nlu_context, int open) const {
  if (open < 0) return std::nullopt;
  const auto index = static_cast<std::size_t>(open);
  std::vector<int> same;
  for (const config::Param& param : bot_.intents[index].params) {
    const auto meant = extractors_[index].answer(message.text, param.id.value, now_of(nlu_context));
    if (!meant) continue;
    for (std::size_t i = 0; i < nlu_context.choices.size(); ++i) {
      const FoldedText label(nlu_context.choices[i]);
      const auto offered = extractors_[index].answer(label, param.id.value, now_of(nlu_context));
      const int picked = static_cast<int>(i);
      const bool is_new = std::find(same.begin(), same.end(), picked) == same.end();
      if (offered && offered->value == meant->value && is_new) same.push_back(picked);
    }
  }
  return same.size() == 1 ? std::optional(same.front()) : std::nullopt;
}

// While the bot shows the values for confirmation, "no, the first one" picks an option of the last question that listed
// its options.
void Classifier::pick_earlier_option(const Message& message, const NluContext& nlu_context, int open,
                                     Understanding& result) const {
  if (!nlu_context.confirming || !says_position(message.words)) return;
  const config::Intent& intent = bot_.intents[static_cast<std::size_t>(open)];
  const config::Entity* entity = nullptr;
  const config::Param* param = nullptr;
  for (const config::Param& one : intent.params) {
    const config::Entity* values = bot_.find_entity(one.type.value);
    const bool has_options = values && !values->values.empty() && values->values.size() <= kMostOptions && !one.list;
    const auto& filled = nlu_context.filled;
    if (!has_options || std::find(filled.begin(), filled.end(), one.id.value) == filled.end()) continue;
    if (!param || nlu_context.filled_last != param->id.value) {  // else the last declared one
      param = &one;
      entity = values;
    }
  }
  if (!param) return;
  std::vector<std::string> positions(entity->values.size());  // without words, so that only a position counts
  const auto picked = resolve_choice(Words(choice_words(message)), positions);
  if (!picked || !picked->says_nothing_else) return;
  const config::EntityValue& option = entity->values[static_cast<std::size_t>(picked->index)];
  result.answers.assign(1, judge(intent.id.value, param->id.value, option.value, nlu_context));
  result.act = Act::kInform;
  result.corrects = true;
}

}  // namespace parley::intents
