// Tested by tests/intents/clauses_test.cc.
#include "intents/readings/several_requests.h"

#include <algorithm>
#include <utility>

#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/findings/requests.h"
#include "intents/findings/similar_requests.h"
#include "intents/findings/values.h"
#include "intents/readings/clause_joining.h"
#include "intents/readings/clause_requests.h"
#include "intents/split_message.h"

namespace parley::intents {
namespace {

using Role = acts::Request::Role;

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

// Adds a note for each value that an intent would take if it were in the clause of that intent.
void note_untaken_values(const Dialog& dialog, const Message& message, const std::vector<ClauseRequest>& requests,
                         std::vector<std::string>& notes) {
  for (const ClauseRequest& request : requests) note_untaken(request.params.untaken, request.candidate.intent, notes);
  std::vector<Span> noted;
  for (const ClauseRequest& request : requests) {
    const Extraction whole = extract_params(dialog, request.intent, message, nullptr);
    for (const ParamValue& value : whole.values) {
      const Span& place = value.span;
      const auto is_known = [&](const ClauseRequest& other) {
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

}  // namespace

std::vector<acts::Request> requests_of_clauses(const Dialog& dialog, const Message& message, const Evidence& best,
                                               const acts::Request& whole, std::vector<std::string>* notes) {
  if (whole.weaker.empty() && !dialog.bot.matchers.has_sentences) return {};
  const std::vector<Joint> joints = joints_between_requests(dialog, message);
  for (const Joint& joint : joints) {
    const SplitMessage split(message, joint);
    if (is_courtesy(split.first.words.text()) || is_courtesy(split.second.words.text())) continue;
    const auto before = own_evidence(dialog, split.first, split.second);
    if (!before || !own_evidence(dialog, split.second, split.first)) continue;
    std::vector<ClauseRequest> requests{read_request(dialog, *before, split.first, 0, notes)};
    add_requests_after(dialog, split.second, split.second_begin, requests, notes);
    if (requests.size() < 2) continue;
    join(dialog, message, requests);
    const auto find_request = [&](const auto& is_wanted) {
      return std::find_if(requests.begin(), requests.end(), is_wanted);
    };
    auto first = find_request([&](const ClauseRequest& request) { return request.intent == best.intent; });
    // A match across several requests counts less than the matches inside them. A report counts less than the request
    // that it belongs to.
    const bool is_crossing = first == requests.end() && (requests.size() == 1 || crosses(best, joints));
    if (is_crossing) {
      first = find_request([&](const ClauseRequest& request) { return request.intent != dialog.open; });
    }
    if (first == requests.end()) continue;
    if (notes) note_untaken_values(dialog, message, requests, *notes);
    share_values(dialog, message, requests);
    std::vector<acts::Request> all{to_request(Role::kNow, *first)};
    for (const Candidate& weaker : whole.weaker) {
      if (!is_crossing || weaker.intent != first->candidate.intent) all.front().weaker.push_back(weaker);
    }
    for (const ClauseRequest& request : requests) {
      if (request.intent != first->intent) all.push_back(to_request(Role::kNext, request));
    }
    return all;
  }
  return {};
}

// If the message has several values for a param, the value in the clause that names the intent counts: "where is
// 1111, and I want my money back for 3333".
void prefer_own_clause(const Dialog& dialog, const Evidence& evidence, const Message& message, Extraction& params) {
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
  Extraction own = extract_params(dialog, evidence.intent, Message(message.text.original(original), message), nullptr);
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

// Adds the requests of the clauses that match nothing and resemble another intent for certain: "where is O-12345, and
// the skates came without laces". A clause with a value of the request belongs to that request. An intent that calls a
// tool without a confirmation does not begin in this way.
std::vector<acts::Request> likely_requests(const Dialog& dialog, const Message& message, const Evidence& best,
                                           const acts::Request& now) {
  std::vector<acts::Request> all;
  constexpr std::size_t kFewestWords = 3;
  if (dialog.bot.matchers.likeness.is_off() || best.begin == best.end) return all;
  const std::vector<Joint> joints = joints_of(message.text.text());
  for (std::size_t i = 0; i <= joints.size() && !joints.empty(); ++i) {
    const std::size_t begin = i == 0 ? 0 : joints[i - 1].end;
    const std::size_t end = i < joints.size() ? joints[i].begin : message.text.text().size();
    if (best.begin < end && begin < best.end) continue;
    const Span place = message.text.original_span(begin, end);
    const bool gives_value =
        std::any_of(now.wanted.params.begin(), now.wanted.params.end(), [&](const ParamValue& value) {
          return value.valid && !value.whole_message && value.span.begin < place.end && place.begin < value.span.end;
        });
    if (gives_value) continue;
    const Message clause(message.text.original(place), message);
    if (clause.words.size() < kFewestWords || !find_firm_requests(dialog, clause).empty()) continue;
    std::vector<Evidence> likely;
    match_likeness(dialog, clause, ExampleClassifier::Place::kAside, likely);
    if (likely.size() != 1 || likely[0].answer || !is_admitted(dialog, likely[0])) continue;
    const auto intent = static_cast<std::size_t>(likely[0].intent);
    if (dialog.bot.intents[intent].calls_tools && !dialog.bot.intents[intent].confirms) continue;
    ClauseRequest request = read_request(dialog, likely[0], clause, place.begin, nullptr);
    const std::string& id = request.candidate.intent;
    const auto is_same = [&](const Candidate& other) { return other.intent == id; };
    const bool is_known = is_same(now.wanted.candidate) || std::any_of(now.weaker.begin(), now.weaker.end(), is_same) ||
                          std::any_of(all.begin(), all.end(),
                                      [&](const acts::Request& other) { return is_same(other.wanted.candidate); });
    if (!is_known) all.push_back(to_request(Role::kNext, request));
  }
  return all;
}

}  // namespace parley::intents
