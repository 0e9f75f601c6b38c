// Part two of Classifier: messages that do several things at once. They contain two or more requests ("cancel my order
// and tell me my balance"), or requests next to an answer to the open question ("O-12345, and when do you open?",
// "forget it, what's my balance?"). Each clause must itself match its intent by a rule, a template or a verbatim
// example. Example similarity does not count.
// Tested by tests/intents/clauses_test.cc.
#include <algorithm>
#include <utility>

#include "intents/act_clauses.h"
#include "intents/agreement.h"
#include "intents/classifier.h"
#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/split_message.h"

namespace parley::intents {
namespace {

bool is_cancellation(Act act) { return act == Act::kCancel || act == Act::kCancelAll || act == Act::kReset; }

// "Yes, cancel it" is one answer, not an answer and a request.
bool is_remark(Act act) { return is_cancellation(act) || act == Act::kAffirm || act == Act::kDeny; }

// Returns true for a yes, a no, a requested value or one of the choices. Free text does not count, because almost
// anything could be one.
bool answers_question(const Understanding& understood, const NluContext& nlu_context) {
  if (!understood.candidates.empty() && understood.candidates.front().intent != nlu_context.intent) return false;
  if (understood.act == Act::kDeny && (nlu_context.confirming || nlu_context.changing)) return true;
  if (understood.act == Act::kAffirm && nlu_context.confirming) return true;
  const std::string& asked = nlu_context.waiting_for_param;
  return understood.choice ||
         std::any_of(understood.answers.begin(), understood.answers.end(), [&](const ParamValue& value) {
           return value.valid && !value.whole_message && !value.misspelt && (asked.empty() || value.param == asked);
         });
}

std::optional<Understanding> no_reading() { return std::nullopt; }

// Decides about a yes before another wish. "Ok, give me a refund" agrees to nothing: returns false. "Yes, but a refund
// instead" is a no to the open intent.
bool keeps_agreement(const SplitMessage& split, std::string_view between, Understanding& understood) {
  if (understood.act != Act::kAffirm) return true;
  if (says_instead(split.second.words)) {
    understood.act = Act::kDeny;
    return true;
  }
  return !is_weak_agreement(split.first.words.text()) || joins_clauses(between, split.second.text.text());
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

// Adds all requests except the one for the intent `except`.
template <class Requests>
void add_further(Requests requests, int except, Understanding& result) {
  for (auto& request : requests) {
    if (request.intent == except) continue;
    result.further.push_back({std::move(request.candidate), std::move(request.params.values),
                              std::move(request.params.ambiguous), std::move(request.params.others)});
  }
}

bool overlap(const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }

bool any_overlaps(const std::vector<ParamValue>& values, const Span& place) {
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) { return overlap(value.span, place); });
}

// Whether one of the values takes a part of this text. A value that is the whole message takes none from the others.
bool any_taken_at(const std::vector<ParamValue>& values, const Span& place) {
  return std::any_of(values.begin(), values.end(),
                     [&](const ParamValue& value) { return !value.whole_message && overlap(value.span, place); });
}

bool has_value_at(const Extraction& params, const Span& place) {
  return any_overlaps(params.values, place) ||
         std::any_of(params.ambiguous.begin(), params.ambiguous.end(),
                     [&](const std::vector<ParamValue>& readings) { return any_overlaps(readings, place); });
}

bool crosses(const Evidence& evidence, const std::vector<Joint>& joints) {
  return std::any_of(joints.begin(), joints.end(),
                     [&](const Joint& joint) { return evidence.begin < joint.begin && joint.end < evidence.end; });
}

}  // namespace

Classifier::ClauseIntent Classifier::read_request(const Evidence& evidence, const Message& clause, std::size_t offset,
                                                  const NluContext& nlu_context,
                                                  std::vector<std::string>* notes) const {
  std::vector<std::string> clause_notes;  // discarded: its positions are relative to the clause
  ClauseIntent request{evidence.intent, to_candidate(evidence, clause),
                       params_of(evidence, clause, {}, nlu_context, notes ? &clause_notes : nullptr),
                       Span{offset, offset + clause.text.original().size()}};
  shift(request.candidate.span, offset);
  shift(request.params.values, offset);
  shift(request.params.ambiguous, offset);
  shift(request.params.others, offset);
  for (UntakenSpan& value : request.params.untaken) shift(value.span, offset);
  return request;
}

// Adds the requests of the message whose intents are not in `requests` yet.
void Classifier::add_requests_after(const Message& message, std::size_t offset, const NluContext& nlu_context,
                                    std::vector<ClauseIntent>& requests, std::vector<std::string>* notes) const {
  for (ClauseIntent& request : read_requests(message, offset, nlu_context, notes)) {
    const bool is_known = std::any_of(requests.begin(), requests.end(),
                                      [&](const ClauseIntent& other) { return other.intent == request.intent; });
    if (!is_known) requests.push_back(std::move(request));
  }
}

