// Part of Classifier: clauses that match several intents, but are one request.
// Tested by tests/intents/joined_requests_test.cc.
#include <algorithm>
#include <utility>

#include "intents/classifier.h"

namespace parley::intents {
namespace {

bool has_value_for(const std::vector<ParamValue>& values, const std::string& param) {
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
}

}  // namespace

// "It came broken, can I get a new one?" names the intent that asks what would help, and the intent that it would
// start. The second one is what the user asks for. It takes the values of both clauses.
void Classifier::join_started(const Message& message, const NluContext& nlu_context,
                              std::vector<ClauseIntent>& requests) const {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::vector<int>& started = starts_[static_cast<std::size_t>(requests[i].intent)];
    const auto is_started = [&](const ClauseIntent& other) {
      return std::find(started.begin(), started.end(), other.intent) != started.end();
    };
    const auto count = std::count_if(requests.begin(), requests.end(), is_started);
    if (count == 0) continue;
    if (count > 1) {  // "a refund or a new one?": the bot asks
      std::erase_if(requests, is_started);
      return;
    }
    const Span place = requests[i].clause;
    const std::string_view text = message.text.original().substr(place.begin, place.end - place.begin);
    ClauseIntent& started_one = *std::find_if(requests.begin(), requests.end(), is_started);
    for (ParamValue& value : extract(started_one.intent, Message(text, message), nlu_context, nullptr).values) {
      if (!value.valid || has_value_for(started_one.params.values, value.param)) continue;
      value.span.begin += place.begin;
      value.span.end += place.begin;
      started_one.params.values.push_back(std::move(value));
    }
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

void Classifier::join(const Message& message, const NluContext& nlu_context,
                      std::vector<ClauseIntent>& requests) const {
  join_reports(message, nlu_context, requests);
  join_started(message, nlu_context, requests);
}

// Whether the clause is a question that the open intent answers: it begins no other intent.
bool Classifier::is_answered_by_open(const Message& request, const NluContext& nlu_context) const {
  if (answers_.empty()) return false;
  const std::vector<InquiryForm> inquiries = find_inquiries(request.words, request.text.text());
  if (inquiries.empty() || !are_whole_message(inquiries, request.words)) return false;
  const Answers::Scope scope = answers_.scope_of(nlu_context);
  Understanding answered;
  return std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
    return !inquiry.is_by_mark && add_answer(request, inquiry, scope, Resembling::kNo, answered);
  });
}

// Returns true if the words that name other intents are a value of the open one: "no, it was the wrong size" corrects
// the reason.
bool Classifier::is_value_of_open(const Message& request, const std::vector<Evidence>& named,
                                  const NluContext& nlu_context) const {
  const std::vector<ParamValue> values = extract(index_of(nlu_context.intent), request, nlu_context, nullptr).values;
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
    if (!value.valid || value.whole_message) return false;
    return std::all_of(named.begin(), named.end(), [&](const Evidence& one) {
      const Span place = request.text.original_span(one.begin, one.end);
      return value.span.begin <= place.begin && place.end <= value.span.end;
    });
  });
}

}  // namespace parley::intents
