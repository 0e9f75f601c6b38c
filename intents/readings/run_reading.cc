// Tested by tests/intents/precedence_test.cc, inquiry_reading_test.cc and option_words_test.cc.
#include "intents/readings/run_reading.h"

#include <algorithm>
#include <iterator>
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
namespace {

using Role = acts::Request::Role;

// The intents that the run names and whose guards hold.
struct Named {
  const Evidence* best = nullptr;     // null: the run names none for certain
  std::vector<Candidate> candidates;  // best first
  std::vector<acts::Request> doubtful;
};

Named named_in(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found) {
  Named named;
  for (const Evidence& evidence : found) {
    if (!is_admitted(dialog, evidence)) continue;
    Candidate candidate = to_candidate(dialog, evidence, message);
    if (evidence.is_doubtful) {
      Extraction params = params_of(dialog, evidence, message, {}, nullptr);
      named.doubtful.push_back(
          {Role::kDoubtful,
           {std::move(candidate), std::move(params.values), std::move(params.ambiguous), std::move(params.others)},
           {}});
      continue;
    }
    if (!named.best) named.best = &evidence;
    named.candidates.push_back(std::move(candidate));
  }
  return named;
}

// A message that names the open intent repeats its request, and gives its values.
acts::Request request_for_open(const Dialog& dialog, const Message& message, Named named, const Reply& reply,
                               std::vector<std::string>* notes) {
  Extraction params = params_of(dialog, *named.best, message, reply.values, notes);
  if (notes) note_untaken(params.untaken, named.candidates.front().intent, *notes);
  acts::Request request{Role::kNow, {named.candidates.front(), params.values, reply.ambiguous, reply.others}, {}};
  request.weaker.assign(named.candidates.begin() + 1, named.candidates.end());
  return request;
}

// Returns the request for another intent than the open one, and those of further clauses.
std::vector<acts::Request> requests_for_others(const Dialog& dialog, const Message& message, Named named,
                                               const Reply& reply, std::vector<std::string>* notes) {
  Extraction params = params_of(dialog, *named.best, message, reply.values, notes);
  prefer_own_clause(dialog, *named.best, message, params);
  acts::Request request{
      Role::kNow,
      {named.candidates.front(), std::move(params.values), std::move(params.ambiguous), std::move(params.others)},
      {}};
  request.weaker.assign(named.candidates.begin() + 1, named.candidates.end());
  std::vector<acts::Request> of_clauses = requests_of_clauses(dialog, message, *named.best, request, notes);
  if (!of_clauses.empty()) return of_clauses;
  if (notes) note_untaken(params.untaken, request.wanted.candidate.intent, *notes);
  std::vector<acts::Request> all{std::move(request)};
  for (acts::Request& likely : likely_requests(dialog, message, *named.best, all.front())) {
    all.push_back(std::move(likely));
  }
  return all;
}

// The act of words beside a request.
Act act_beside_request(const Dialog& dialog, const Message& message, Act act, bool is_for_open) {
  const bool confirming = dialog.context.confirming;
  if (is_for_open) {
    const bool agrees = confirming && act == Act::kCancel && !dialog.bot.acts.is_bare_cancel(message.words);
    return agrees ? Act::kAffirm : act;
  }
  if (confirming) act = agreement_beside_other_intent(act, message);
  return act == Act::kDeny && dialog.bot.acts.hesitates(message.words) ? Act::kInform : act;
}

void append(std::vector<acts::Request>& requests, std::vector<acts::Request> more) {
  std::move(more.begin(), more.end(), std::back_inserter(requests));
}

void append(std::vector<Inquiry>& inquiries, std::vector<Inquiry> more) {
  std::move(more.begin(), more.end(), std::back_inserter(inquiries));
}

void take_choice(const NluContext& context, const Choice& choice, MessageReading& reading) {
  Reply& reply = reading.reply;
  reading.choice = choice.picked;
  if (choice.is_answer) reply.act = Act::kInform;
  std::erase_if(reply.values, [&](const ParamValue& value) { return is_part_of(choice, value, context); });
  if (!choice.says_nothing_else) return;
  reply.ambiguous.clear();
  reply.named.clear();
  reply.corrects = false;
}

// A value in a question is only mentioned. If one of two readings is asked about, the other one is meant.
void withhold_asked(const Message& message, const std::vector<InquiryForm>& inquiries, Reply& reply) {
  const auto withhold = [&](std::vector<ParamValue>& values) {
    const auto asked = std::stable_partition(
        values.begin(), values.end(), [&](const ParamValue& value) { return !is_asked(message, inquiries, value); });
    std::move(asked, values.end(), std::back_inserter(reply.mentioned));
    values.erase(asked, values.end());
  };
  withhold(reply.values);
  for (std::vector<ParamValue>& readings : reply.ambiguous) {
    withhold(readings);
    if (readings.size() == 1) reply.values.push_back(readings.front());
  }
  std::erase_if(reply.ambiguous, [](const auto& readings) { return readings.size() < 2; });
}

// The questions of a message, and what the message says beside them.
void read_inquiries(const Dialog& dialog, const Message& message, const std::vector<InquiryForm>& inquiries,
                    std::vector<Evidence>& found, MessageReading& reading) {
  const Reply before = found.empty() ? Reply() : reading.reply;
  Reply& reply = reading.reply;
  withhold_asked(message, inquiries, reply);
  if (only_asks(message, inquiries)) {
    reply.named.clear();
    reply.corrects = false;
    if (reading.picked_option()) reading.choice.reset();
  }
  if (keeps_question_open(dialog, message, inquiries, reply.act)) reply.act = Act::kInform;
  if (reply.values.empty()) reply.values = values_before_question(dialog, message, inquiries);
  std::erase_if(found, [&](const Evidence& one) { return !is_wish(dialog, one, inquiries, message); });
  reading.inquiries = find_answered(dialog, message, inquiries, found, reading);
  // The answer of the open intent takes precedence over another intent.
  std::erase_if(found, [&](const Evidence& one) { return is_within(message, one, reading.inquiries); });
  if (!reading.inquiries.empty()) {
    if (is_aside(reply.act)) reply.act = Act::kInform;
    std::erase_if(reply.values, [](const ParamValue& value) { return value.whole_message; });
  } else if (repeats_request(dialog, message, inquiries, found)) {
    reply.values = before.values;
    reply.ambiguous = before.ambiguous;
    reply.mentioned.clear();
  }
}

MessageReading read_while_open(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                               std::vector<std::string>* notes) {
  using Place = ExampleClassifier::Place;
  MessageReading reading;
  Reply& reply = reading.reply;
  reply = read_reply(dialog, message, found, notes);
  if (const auto choice = find_choice(dialog, message, reply)) take_choice(dialog.context, *choice, reading);
  if (const auto earlier = found.empty() ? find_earlier_option(dialog, message) : std::nullopt) {
    reply.act = Act::kInform;
    reply.values.assign(1, *earlier);
    reply.corrects = true;
  }
  std::vector<InquiryForm> inquiries;
  if (!reply.breaks_silence) {
    inquiries = find_inquiries(message.words, message.text.text());
    read_inquiries(dialog, message, inquiries, found, reading);
  }
  if (found.empty() && reading.inquiries.empty() && may_digress_by_likeness(dialog, message, reading)) {
    match_likeness(dialog, message, inquiries.empty() ? Place::kAside : Place::kInquiry, found);
    found = without_effects(dialog, std::move(found), notes);
  }
  Named named = named_in(dialog, message, found);
  if (!named.best) {
    reading.requests = std::move(named.doubtful);
    if (reply.values.empty()) reading.elsewhere = find_values_elsewhere(dialog, message.text);
    for (ParamValue& value : find_values_for_lookup(dialog, message)) reading.elsewhere.push_back(std::move(value));
    if (cancels_by_first_clause(dialog, message, reading)) reply.act = Act::kCancel;
    if (auto unanswered = find_unanswered(message, inquiries, reading)) {
      std::erase_if(reply.values, [](const ParamValue& value) { return value.whole_message; });
      reading.inquiries.push_back(*unanswered);
    }
    return reading;
  }
  const bool is_for_open = named.best->intent == dialog.open;
  reply.act = act_beside_request(dialog, message, reply.act, is_for_open);
  std::vector<acts::Request> doubtful = std::move(named.doubtful);
  if (is_for_open) {
    reading.requests.push_back(request_for_open(dialog, message, std::move(named), reply, notes));
    reply.values = reading.requests.front().wanted.params;
  } else {
    // A misspelled value is a guess; the other intent takes precedence.
    std::erase_if(reply.values, [](const ParamValue& value) { return value.misspelt; });
    reading.requests = requests_for_others(dialog, message, std::move(named), reply, notes);
    reply.others.clear();
  }
  append(reading.requests, std::move(doubtful));
  return reading;
}

// Words that pick an offered intent resemble its examples as well.
std::vector<Evidence> without_offered(const Dialog& dialog, std::vector<Evidence> found) {
  const std::vector<std::string>& offered = dialog.context.offered;
  std::erase_if(found, [&](const Evidence& one) {
    const std::string& intent = dialog.bot.definition_of(one.intent).id.value;
    return one.kind == Evidence::Kind::kLikeness && std::find(offered.begin(), offered.end(), intent) != offered.end();
  });
  return found;
}

MessageReading read_while_closed(const Dialog& dialog, const Message& message, std::vector<Evidence> found,
                                 std::vector<std::string>* notes) {
  const DialogActs& acts = dialog.bot.acts;
  const std::string_view text = message.text.text();
  const int done = dialog.bot.index_of(dialog.context.done);
  MessageReading reading;
  Reply& reply = reading.reply;
  reply.act = acts.read(message.words, text, dialog.context);
  const bool ends = reply.act == Act::kCancel || reply.act == Act::kCancelAll;
  reply.closes = ends && acts.ends_with_goodbye(message.words, text);
  if (!dialog.context.done.empty()) reply.act = act_about_done(reply.act, message.words.text());
  if (const auto choice = find_choice(dialog, message, reply)) take_choice(dialog.context, *choice, reading);
  if (reading.choice) found = without_offered(dialog, std::move(found));
  if (found.empty()) reading.elsewhere = find_values_for_offered(dialog, message);
  reading.follow_up = find_follow_up(dialog, message, found, reply.act);
  if (reading.follow_up && reading.follow_up->asks) {
    AskedAbout about = find_asked_about(dialog, done, {}, message);
    reading.inquiries = std::move(about.inquiries);
    if (about.only_asks) {
      reading.follow_up.reset();
      return reading;
    }
  }
  if (reading.follow_up) return reading;
  if (!found.empty()) {
    AskedAbout about = find_asked_about(dialog, found.front().intent, found, message);
    append(reading.inquiries, std::move(about.inquiries));
    if (about.only_asks) return reading;
  }
  Named named = named_in(dialog, message, found);
  std::vector<acts::Request> doubtful = std::move(named.doubtful);
  if (named.best) {
    reply.act = act_beside_request(dialog, message, reply.act, false);
    reading.requests = requests_for_others(dialog, message, std::move(named), reply, notes);
  } else {
    append(reading.inquiries, find_asked_about(dialog, done, {}, message).inquiries);
  }
  append(reading.requests, std::move(doubtful));
  return reading;
}

}  // namespace

MessageReading read_run(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                        std::vector<std::string>* notes) {
  return dialog.open < 0 ? read_while_closed(dialog, message, found, notes)
                         : read_while_open(dialog, message, found, notes);
}

}  // namespace parley::intents