// Returns the requests, each from its own clause, in the order of the text.
std::vector<Classifier::ClauseIntent> Classifier::read_requests(const Message& message, std::size_t offset,
                                                                const NluContext& nlu_context,
                                                                std::vector<std::string>* notes) const {
  std::vector<ClauseIntent> requests;
  for (const Joint& joint : joints_between_requests(message, nlu_context)) {
    const SplitMessage split(message, joint);
    if (is_courtesy(split.first.words.text()) || is_courtesy(split.second.words.text())) continue;
    const auto before = own_evidence(split.first, split.second, nlu_context);
    if (!before || !own_evidence(split.second, split.first, nlu_context)) continue;
    requests.push_back(read_request(*before, split.first, offset, nlu_context, notes));
    add_requests_after(split.second, offset + split.second_begin, nlu_context, requests, notes);
    return requests;
  }
  const std::vector<Evidence> found = admitted(firm_evidence(message, nlu_context), nlu_context);
  if (!found.empty()) requests.push_back(read_request(found.front(), message, offset, nlu_context, notes));
  return requests;
}

bool Classifier::find_further_intents(const Message& message, const NluContext& nlu_context, const Evidence& best,
                                      Understanding& result, std::vector<std::string>* notes) const {
  if (result.candidates.size() < 2 && !has_sentences_) return false;
  const int open = index_of(nlu_context.intent);
  if (open == best.intent) return false;
  const std::vector<Joint> joints = joints_between_requests(message, nlu_context);
  for (const Joint& joint : joints) {
    const SplitMessage split(message, joint);
    if (is_courtesy(split.first.words.text()) || is_courtesy(split.second.words.text())) continue;
    const auto before = own_evidence(split.first, split.second, nlu_context);
    if (!before || !own_evidence(split.second, split.first, nlu_context)) continue;
    std::vector<ClauseIntent> requests{read_request(*before, split.first, 0, nlu_context, notes)};
    add_requests_after(split.second, split.second_begin, nlu_context, requests, notes);
    if (requests.size() < 2) continue;
    join(message, nlu_context, requests);
    const auto find_request = [&](const auto& is_wanted) {
      return std::find_if(requests.begin(), requests.end(), is_wanted);
    };
    auto first = find_request([&](const ClauseIntent& request) { return request.intent == best.intent; });
    // A match across several requests counts less than the matches inside them. A report counts less than the request
    // that it belongs to.
    if (first == requests.end() && (requests.size() == 1 || crosses(best, joints))) {
      first = find_request([&](const ClauseIntent& request) { return request.intent != open; });
      const std::string crossing = result.candidates.front().intent, own = first->candidate.intent;
      std::erase_if(result.candidates, [&](const Candidate& candidate) {
        return candidate.intent == crossing || candidate.intent == own;
      });
      result.candidates.insert(result.candidates.begin(), first->candidate);
    }
    if (first == requests.end()) continue;
    if (notes) note_untaken_values(message, nlu_context, requests, *notes);
    share_values(message, nlu_context, requests);
    result.candidates.front() = first->candidate;
    result.params = first->params.values;
    result.ambiguous = first->params.ambiguous;
    result.others = first->params.others;
    const int taken = first->intent;
    add_further(std::move(requests), taken, result);
    return true;
  }
  return false;
}

// If the message has several values for a param, the value in the clause that names the intent counts: "where is
// 1111, and I want my money back for 3333".
void Classifier::prefer_own_clause(const Evidence& evidence, const Message& message, const NluContext& nlu_context,
                                   Extraction& params) const {
  constexpr std::size_t kMostWordsOfValue = 2;  // a clause of so few words continues the one before it: "and O-54321"
  if (params.ambiguous.empty() && !params.has_several_values) return;
  const std::string_view text = message.text.text();
  const std::vector<Joint> joints = joints_of(text);
  if (joints.empty() || evidence.begin == evidence.end) return;
  if (corrections().may_negate(text) || corrections().read(message.words, false) != Correcting::kNo) return;
  Span clause{0, text.size()};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::size_t next = i + 1 < joints.size() ? joints[i + 1].begin : text.size();
    const bool continues = Words(text.substr(joints[i].end, next - joints[i].end)).size() <= kMostWordsOfValue;
    if (joints[i].end <= evidence.begin) clause.begin = joints[i].end;
    if (joints[i].begin >= evidence.end && !continues) clause.end = std::min(clause.end, joints[i].begin);
  }
  const Span original = message.text.original_span(clause.begin, clause.end);
  Extraction own = extract(evidence.intent, Message(message.text.original(original), message), nlu_context, nullptr);
  if (!own.ambiguous.empty()) return;
  shift(own.values, original.begin);
  for (const ParamValue& value : own.values) {
    const auto is_same = [&](const ParamValue& other) { return other.param == value.param; };
    if (!value.valid || std::any_of(params.values.begin(), params.values.end(), is_same)) continue;
    if (any_taken_at(params.values, value.span)) continue;
    std::erase_if(params.ambiguous, [&](const std::vector<ParamValue>& readings) { return is_same(readings.front()); });
    params.values.push_back(value);
  }
}

