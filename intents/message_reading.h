// MessageReading: what a message, or a part of it, says in the dialog. acts_of.h makes dialog acts of it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "parley/understanding.h"

namespace parley::intents {

// What a message says to the open question. If nothing is open, it has only an act.
struct Reply {
  Act act = Act::kInform;
  bool closes = false;          // goodbye after the act: "forget it, goodbye"
  bool breaks_silence = false;  // "hello??", "is anyone there?"
  std::vector<ParamValue> values;
  Ambiguous ambiguous;
  // The further values of an enumeration, for a param of `values` that takes one value and whose type has patterns:
  // "where are 12345 and 23456". The intent runs once for each.
  std::vector<ParamValue> others;
  std::vector<ParamValue> mentioned;  // values in questions and refusals, which no param takes
  std::vector<std::string> named;     // params that are named without a value: "change the date"
  bool corrects = false;              // "no, I meant ...", "actually ...": params that have a value may change
};

struct MessageReading {
  Reply reply;
  std::optional<acts::Choose> choice;  // of NluContext::choices
  // The user's questions that the bot answers, and those that it has to leave unanswered while something is open.
  std::vector<Inquiry> inquiries;
  std::vector<acts::Request> requests;  // at most one of Role::kNow, and it is the first one
  // For the questions of interrupted intents (NluContext::interrupted), in order, for NluContext::offered, or for the
  // intent that `if_unknown` of the asked param calls.
  std::vector<ParamValue> elsewhere;
  std::optional<FollowUp> follow_up;  // for NluContext::done
  // Values of the bot's own types, email addresses, phone numbers and IBANs that no param takes.
  std::vector<UntakenValue> untaken;
  // At a confirmation: the message has words with content that are no act, value, intent or question.
  bool has_remark = false;

  // What is no act (parley/understanding.h).
  std::string said;
  bool asks_once = false;
  bool refers_back = false;

  // Null: the message begins nothing.
  const acts::Request* request_now() const {
    const bool begins = !requests.empty() && requests.front().role == acts::Request::Role::kNow;
    return begins ? &requests.front() : nullptr;
  }
  bool has_request(acts::Request::Role role) const {
    return std::any_of(requests.begin(), requests.end(),
                       [role](const acts::Request& request) { return request.role == role; });
  }
  // The option of the message that picks one, and the only one.
  std::optional<int> picked_option() const {
    const bool is_one = choice && choice->meaning == acts::Choose::Meaning::kThese && choice->options.size() == 1;
    return is_one ? std::optional(choice->options.front()) : std::nullopt;
  }
  // Whether the message names an intent, even a doubtful one.
  bool names_intent() const {
    return std::any_of(requests.begin(), requests.end(),
                       [](const acts::Request& request) { return request.role != acts::Request::Role::kTakesValue; });
  }
};

// Calls visit(values) for each list of values that a param of the open intent, or of an intent that is requested
// for certain, takes.
template <class Visit>
void for_each_list(const MessageReading& reading, const Visit& visit) {
  const auto visit_wanted = [&](const auto& wanted) {
    visit(wanted.params);
    for (const auto& readings : wanted.ambiguous) visit(readings);
  };
  visit(reading.reply.values);
  for (const auto& readings : reading.reply.ambiguous) visit(readings);
  visit(reading.elsewhere);
  for (const acts::Request& request : reading.requests) {
    if (request.role != acts::Request::Role::kDoubtful) visit_wanted(request.wanted);
  }
  if (reading.follow_up) visit_wanted(*reading.follow_up);
}

}  // namespace parley::intents
