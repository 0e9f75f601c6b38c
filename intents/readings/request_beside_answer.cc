// Tested by tests/intents/clauses_test.cc and joined_requests_test.cc.
#include "intents/readings/request_beside_answer.h"

#include <algorithm>
#include <utility>

#include "intents/agreement.h"
#include "intents/clauses.h"
#include "intents/findings/inquiries.h"
#include "intents/findings/requests.h"
#include "intents/findings/similar_requests.h"
#include "intents/findings/values.h"
#include "intents/opening_text.h"
#include "intents/readings/clause_joining.h"
#include "intents/readings/clause_requests.h"
#include "intents/readings/run_reading.h"
#include "intents/split_message.h"

namespace parley::intents {
namespace {

bool is_cancellation(Act act) { return act == Act::kCancel || act == Act::kCancelAll || act == Act::kReset; }

// "Yes, cancel it" is one answer, not an answer and a request.
bool is_remark(Act act) { return is_cancellation(act) || act == Act::kAffirm || act == Act::kDeny; }

// Returns true for a yes or no to a confirmation, a no to "what should I change?", a value of the asked param, and
// words that choose among the options. Free text does not count, because almost anything could be one.
bool answers_question(const MessageReading& understood, const NluContext& context) {
  const acts::Request* now = understood.request_now();
  if (now && now->wanted.candidate.intent != context.intent) return false;
  if (understood.reply.act == Act::kDeny && (context.confirming || context.changing)) return true;
  if (understood.reply.act == Act::kAffirm && context.confirming) return true;
  const std::string& asked = context.waiting_for_param;
  return understood.choice ||
         std::any_of(understood.reply.values.begin(), understood.reply.values.end(), [&](const ParamValue& value) {
           return value.valid && !value.whole_message && !value.misspelt && (asked.empty() || value.param == asked);
         });
}

// What a yes before another wish means. "Ok, give me a refund" agrees to nothing. "Yes, but a refund instead" is a no
// to the open intent.
std::optional<Act> agreement_before_request(const SplitMessage& split, std::string_view between) {
  if (says_instead(split.second.words)) return Act::kDeny;
  const bool agrees = !is_weak_agreement(split.first.words.text()) || joins_clauses(between, split.second.text.text());
  return agrees ? std::optional(Act::kAffirm) : std::nullopt;
}

// "No wait, don't delete it" is a no. "No wait" alone is none.
bool refuses_after_hesitation(const Words& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (word == "dont" || (word == "not" && words.text(i - 1, 1) == "do")) return true;
  }
  return false;
}

bool asks_for(const std::vector<Evidence>& evidence, int intent) {
  return std::any_of(evidence.begin(), evidence.end(), [&](const Evidence& one) { return one.intent == intent; });
}

// The requests begin after the answer. `offset`: of their clause in the message.
std::vector<acts::Request> requests_after(const std::vector<ClauseRequest>& requests, std::size_t offset) {
  std::vector<acts::Request> after;
  for (const ClauseRequest& request : requests) {
    after.push_back(to_request(acts::Request::Role::kNext, request));
    shift(after.back().wanted, offset);
  }
  return after;
}

// Whether the intent calls no tool before a confirmation or before the answer to a question.
bool asks_before_acting(const Dialog& dialog, const ClauseRequest& request) {
  const auto index = static_cast<std::size_t>(request.intent);
  if (!dialog.bot.intents[index].calls_tools || dialog.bot.intents[index].confirms) return true;
  const std::vector<config::Param>& params = dialog.bot.definition.intents[index].params;
  return std::any_of(params.begin(), params.end(), [&](const config::Param& param) {
    const bool is_asked = param.required && !param.ask.empty() && !param.prefill && !param.fallback;
    return is_asked && std::none_of(request.params.values.begin(), request.params.values.end(),
                                    [&](const ParamValue& value) { return value.param == param.id.value; });
  });
}

// "Yes, but don't forget the invoice": the words after the reminder may also be less certain evidence, because they
// seldom name a wish completely. Such an intent must ask something before it acts.
std::optional<MessageReading> find_reminder(const Dialog& dialog, const Message& message) {
  const auto joint = joint_at_reminder(message.words);
  if (!joint) return std::nullopt;
  const SplitMessage split(message, *joint);
  std::vector<Evidence> own = find_firm_requests(dialog, split.first);
  MessageReading understood = read_run(dialog, split.first, own, nullptr);
  if (!answers_question(understood, dialog.context)) return std::nullopt;
  std::vector<Evidence> wanted = find_firm_requests(dialog, split.second);
  if (wanted.empty()) match_likeness(dialog, split.second, ExampleClassifier::Place::kFirst, wanted);
  wanted = admitted(dialog, std::move(wanted));
  if (wanted.empty() || asks_for(wanted, dialog.open)) return std::nullopt;
  NluContext without_question = dialog.context;
  without_question.intent.clear();
  std::vector<ClauseRequest> requests{
      read_request(Dialog(dialog.bot, without_question), wanted.front(), split.second, 0, nullptr)};
  if (wanted.front().kind == Evidence::Kind::kLikeness && !asks_before_acting(dialog, requests.front()))
    return std::nullopt;
  understood.requests = requests_after(requests, split.second_begin);
  return understood;
}

// "Yes, and send Evan 20 too" confirms what the bot asks about, and asks for the open intent once more.
std::optional<MessageReading> find_next_run(const Dialog& dialog, const Message& message) {
  if (!dialog.context.confirming || !dialog.bot.types.is_english() || !asks_for_another(message.words))
    return std::nullopt;
  const int open = dialog.open;
  const auto is_enumerated = [&](const std::vector<ParamValue>& values) {  // "and 23456 too"
    const config::Param* param = dialog.bot.definition_of(open).find_param(values.front().param);
    return values.size() == 1 && param && dialog.bot.types.has_patterns(param->type.value);
  };
  for (const Joint& joint : joints_of(message.text.text())) {
    const SplitMessage split(message, joint);
    std::vector<Evidence> found = find_firm_requests(dialog, split.first);
    MessageReading understood = read_run(dialog, split.first, found, nullptr);
    const bool only_agrees =
        understood.reply.act == Act::kAffirm && understood.reply.values.empty() && !doubts(message.words);
    const std::vector<Evidence> named = find_firm_requests(dialog, split.second);
    if (!only_agrees || (!named.empty() && named.front().intent != open)) continue;
    NluContext without_question = dialog.context;
    without_question.intent.clear();
    std::vector<ParamValue> values =
        extract_params(Dialog(dialog.bot, without_question), open, split.second, nullptr).values;
    std::erase_if(values, [](const ParamValue& value) { return !value.valid || value.whole_message; });
    if (values.empty() || is_enumerated(values)) continue;
    shift(values, split.second_begin);
    understood.requests.assign(1, {acts::Request::Role::kNext, {}, {}});
    understood.requests.front().wanted.candidate.intent = dialog.context.intent;
    understood.requests.front().wanted.params = std::move(values);
    return understood;
  }
  return std::nullopt;
}

// Whether the clause belongs to a text that the open intent still needs.
bool tells_story(const Dialog& dialog, const Message& clause) {
  const int open = dialog.open;
  if (open < 0 || !dialog.bot.topic_words.is_english()) return false;
  const std::vector<config::Param>& all = dialog.bot.definition_of(open).params;
  const bool needs_text = std::any_of(all.begin(), all.end(), [&](const config::Param& param) {
    return param.from_opening > 0 && !dialog.is_filled(param.id.value);
  });
  return needs_text && is_report(clause.words);
}

// Returns true if the words that name other intents are a value of the open one: "no, it was the wrong size" corrects
// the reason.
bool is_value_of_open(const Dialog& dialog, const Message& request, const std::vector<Evidence>& named) {
  const std::vector<ParamValue> values = extract_params(dialog, dialog.open, request, nullptr).values;
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
    if (!value.valid || value.whole_message) return false;
    return std::all_of(named.begin(), named.end(), [&](const Evidence& one) {
      const Span place = request.text.original_span(one.begin, one.end);
      return value.span.begin <= place.begin && place.end <= value.span.end;
    });
  });
}

