// Part of Classifier: messages that only resemble the examples of an intent (example_classifier.h).
// Tested by tests/intents/example_classifier_test.cc.
#include <algorithm>

#include "intents/classifier.h"
#include "intents/clauses.h"

namespace parley::intents {

// Without an open question, yes, no and courtesies are not commands.
bool Classifier::is_open_to_likeness(Act act_alone) { return act_alone == Act::kInform || is_small_talk(act_alone); }

void Classifier::match_likeness(const Message& message, ExampleClassifier::Place place,
                                std::vector<Evidence>& out) const {
  if (likeness_.is_off()) return;
  const Act act = act_alone(message);
  if (!is_open_to_likeness(act)) return;
  const bool is_small_talk = act != Act::kInform || is_courtesy(message.words.text());
  likeness_.match(message.words, message.text.text(), place, is_small_talk, out);
}

std::optional<Evidence> Classifier::likely_clause(const Message& message) const {
  const std::vector<Joint> joints = joints_of(message.text.text());
  if (joints.empty() || likeness_.is_off()) return std::nullopt;
  std::vector<Evidence> likely;
  for (std::size_t i = 0; i <= joints.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : joints[i - 1].end;
    const std::size_t end = i < joints.size() ? joints[i].begin : message.text.text().size();
    const Message clause(message.text.original(message.text.original_span(begin, end)), message);
    const std::size_t before = likely.size();
    match_likeness(clause, ExampleClassifier::Place::kAside, likely);
    for (std::size_t k = before; k < likely.size(); ++k) {
      likely[k].begin += begin;
      likely[k].end += begin;
    }
  }
  const bool is_one = !likely.empty() && std::all_of(likely.begin(), likely.end(), [&](const Evidence& one) {
    return one.intent == likely.front().intent;
  });
  return is_one ? std::optional(std::move(likely.front())) : std::nullopt;
}

// Adds the requests of the clauses that match nothing and resemble another intent for certain: "where is O-12345, and
// the skates came without laces". A clause with a value of the request belongs to that request. An intent that calls a
// tool without a confirmation does not begin in this way.
void Classifier::add_likely_requests(const Message& message, const NluContext& nlu_context, const Evidence& best,
                                     Understanding& result) const {
  constexpr std::size_t kFewestWords = 3;
  if (likeness_.is_off() || best.intent == index_of(nlu_context.intent) || best.begin == best.end) return;
  const std::vector<Joint> joints = joints_of(message.text.text());
  for (std::size_t i = 0; i <= joints.size() && !joints.empty(); ++i) {
    const std::size_t begin = i == 0 ? 0 : joints[i - 1].end;
    const std::size_t end = i < joints.size() ? joints[i].begin : message.text.text().size();
    if (best.begin < end && begin < best.end) continue;
    const Span place = message.text.original_span(begin, end);
    const bool gives_value = std::any_of(result.params.begin(), result.params.end(), [&](const ParamValue& value) {
      return value.valid && !value.whole_message && value.span.begin < place.end && place.begin < value.span.end;
    });
    if (gives_value) continue;
    const Message clause(message.text.original(place), message);
    if (clause.words.size() < kFewestWords || !firm_evidence(clause, nlu_context).empty()) continue;
    std::vector<Evidence> likely;
    match_likeness(clause, ExampleClassifier::Place::kAside, likely);
    if (likely.size() != 1 || likely[0].answer || !is_admitted(likely[0], nlu_context)) continue;
    const auto intent = static_cast<std::size_t>(likely[0].intent);
    if (calls_tools_[intent] && !confirms_[intent]) continue;
    ClauseIntent request = read_request(likely[0], clause, place.begin, nlu_context, nullptr);
    const std::string& id = request.candidate.intent;
    const auto is_same = [&](const auto& other) { return other.intent == id; };
    const bool is_known = std::any_of(result.candidates.begin(), result.candidates.end(), is_same) ||
                          std::any_of(result.further.begin(), result.further.end(),
                                      [&](const FurtherIntent& other) { return is_same(other.candidate); });
    if (is_known) continue;
    result.further.push_back({std::move(request.candidate), std::move(request.params.values),
                              std::move(request.params.ambiguous), std::move(request.params.others)});
  }
}

bool Classifier::may_digress_by_likeness(const Message& message, const NluContext& nlu_context,
                                         const Understanding& result) const {
  constexpr std::size_t kShortReply = 2;
  const bool is_asked = !nlu_context.waiting_for_param.empty() || nlu_context.confirming || nlu_context.changing;
  if (!is_asked || message.words.size() <= kShortReply || result.act != Act::kInform) return false;
  if (result.corrects || result.choice || !result.named.empty() || !result.ambiguous_answers.empty()) return false;
  return std::none_of(result.answers.begin(), result.answers.end(), [&](const ParamValue& answer) {
    return !answer.whole_message &&
           (nlu_context.waiting_for_param.empty() || answer.param == nlu_context.waiting_for_param);
  });
}

// While an intent is open, example similarity is too weak a reason to start one that calls a tool.
void Classifier::drop_effects(std::vector<Evidence>& found, int open, std::vector<std::string>* notes) const {
  const auto has_effects = [&](const Evidence& evidence) {
    const bool drops = evidence.intent != open && calls_tools_[static_cast<std::size_t>(evidence.intent)];
    if (drops && notes) {
      notes->push_back(bot_.intents[static_cast<std::size_t>(evidence.intent)].id.value +
                       " matches only by similarity and calls a tool: it does not start while another intent is open");
    }
    return drops;
  };
  found.erase(std::remove_if(found.begin(), found.end(), has_effects), found.end());
}

}  // namespace parley::intents