// Adds a note for each value that an intent would take if it were in the clause of that intent.
void Classifier::note_untaken_values(const Message& message, const NluContext& nlu_context,
                                     const std::vector<ClauseIntent>& requests, std::vector<std::string>& notes) const {
  for (const ClauseIntent& request : requests) note_untaken(request.params.untaken, request.candidate.intent, notes);
  std::vector<Span> noted;
  for (const ClauseIntent& request : requests) {
    const Extraction whole = extract(request.intent, message, nlu_context, nullptr);
    for (const ParamValue& value : whole.values) {
      const Span& place = value.span;
      const auto is_known = [&](const ClauseIntent& other) {
        return has_value_at(other.params, place) ||
               std::any_of(other.params.untaken.begin(), other.params.untaken.end(),
                           [&](const UntakenSpan& untaken) { return overlap(untaken.span, place); });
      };
      if (std::any_of(requests.begin(), requests.end(), is_known) ||
          std::any_of(noted.begin(), noted.end(), [&](const Span& other) { return overlap(other, place); })) {
        continue;
      }
      noted.push_back(place);
      notes.push_back("no intent takes " + std::to_string(place.begin) + ".." + std::to_string(place.end) +
                      ": it could be a value of " + request.candidate.intent + "." + value.param +
                      ", but it is in the clause of another intent");
    }
  }
}

std::optional<Understanding> Classifier::find_request_beside_answer(const Message& message,
                                                                    const NluContext& nlu_context) const {
  if (index_of(nlu_context.intent) < 0) return std::nullopt;
  if (auto reminded = find_reminder(message, nlu_context)) return reminded;
  if (auto again = find_next_run(message, nlu_context)) return again;
  if (!has_sentences_ && !rules_.may_match_part(message)) return std::nullopt;
  std::vector<Joint> joints = joints_between_requests(message, nlu_context);
  const auto read = [&](const Joint& joint, bool answer_is_first) {
    const SplitMessage split(message, joint);
    auto understood = answer_is_first ? read_answer_and_request(split.first, split.second, nlu_context)
                                      : read_answer_and_request(split.second, split.first, nlu_context);
    const std::string_view between = message.text.text().substr(joint.begin, joint.end - joint.begin);
    if (understood && answer_is_first && !keeps_agreement(split, between, *understood)) return no_reading();
    if (understood && answer_is_first) {
      shift(understood->further, split.second_begin);
    } else if (understood) {
      shift(*understood, split.second_begin);
    }
    return understood;
  };
  if (const auto joint = joint_after_cancellation(message.words)) joints.insert(joints.begin(), *joint);
  for (const Joint& joint : joints) {
    auto understood = read(joint, true);
    if (understood && is_cancellation(understood->act)) return understood;
  }
  // Assign as much of the message as possible to the open question: "no, make it 30, | and block my card".
  std::reverse(joints.begin(), joints.end());
  for (const Joint& joint : joints) {
    for (const bool answer_is_first : {true, false}) {
      auto understood = read(joint, answer_is_first);
      if (understood && !is_cancellation(understood->act)) return understood;
    }
  }
  return std::nullopt;
}

// "Yes, but don't forget the invoice": the words after the reminder may also be less certain evidence, because they
// seldom name a wish completely. Such an intent must ask something before it acts.
std::optional<Understanding> Classifier::find_reminder(const Message& message, const NluContext& nlu_context) const {
  const auto joint = joint_at_reminder(message.words);
  if (!joint) return std::nullopt;
  const SplitMessage split(message, *joint);
  std::vector<Evidence> own = firm_evidence(split.first, nlu_context);
  Understanding understood = understand_as_one(split.first, nlu_context, own, nullptr);
  if (!answers_question(understood, nlu_context)) return std::nullopt;
  std::vector<Evidence> wanted = firm_evidence(split.second, nlu_context);
  if (wanted.empty()) match_likeness(split.second, ExampleClassifier::Place::kFirst, wanted);
  wanted = admitted(std::move(wanted), nlu_context);
  if (wanted.empty() || asks_for(wanted, index_of(nlu_context.intent))) return std::nullopt;
  NluContext without_question = nlu_context;
  without_question.intent.clear();
  std::vector<ClauseIntent> requests{read_request(wanted.front(), split.second, 0, without_question, nullptr)};
  if (wanted.front().kind == Evidence::Kind::kLikeness && !asks_before_acting(requests.front())) return std::nullopt;
  understood.candidates.clear();
  understood.params.clear();
  understood.ambiguous.clear();
  add_further(std::move(requests), -1, understood);
  shift(understood.further, split.second_begin);
  return understood;
}