// If `answer` cancels the open intent, `request` may begin that intent again. If `answer` answers the open question,
// `request` must not match the open intent.
std::optional<MessageReading> read_answer_and_request(const Dialog& dialog, const Message& answer,
                                                      const Message& request) {
  if (is_courtesy(request.words.text()) ||
      is_remark(dialog.bot.acts.read(request.words, request.text.text(), dialog.context))) {
    return std::nullopt;
  }
  std::vector<Evidence> found = find_firm_requests(dialog, answer);
  if (!own_evidence(dialog, request, answer)) return std::nullopt;
  if (tells_story(dialog, request) || is_answered_by_open(dialog, request)) return std::nullopt;
  const std::vector<Evidence> answer_evidence = found;
  MessageReading understood = read_run(dialog, answer, found, nullptr);
  const bool refuses = understood.reply.act == Act::kDeny && refuses_after_hesitation(answer.words);
  if (dialog.bot.acts.hesitates(answer.words) && !refuses) return std::nullopt;
  const bool is_taken_back =
      dialog.bot.acts.hesitates(request.words) && !says_instead(request.words);  // "yes. Oh wait, no, ..."
  if (understood.reply.act == Act::kAffirm && is_taken_back) return std::nullopt;
  if (!is_cancellation(understood.reply.act)) {
    const std::vector<Evidence> other_evidence = find_firm_requests(dialog, request);
    const int open = dialog.open;
    const auto is_open = [open](const Evidence& evidence) { return evidence.intent == open; };
    if (std::any_of(other_evidence.begin(), other_evidence.end(), is_open) ||
        !answers_question(understood, dialog.context))
      return std::nullopt;
    if (understood.reply.act == Act::kDeny && is_value_of_open(dialog, request, other_evidence)) return std::nullopt;
  }
  NluContext without_question;
  without_question.context = dialog.context.context;
  without_question.session = dialog.context.session;
  without_question.now = dialog.context.now;
  std::vector<ClauseRequest> requests = read_requests(Dialog(dialog.bot, without_question), request, 0, nullptr);
  std::erase_if(requests, [&](const ClauseRequest& one) { return asks_for(answer_evidence, one.intent); });
  if (requests.empty()) return std::nullopt;
  understood.requests = requests_after(requests, 0);
  return understood;
}

