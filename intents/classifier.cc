// Tested by tests/intents/precedence_test.cc and example_classifier_test.cc.
#include "intents/classifier.h"

#include <algorithm>
#include <utility>

#include "base/work_budget.h"
#include "intents/agreement.h"
#include "intents/clauses.h"
#include "intents/context_facts.h"
#include "intents/correction.h"
#include "intents/early_options.h"
#include "intents/effects.h"
#include "intents/follow_up.h"
#include "intents/inability.h"
#include "intents/offer_refusal.h"
#include "intents/opening_text.h"
#include "intents/reference.h"

namespace parley::intents {
namespace {

// Returns the param for which the intent asks if there is only one; otherwise an empty text. After "what should I
// change?", the answer is about this param.
std::string_view only_question_of(const config::Intent& intent) {
  std::string_view only;
  for (const config::Param& param : intent.params) {
    if (param.ask.empty()) continue;
    if (!only.empty()) return {};
    only = param.id.value;
  }
  return only;
}

}  // namespace

Classifier::Classifier(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings)
    : bot_(bot),
      zone_(base::TimeZone::find(bot.time_zone).value_or(base::TimeZone())),
      types_(bot, prefilter_, findings),
      own_values_(bot, types_),
      rules_(bot, prefilter_, findings),
      templates_(bot, types_, findings),
      examples_(bot),
      likeness_(bot, own_values_, std::move(options)),
      answers_(bot, findings),
      unknown_words_(bot, findings),
      acts_(bot.commands, bot.replies, findings),
      topic_words_(takes_stories(bot) ? TopicWords(bot) : TopicWords()),
      open_types_(open_types_of(bot, types_)),
      calls_tools_(intents_that_call_tools(bot)),
      confirms_(intents_that_confirm(bot)),
      starts_(intents_started_by(bot)),
      needs_wish_(intents_that_need_a_wish(bot)) {
  for (const config::Intent& intent : bot.intents) {
    by_id_.emplace(intent.id.value, static_cast<int>(extractors_.size()));
    extractors_.emplace_back(intent, types_, findings);
    const auto has_list = [](const config::Param& param) { return param.options.has_value(); };
    has_options_ = has_options_ || std::any_of(intent.params.begin(), intent.params.end(), has_list);
    has_sentences_ = has_sentences_ || !intent.sentences.empty() || !intent.examples.empty();
  }
  has_options_ = has_options_ && types_.is_english();
  prefilter_.compile();
}

std::uint64_t step_limit(std::string_view message) {
  constexpr std::uint64_t kBaseSteps = 100'000'000;
  constexpr std::uint64_t kStepsPerByte = 6'000;
  return std::max(kBaseSteps, kStepsPerByte * message.size());
}

// Part of a message may mean the opposite of the whole ("not 5"). The classifier therefore ignores the whole message if
// reading it takes too many steps.
Understanding Classifier::understand(std::string_view original, const NluContext& nlu_context,
                                     std::vector<std::string>* notes, Sources sources) const {
  const base::WorkBudget work(step_limit(original));
  const std::optional<std::string> rest = without_refused_offer(original, nlu_context);
  Message message = this->message(rest ? std::string_view(*rest) : original, sources);
  if (!nlu_context.intent.empty()) message.needs_places = true;  // the same words may answer the question
  std::vector<Evidence> found = evidence(message, nlu_context);
  Understanding result = understand(message, nlu_context, found, notes);
  if (work.is_exceeded()) result = Understanding();
  return result;
}

// With sentences, the clauses of a message may match although the message has one candidate. The candidates are then
// ordered by their places.
Message Classifier::message(std::string_view original, Sources sources) const {
  Message message(original, prefilter_, sources);
  const bool may_refuse = message.text.text().find("n't") != std::string_view::npos ||
                          message.words.text().find("not") != std::string_view::npos ||
                          message.words.text().find("dont") != std::string_view::npos ||
                          message.words.text().find("never") != std::string_view::npos;
  message.needs_places = sources == Sources::kNamed || has_sentences_ || !answers_.empty() || may_refuse;
  return message;
}

ParamValue Classifier::judge_type(std::string_view intent, std::string_view param, const Value& value,
                                  const NluContext& nlu_context) const {
  const int index = index_of(intent);
  if (index < 0) return judge(intent, param, value, nlu_context);
  return extractors_[static_cast<std::size_t>(index)].judge_type(param, value, now_of(nlu_context));
}

ParamValue Classifier::judge(std::string_view intent, std::string_view param, const Value& value,
                             const NluContext& nlu_context) const {
  const int index = index_of(intent);
  if (index >= 0) {
    const std::string* text = value.if_string();
    const base::WorkBudget work(step_limit(text ? *text : std::string_view()));
    ParamValue judged = extractors_[static_cast<std::size_t>(index)].judge(param, value, now_of(nlu_context));
    judged.valid = judged.valid && !work.is_exceeded();
    return judged;
  }
  ParamValue unknown;
  unknown.param = param;
  unknown.value = value;
  unknown.valid = false;
  return unknown;
}

// Without an open question, "don't refund it" asks for no refund, and resembles a wish for one.
std::vector<Evidence> Classifier::evidence(const Message& message, const NluContext& nlu_context) const {
  std::vector<Evidence> unable;
  std::vector<Evidence> all = firm_evidence(message, nlu_context, &unable);
  const bool has_question = !nlu_context.intent.empty() || nlu_context.confirming;
  const bool is_refused = !has_question && std::erase_if(all, [&](const Evidence& one) { return one.is_refused; }) > 0;
  if (has_question) {  // "no, don't switch anything" does not begin to switch something
    const int open = index_of(nlu_context.intent);
    std::erase_if(all, [&](const Evidence& one) { return one.intent != open && one.is_refused; });
  }
  if (!all.empty() || has_question || is_refused) return all;
  match_likeness(message, ExampleClassifier::Place::kFirst, all);
  const bool is_sure = !all.empty() && !all.front().is_doubtful;
  if (!is_sure) prefer_clauses(message, all);
  doubt_unable(message, std::move(unable), all);
  return all;
}

std::vector<Evidence> Classifier::firm_evidence(const Message& message, const NluContext& nlu_context,
                                                std::vector<Evidence>* unable) const {
  std::vector<Evidence> all;
  rules_.match(message, all);
  if (!templates_.empty()) {
    templates_.match(message.text, message.words, nlu_context.context, now_of(nlu_context), all);
  }
  examples_.match(message.words, message.text.text(), all);
  keep_best_per_intent(all);
  if (all.empty() || !may_be_unable(message.text.text())) return all;
  const int open = index_of(nlu_context.intent);
  std::vector<Evidence> set_aside, kept;
  for (Evidence& one : all) {
    const auto covers = [&](const Evidence& better) { return better.begin < one.end && one.begin < better.end; };
    const bool is_weaker = std::any_of(set_aside.begin(), set_aside.end(), covers);  // the best evidence comes first
    const bool is_set_aside = one.intent != open && (is_weaker || is_unable_in(message, one));
    (is_set_aside ? set_aside : kept).push_back(std::move(one));
  }
  if (unable) *unable = std::move(set_aside);
  return kept;
}

bool Classifier::is_decided_by_rules(const Message& message) const {
  std::vector<Evidence> all;
  rules_.match(message, all);
  if (!templates_.empty()) templates_.match(message.text, message.words, {}, now_of({}), all);
  return std::any_of(all.begin(), all.end(), [&](const Evidence& one) {
    const config::Condition& guard = bot_.intents[static_cast<std::size_t>(one.intent)].when;
    const bool has_guard = guard.kind != config::Condition::Kind::kAll || !guard.children.empty();
    return !has_guard && !one.is_refused;
  });
}

Act Classifier::act_alone(const Message& message) const { return acts_.read(message.words, message.text.text(), {}); }

std::vector<Evidence> Classifier::admitted(std::vector<Evidence> evidence, const NluContext& nlu_context) const {
  std::erase_if(evidence, [&](const Evidence& one) { return !is_admitted(one, nlu_context); });
  return evidence;
}

bool Classifier::is_admitted(const Evidence& evidence, const NluContext& nlu_context) const {
  return holds(bot_.intents[static_cast<std::size_t>(evidence.intent)].when, facts_of(nlu_context));
}

bool Classifier::admits(std::string_view intent, const NluContext& nlu_context) const {
  const config::Intent* known = bot_.find_intent(intent);
  return known && holds(known->when, facts_of(nlu_context));
}

bool Classifier::is_slot(std::string_view intent, std::string_view param) const {
  return templates_.fills(index_of(intent), param);
}

Understanding Classifier::understand(const Message& message, const NluContext& nlu_context,
                                     std::vector<Evidence>& found, std::vector<std::string>* notes) const {
  std::optional<Understanding> both = find_request_beside_answer(message, nlu_context);
  Understanding result = both ? std::move(*both) : understand_as_one(message, nlu_context, found, notes);
  add_untaken_values(message, nlu_context, result);
  if (has_options_) result.said = words_outside_values(message, nlu_context, result);
  const bool agrees = nlu_context.confirming && result.act == Act::kAffirm;
  if (agrees && leaves_number(message, result)) result.act = Act::kInform;
  result.has_remark = has_remark(message, nlu_context, result);
  result.asks_once = !nlu_context.done.empty() && types_.is_english() && !asks_once_more(message.words);
  result.refers_back =
      nlu_context.has_values_in_mind && result.names_intent() && types_.is_english() && refers_back(message.words);
  return result;
}

Understanding Classifier::understand_as_one(const Message& message, const NluContext& nlu_context,
                                            std::vector<Evidence>& found, std::vector<std::string>* notes) const {
  const FoldedText& text = message.text;
  Understanding result;
  result.act = acts_.read(message.words, text.text(), nlu_context);
  const bool ends = result.act == Act::kCancel || result.act == Act::kCancelAll;
  result.says_goodbye = ends && acts_.ends_with_goodbye(message.words, text.text());

  const int open = index_of(nlu_context.intent);
  result.asks_if_there = open >= 0 && result.act == Act::kGreet && acts_.asks_if_there(message.words, text.text());
  if (open < 0 && !nlu_context.done.empty()) result.act = act_about_done(result.act, message.words.text());
  if (open >= 0) read_answers(message, nlu_context, open, found, result, notes);
  if (!nlu_context.choices.empty()) choose(message, nlu_context, open, result);
  if (open >= 0 && found.empty()) pick_earlier_option(message, nlu_context, open, result);
  const std::vector<InquiryForm> inquiries = read_inquiries(message, nlu_context, found, result);
  if (found.empty() && result.inquiries.empty() && may_digress_by_likeness(message, nlu_context, result)) {
    using Place = ExampleClassifier::Place;
    match_likeness(message, inquiries.empty() ? Place::kAside : Place::kInquiry, found);
    drop_effects(found, open, notes);
  }
  if (open < 0 && found.empty()) result.elsewhere = values_for_offered(message, nlu_context);
  if (open < 0) result.follow_up = follow_up(message, nlu_context, found, result.act);
  if (result.follow_up && result.follow_up->asks && asks_about(index_of(nlu_context.done), {}, message, result)) {
    result.follow_up.reset();
    return result;
  }
  if (result.follow_up || (open < 0 && only_asks_about(found, message, result))) return result;

  const Evidence* best = nullptr;
  result.candidates.reserve(found.size());
  for (const Evidence& evidence : found) {
    if (!is_admitted(evidence, nlu_context)) continue;
    if (evidence.is_doubtful) {
      Extraction params = params_of(evidence, message, {}, nlu_context, nullptr);
      result.doubtful.push_back({to_candidate(evidence, message), std::move(params.values), std::move(params.ambiguous),
                                 std::move(params.others)});
      continue;
    }
    if (!best) best = &evidence;
    result.candidates.push_back(to_candidate(evidence, message));
  }
  if (!best) {
    if (open >= 0 && result.answers.empty()) result.elsewhere = elsewhere(text, nlu_context);
    if (open >= 0) add_values_for_lookup(message, nlu_context, result);
    if (open < 0) asks_about(index_of(nlu_context.done), {}, message, result);
    cancel_by_first_clause(message, nlu_context, result);
    note_unanswered(inquiries, message, result);
    return result;
  }

  const bool is_other = best->intent != open;
  const bool agrees = result.act == Act::kCancel && nlu_context.confirming && !is_other;
  if (agrees && !acts_.is_bare_cancel(message.words)) result.act = Act::kAffirm;
  if (is_other && nlu_context.confirming) result.act = agreement_beside_other_intent(result.act, message);
  if (is_other && result.act == Act::kDeny && acts_.hesitates(message.words)) result.act = Act::kInform;
  if (is_other) {  // a misspelled value is a guess; the other intent takes precedence
    const auto is_misspelt = [](const ParamValue& value) { return value.misspelt; };
    result.answers.erase(std::remove_if(result.answers.begin(), result.answers.end(), is_misspelt),
                         result.answers.end());
  }
  Extraction params = params_of(*best, message, result.answers, nlu_context, notes);
  if (is_other) prefer_own_clause(*best, message, nlu_context, params);
  result.params = std::move(params.values);
  if (is_other) result.others = std::move(params.others);
  if (!is_other) {
    result.answers = result.params;
    result.ambiguous = result.ambiguous_answers;
  } else {
    result.ambiguous = std::move(params.ambiguous);
  }
  const bool has_clauses = find_further_intents(message, nlu_context, *best, result, notes);
  if (!has_clauses) add_likely_requests(message, nlu_context, *best, result);
  if (notes && !has_clauses) note_untaken(params.untaken, result.candidates.front().intent, *notes);
  return result;
}

Extraction Classifier::params_of(const Evidence& best, const Message& message, const std::vector<ParamValue>& answers,
                                 const NluContext& nlu_context, std::vector<std::string>* notes) const {
  const auto index = static_cast<std::size_t>(best.intent);
  const bool is_open = bot_.intents[index].id.value == nlu_context.intent;
  Extraction params;
  if (best.kind != Evidence::Kind::kTemplate) {
    if (is_open) {
      params.values = answers;
      return params;
    }
    params = extract(best.intent, message, nlu_context, notes);
    auto amount = confirms_[index] ? extractors_[index].bare_amount(message, params, now_of(nlu_context))
                                   : std::optional<ParamValue>();
    if (amount) params.values.push_back(std::move(*amount));
    add_opening_text(best, message, nlu_context, params);
    return params;
  }
  for (const Captured& captured : best.captured) {
    params.values.push_back(extractors_[index].accept(captured, message.text, now_of(nlu_context)));
  }
  if (!is_open) return params;
  for (const ParamValue& answer : answers) {
    const bool is_said = std::any_of(params.values.begin(), params.values.end(), [&](const ParamValue& value) {
      return value.param == answer.param || (value.span.begin < answer.span.end && answer.span.begin < value.span.end);
    });
    if (!is_said && answer.param == nlu_context.waiting_for_param) params.values.push_back(answer);
  }
  return params;
}

Candidate Classifier::to_candidate(const Evidence& evidence, const Message& message) const {
  Candidate candidate;
  candidate.intent = bot_.intents[static_cast<std::size_t>(evidence.intent)].id.value;
  if (message.sources == Sources::kNamed) {
    candidate.rule = evidence.source->value;
    candidate.source = location_of(evidence.source->mark, bot_);
  }
  candidate.span = message.text.original_span(evidence.begin, evidence.end);
  candidate.priority = evidence.priority;
  candidate.confidence = evidence.confidence;
  return candidate;
}

// Sets the question only for the open intent, because the bot asked only that intent's question.
Extraction Classifier::extract(int intent, const Message& message, const NluContext& nlu_context,
                               std::vector<std::string>* notes) const {
  const auto index = static_cast<std::size_t>(intent);
  Question question;
  question.now = now_of(nlu_context);
  if (bot_.intents[index].id.value == nlu_context.intent) {
    question.is_open = true;
    question.asked = nlu_context.waiting_for_param;
    if (nlu_context.changing && question.asked.empty()) question.asked = only_question_of(bot_.intents[index]);
    question.confirming = nlu_context.confirming;
    question.changing = nlu_context.changing;
    question.filled = &nlu_context.filled;
    question.filled_last = nlu_context.filled_last;
    question.values = &nlu_context.values;
  }
  Extraction extraction = extractors_[index].extract(message, question, notes);
  if (has_options_) drop_descriptions_of_items(message, bot_.intents[index], nlu_context, extraction.values);
  return extraction;
}

int Classifier::index_of(std::string_view intent) const {
  if (intent.empty()) return -1;
  const auto found = by_id_.find(intent);
  return found == by_id_.end() ? -1 : found->second;
}

Now Classifier::now_of(const NluContext& nlu_context) const {
  const auto locale = locale_in(nlu_context.context);
  return {nlu_context.now, time_zone_in(nlu_context.context).value_or(zone_),
          locale ? locale->day_first() : bot_.locale->day_first()};
}

}  // namespace parley::intents