// Whether the intent calls no tool before a confirmation or before the answer to a question.
bool Classifier::asks_before_acting(const ClauseIntent& request) const {
  const auto index = static_cast<std::size_t>(request.intent);
  if (!calls_tools_[index] || confirms_[index]) return true;
  const std::vector<config::Param>& params = bot_.intents[index].params;
  return std::any_of(params.begin(), params.end(), [&](const config::Param& param) {
    const bool is_asked = param.required && !param.ask.empty() && !param.prefill && !param.fallback;
    return is_asked && std::none_of(request.params.values.begin(), request.params.values.end(),
                                    [&](const ParamValue& value) { return value.param == param.id.value; });
  });
}

// If `answer` cancels the open intent, `request` may begin that intent again. If `answer` answers the open question,
// `request` must not match the open intent.
std::optional<Understanding> Classifier::read_answer_and_request(const Message& answer, const Message& request,
                                                                 const NluContext& nlu_context) const {
  if (is_courtesy(request.words.text()) || is_remark(acts_.read(request.words, request.text.text(), nlu_context))) {
    return std::nullopt;
  }
  std::vector<Evidence> found = firm_evidence(answer, nlu_context);
  if (!own_evidence(request, answer, nlu_context)) return std::nullopt;
  if (tells_story(request, nlu_context) || is_answered_by_open(request, nlu_context)) return std::nullopt;
  const std::vector<Evidence> answer_evidence = found;
  Understanding understood = understand_as_one(answer, nlu_context, found, nullptr);
  const bool refuses = understood.act == Act::kDeny && refuses_after_hesitation(answer.words);
  if (acts_.hesitates(answer.words) && !refuses) return std::nullopt;
  const bool is_taken_back = acts_.hesitates(request.words) && !says_instead(request.words);  // "yes. Oh wait, no, ..."
  if (understood.act == Act::kAffirm && is_taken_back) return std::nullopt;
  if (!is_cancellation(understood.act)) {
    const std::vector<Evidence> other_evidence = firm_evidence(request, nlu_context);
    const int open = index_of(nlu_context.intent);
    const auto is_open = [open](const Evidence& evidence) { return evidence.intent == open; };
    if (std::any_of(other_evidence.begin(), other_evidence.end(), is_open) ||
        !answers_question(understood, nlu_context))
      return std::nullopt;
    if (understood.act == Act::kDeny && is_value_of_open(request, other_evidence, nlu_context)) return std::nullopt;
  }
  NluContext without_question;
  without_question.context = nlu_context.context;
  without_question.session = nlu_context.session;
  without_question.now = nlu_context.now;
  understood.candidates.clear();
  understood.params.clear();
  understood.ambiguous.clear();
  std::vector<ClauseIntent> requests = read_requests(request, 0, without_question, nullptr);
  requests.erase(std::remove_if(requests.begin(), requests.end(),
                                [&](const ClauseIntent& one) { return asks_for(answer_evidence, one.intent); }),
                 requests.end());
  if (requests.empty()) return std::nullopt;
  add_further(std::move(requests), -1, understood);
  return understood;
}

std::optional<Evidence> Classifier::own_evidence(const Message& clause, const Message& other,
                                                 const NluContext& nlu_context) const {
  std::vector<Evidence> found = admitted(firm_evidence(clause, nlu_context), nlu_context);
  std::erase_if(found, [&](const Evidence& one) { return one.is_refused; });
  if (!nlu_context.intent.empty() && !found.empty()) {
    const std::vector<InquiryForm> inquiries = find_inquiries(clause.words, clause.text.text());
    std::erase_if(found, [&](const Evidence& one) { return !is_wish(one, inquiries, clause); });
  }
  if (found.empty()) return std::nullopt;
  const std::vector<Evidence> other_evidence = firm_evidence(other, nlu_context);
  const bool is_in_both = std::any_of(other_evidence.begin(), other_evidence.end(),
                                      [&](const Evidence& evidence) { return evidence.intent == found[0].intent; });
  return is_in_both ? std::nullopt : std::optional(std::move(found[0]));
}

}  // namespace parley::intents
