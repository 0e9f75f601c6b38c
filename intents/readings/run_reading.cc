// Tested by tests/intents/precedence_test.cc.
#include "intents/readings/run_reading.h"

#include <algorithm>
#include <utility>

#include "intents/findings/confirmations.h"
#include "intents/findings/follow_ups.h"
#include "intents/findings/inquiries.h"
#include "intents/findings/options.h"
#include "intents/findings/replies.h"
#include "intents/findings/requests.h"
#include "intents/findings/similar_requests.h"
#include "intents/findings/values.h"
#include "intents/findings/values_elsewhere.h"
#include "intents/follow_up.h"
#include "intents/readings/several_requests.h"

namespace parley::intents {

MessageReading read_run(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                        std::vector<std::string>* notes) {
  const FoldedText& text = message.text;
  MessageReading result;
  result.act = dialog.bot.acts.read(message.words, text.text(), dialog.context);
  const bool ends = result.act == Act::kCancel || result.act == Act::kCancelAll;
  result.says_goodbye = ends && dialog.bot.acts.ends_with_goodbye(message.words, text.text());

  const int open = dialog.open;
  result.asks_if_there =
      open >= 0 && result.act == Act::kGreet && dialog.bot.acts.asks_if_there(message.words, text.text());
  if (open < 0 && !dialog.context.done.empty()) result.act = act_about_done(result.act, message.words.text());
  if (open >= 0) read_answers(dialog, message, found, result, notes);
  if (!dialog.context.choices.empty()) choose(dialog, message, result);
  if (open >= 0 && found.empty()) pick_earlier_option(dialog, message, result);
  const std::vector<InquiryForm> inquiries = read_inquiries(dialog, message, found, result);
  if (found.empty() && result.inquiries.empty() && may_digress_by_likeness(dialog, message, result)) {
    using Place = ExampleClassifier::Place;
    match_likeness(dialog, message, inquiries.empty() ? Place::kAside : Place::kInquiry, found);
    drop_effects(dialog, found, open, notes);
  }
  if (open < 0 && found.empty()) result.elsewhere = find_values_for_offered(dialog, message);
  if (open < 0) result.follow_up = find_follow_up(dialog, message, found, result.act);
  if (result.follow_up && result.follow_up->asks &&
      asks_about(dialog, dialog.bot.index_of(dialog.context.done), {}, message, result)) {
    result.follow_up.reset();
    return result;
  }
  if (result.follow_up || (open < 0 && only_asks_about(dialog, found, message, result))) return result;

  const Evidence* best = nullptr;
  result.candidates.reserve(found.size());
  for (const Evidence& evidence : found) {
    if (!is_admitted(dialog, evidence)) continue;
    if (evidence.is_doubtful) {
      Extraction params = params_of(dialog, evidence, message, {}, nullptr);
      result.doubtful.push_back({to_candidate(dialog, evidence, message), std::move(params.values),
                                 std::move(params.ambiguous), std::move(params.others)});
      continue;
    }
    if (!best) best = &evidence;
    result.candidates.push_back(to_candidate(dialog, evidence, message));
  }
  if (!best) {
    if (open >= 0 && result.answers.empty()) result.elsewhere = find_values_elsewhere(dialog, text);
    if (open >= 0) add_values_for_lookup(dialog, message, result);
    if (open < 0) asks_about(dialog, dialog.bot.index_of(dialog.context.done), {}, message, result);
    cancel_by_first_clause(dialog, message, result);
    note_unanswered(inquiries, message, result);
    return result;
  }

  const bool is_other = best->intent != open;
  const bool agrees = result.act == Act::kCancel && dialog.context.confirming && !is_other;
  if (agrees && !dialog.bot.acts.is_bare_cancel(message.words)) result.act = Act::kAffirm;
  if (is_other && dialog.context.confirming) result.act = agreement_beside_other_intent(result.act, message);
  if (is_other && result.act == Act::kDeny && dialog.bot.acts.hesitates(message.words)) result.act = Act::kInform;
  if (is_other) {  // a misspelled value is a guess; the other intent takes precedence
    const auto is_misspelt = [](const ParamValue& value) { return value.misspelt; };
    result.answers.erase(std::remove_if(result.answers.begin(), result.answers.end(), is_misspelt),
                         result.answers.end());
  }
  Extraction params = params_of(dialog, *best, message, result.answers, notes);
  if (is_other) prefer_own_clause(dialog, *best, message, params);
  result.params = std::move(params.values);
  if (is_other) result.others = std::move(params.others);
  if (!is_other) {
    result.answers = result.params;
    result.ambiguous = result.ambiguous_answers;
  } else {
    result.ambiguous = std::move(params.ambiguous);
  }
  const bool has_clauses = find_further_intents(dialog, message, *best, result, notes);
  if (!has_clauses) add_likely_requests(dialog, message, *best, result);
  if (notes && !has_clauses) note_untaken(params.untaken, result.candidates.front().intent, *notes);
  return result;
}

}  // namespace parley::intents