// Returns the values for other params than the asked one in the clauses of the request that request nothing: "my name
// is Rose, and I want to renew my card".
std::vector<ParamValue> values_beside_requests(const Dialog& dialog, const Message& request,
                                               const std::vector<acts::Request>& requests) {
  std::vector<ParamValue> values;
  const std::string_view text = request.text.text();
  const std::vector<Joint> joints = joints_of(text);
  for (std::size_t i = 0; i <= joints.size() && !joints.empty(); ++i) {
    const std::size_t begin = i == 0 ? 0 : joints[i - 1].end;
    const Span place = request.text.original_span(begin, i < joints.size() ? joints[i].begin : text.size());
    const auto is_in = [&](const Span& span) { return span.begin < place.end && place.begin < span.end; };
    const bool is_requested = std::any_of(requests.begin(), requests.end(), [&](const acts::Request& one) {
      return is_in(one.wanted.candidate.span) ||
             std::any_of(one.wanted.params.begin(), one.wanted.params.end(),
                         [&](const ParamValue& value) { return is_in(value.span); });
    });
    if (is_requested) continue;
    const Message clause(request.text.original(place), request);
    for (ParamValue& value : extract_params(dialog, dialog.open, clause, nullptr).values) {
      const bool is_asked = value.param == dialog.context.waiting_for_param;
      if (is_asked || !value.valid || value.whole_message || value.misspelt) continue;
      shift(value.span, place.begin);
      values.push_back(std::move(value));
    }
  }
  return values;
}

// Adds the values whose params have none yet.
void add_new(std::vector<ParamValue> more, std::vector<ParamValue>& values) {
  for (ParamValue& value : more) {
    const auto is_same = [&](const ParamValue& other) { return other.param == value.param; };
    if (std::none_of(values.begin(), values.end(), is_same)) values.push_back(std::move(value));
  }
}

// Reads one side of the joint as the answer, and the other one as the request.
std::optional<MessageReading> read_split(const Dialog& dialog, const Message& message, const Joint& joint,
                                         bool answer_is_first) {
  const SplitMessage split(message, joint);
  if (!answer_is_first) {
    auto understood = read_answer_and_request(dialog, split.second, split.first);
    if (!understood) return std::nullopt;
    shift(*understood, split.second_begin);
    const bool is_answer = !is_cancellation(understood->reply.act) && !dialog.context.confirming;
    if (is_answer) {
      add_new(values_beside_requests(dialog, split.first, understood->requests), understood->reply.values);
    }
    return understood;
  }
  auto understood = read_answer_and_request(dialog, split.first, split.second);
  if (!understood) return std::nullopt;
  if (understood->reply.act == Act::kAffirm) {
    const std::string_view between = message.text.text().substr(joint.begin, joint.end - joint.begin);
    const auto act = agreement_before_request(split, between);
    if (!act) return std::nullopt;
    understood->reply.act = *act;
  }
  for (acts::Request& request : understood->requests) shift(request.wanted, split.second_begin);
  return understood;
}

}  // namespace

std::optional<MessageReading> find_request_beside_answer(const Dialog& dialog, const Message& message) {
  if (dialog.open < 0) return std::nullopt;
  if (auto reminded = find_reminder(dialog, message)) return reminded;
  if (auto again = find_next_run(dialog, message)) return again;
  if (!dialog.bot.matchers.has_sentences && !dialog.bot.matchers.rules.may_match_part(message)) return std::nullopt;
  std::vector<Joint> joints = joints_between_requests(dialog, message);
  if (const auto joint = joint_after_cancellation(message.words)) joints.insert(joints.begin(), *joint);
  for (const Joint& joint : joints) {
    auto understood = read_split(dialog, message, joint, true);
    if (understood && is_cancellation(understood->reply.act)) return understood;
  }
  // Assign as much of the message as possible to the open question: "no, make it 30, | and block my card".
  std::reverse(joints.begin(), joints.end());
  for (const Joint& joint : joints) {
    for (const bool answer_is_first : {true, false}) {
      auto understood = read_split(dialog, message, joint, answer_is_first);
      if (understood && !is_cancellation(understood->reply.act)) return understood;
    }
  }
  return std::nullopt;
}

}  // namespace parley::intents
