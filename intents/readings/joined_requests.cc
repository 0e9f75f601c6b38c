// Clauses that match several intents, but are one request.
// Tested by tests/intents/joined_requests_test.cc.
#include <algorithm>
#include <utility>

#include "intents/findings/requests.h"
#include "intents/findings/values.h"
#include "intents/opening_text.h"
#include "intents/readings/clause_requests.h"

namespace parley::intents {
namespace {

bool has_value_for(const std::vector<ParamValue>& values, const std::string& param) {
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
}

// "It came broken, can I get a new one?" names the intent that asks what would help, and the intent that it would
// start. The second one is what the user asks for. It takes the values of both clauses.
void join_started(const Dialog& dialog, const Message& message, std::vector<ClauseRequest>& requests) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::vector<int>& started = dialog.bot.at(requests[i].intent).starts;
    const auto is_started = [&](const ClauseRequest& other) {
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
    ClauseRequest& started_one = *std::find_if(requests.begin(), requests.end(), is_started);
    for (ParamValue& value : extract_params(dialog, started_one.intent, Message(text, message), nullptr).values) {
      if (!value.valid || has_value_for(started_one.params.values, value.param)) continue;
      value.span.begin += place.begin;
      value.span.end += place.begin;
      started_one.params.values.push_back(std::move(value));
    }
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

// "I want to complain. My parcel came too late": the report belongs to the complaint, although it matches another
// intent. Joins it to the request before it.
void join_reports(const Dialog& dialog, const Message& message, std::vector<ClauseRequest>& requests) {
  if (!dialog.bot.topic_words.is_english()) return;
  for (std::size_t i = 1; i < requests.size();) {
    ClauseRequest& story = requests[i - 1];
    const std::string_view original = message.text.original();
    const Message report(original.substr(requests[i].clause.begin, requests[i].clause.end - requests[i].clause.begin),
                         message);
    const bool takes = takes_story(dialog.bot.definition_of(story.intent));
    if (!takes || !is_report(report.words)) {
      ++i;
      continue;
    }
    const Span place{story.clause.begin, requests[i].clause.end};
    const Message joined(original.substr(place.begin, place.end - place.begin), message);
    const std::vector<Evidence> found = find_firm_requests(dialog, joined);
    const auto own =
        std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == story.intent; });
    if (own == found.end()) {
      ++i;
      continue;
    }
    story = read_request(dialog, *own, joined, place.begin, nullptr);
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

void join(const Dialog& dialog, const Message& message, std::vector<ClauseRequest>& requests) {
  join_reports(dialog, message, requests);
  join_started(dialog, message, requests);
}

}  // namespace parley::intents
