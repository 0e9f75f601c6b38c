// Tested by tests/intents/clauses_test.cc.
#include "intents/readings/clause_requests.h"

#include <algorithm>
#include <utility>

#include "intents/clauses.h"
#include "intents/contrast.h"
#include "intents/findings/inquiries.h"
#include "intents/findings/requests.h"
#include "intents/findings/values.h"
#include "intents/readings/clause_joining.h"
#include "intents/split_message.h"

namespace parley::intents {

ClauseRequest read_request(const Dialog& dialog, const Evidence& evidence, const Message& clause, std::size_t offset,
                           std::vector<std::string>* notes) {
  std::vector<std::string> clause_notes;  // discarded: its positions are relative to the clause
  ClauseRequest request{evidence.intent, to_candidate(dialog, evidence, clause),
                        params_of(dialog, evidence, clause, {}, notes ? &clause_notes : nullptr),
                        Span{offset, offset + clause.text.original().size()}};
  shift(request.candidate.span, offset);
  shift(request.params.values, offset);
  shift(request.params.ambiguous, offset);
  shift(request.params.others, offset);
  for (UntakenSpan& value : request.params.untaken) shift(value.span, offset);
  return request;
}

// Adds the requests of the message whose intents are not in `requests` yet.
void add_requests_after(const Dialog& dialog, const Message& message, std::size_t offset,
                        std::vector<ClauseRequest>& requests, std::vector<std::string>* notes) {
  for (ClauseRequest& request : read_requests(dialog, message, offset, notes)) {
    const bool is_known = std::any_of(requests.begin(), requests.end(),
                                      [&](const ClauseRequest& other) { return other.intent == request.intent; });
    if (!is_known) requests.push_back(std::move(request));
  }
}

// Returns the requests, each from its own clause, in the order of the text.
std::vector<ClauseRequest> read_requests(const Dialog& dialog, const Message& message, std::size_t offset,
                                         std::vector<std::string>* notes) {
  std::vector<ClauseRequest> requests;
  for (const Joint& joint : joints_between_requests(dialog, message)) {
    const SplitMessage split(message, joint);
    if (is_courtesy(split.first.words.text()) || is_courtesy(split.second.words.text())) continue;
    const auto before = own_evidence(dialog, split.first, split.second);
    if (!before || !own_evidence(dialog, split.second, split.first)) continue;
    requests.push_back(read_request(dialog, *before, split.first, offset, notes));
    add_requests_after(dialog, split.second, offset + split.second_begin, requests, notes);
    return requests;
  }
  const std::vector<Evidence> found = admitted(dialog, find_firm_requests(dialog, message));
  if (!found.empty()) requests.push_back(read_request(dialog, found.front(), message, offset, notes));
  return requests;
}

std::optional<Evidence> own_evidence(const Dialog& dialog, const Message& clause, const Message& other) {
  std::vector<Evidence> found = admitted(dialog, find_firm_requests(dialog, clause));
  const bool is_denied = std::any_of(found.begin(), found.end(), [](const Evidence& one) { return one.is_denied; });
  const bool has_contrast = is_denied && (contrasts(clause) || contrasts(other));
  std::erase_if(found, [&](const Evidence& one) { return one.is_refused || (has_contrast && one.is_denied); });
  if (!dialog.context.intent.empty() && !found.empty()) {
    const std::vector<InquiryForm> inquiries = find_inquiries(clause.words, clause.text.text());
    std::erase_if(found, [&](const Evidence& one) { return !is_wish(dialog, one, inquiries, clause); });
  }
  if (found.empty()) return std::nullopt;
  const std::vector<Evidence> other_evidence = find_firm_requests(dialog, other);
  const bool is_in_both = std::any_of(other_evidence.begin(), other_evidence.end(),
                                      [&](const Evidence& evidence) { return evidence.intent == found[0].intent; });
  return is_in_both ? std::nullopt : std::optional(std::move(found[0]));
}

}  // namespace parley::intents
