// Part of Classifier: messages that only resemble the examples of an intent (example_classifier.h).
// Tested by tests/intents/example_classifier_test.cc.
#include <algorithm>
#include <utility>

#include "intents/classifier.h"
#include "intents/clauses.h"
#include "intents/scoring/confidence.h"

namespace parley::intents {
namespace {

// Whether a clause has enough words, apart from codes, to mean something by itself.
bool says_enough(const Words& words) {
  constexpr std::size_t kFewestWords = 3;
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (word.size() > 1 && word.find_first_of("0123456789") == std::string_view::npos) ++count;
  }
  return count >= kFewestWords;
}

// Keeps the doubtful intents that are likely enough to be offered, each once, likeliest first.
void keep_likeliest(std::vector<Evidence>& doubtful) {
  std::stable_sort(doubtful.begin(), doubtful.end(),
                   [](const Evidence& a, const Evidence& b) { return a.confidence > b.confidence; });
  std::vector<Evidence> kept;
  for (Evidence& one : doubtful) {
    const bool is_known =
        std::any_of(kept.begin(), kept.end(), [&](const Evidence& other) { return other.intent == one.intent; });
    const double best = kept.empty() ? one.confidence : kept.front().confidence;
    if (!is_known && scoring::is_likely(kept.size(), one.confidence, best)) kept.push_back(std::move(one));
  }
  doubtful = std::move(kept);
}

}  // namespace

// Without an open question, yes, no and courtesies are not commands.
bool Classifier::is_open_to_likeness(Act act_alone) { return act_alone == Act::kInform || is_small_talk(act_alone); }

void Classifier::match_likeness(const Message& message, ExampleClassifier::Place place,
                                std::vector<Evidence>& out) const {
  if (likeness_.is_off()) return;
  match_likeness(message, place, own_values_.codes_in(message.text.text(), &message.passed), out);
}

void Classifier::match_likeness(const Message& message, ExampleClassifier::Place place, const OwnValues::Codes& codes,
                                std::vector<Evidence>& out) const {
  const Act act = act_alone(message);
  if (likeness_.is_off() || !is_open_to_likeness(act)) return;
  const bool is_small_talk = act != Act::kInform || is_courtesy(message.words.text());
  likeness_.match(message.words, message.text.text(), place, is_small_talk, codes, out);
}

// A code speaks for the intent of every clause: "my number is O-12345, and well, it has not come".
std::vector<Evidence> Classifier::evidence_of_clauses(const Message& message) const {
  std::vector<Evidence> all;
  const std::string_view text = message.text.text();
  const std::vector<Joint> joints = likeness_.is_off() ? std::vector<Joint>() : joints_of_story(text);
  if (joints.empty()) return all;
  const OwnValues::Codes codes = own_values_.codes_in(text, &message.passed);
  for (std::size_t i = 0; i <= joints.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : joints[i - 1].end;
    const std::size_t end = i < joints.size() ? joints[i].begin : text.size();
    const Message clause(message.text.original(message.text.original_span(begin, end)), message);
    if (is_courtesy(clause.words.text()) || !says_enough(clause.words)) continue;
    const std::size_t before = all.size();
    match_likeness(clause, ExampleClassifier::Place::kClause, codes, all);
    for (std::size_t k = before; k < all.size(); ++k) {
      all[k].begin += begin;
      all[k].end += begin;
    }
  }
  return all;
}

// One clause that is certain counts, and the others are a story. Otherwise the bot offers what the message or one of
// its clauses resembles most. Two clauses that are certain of different intents are offered too.
void Classifier::prefer_clauses(const Message& message, std::vector<Evidence>& whole) const {
  std::vector<Evidence> clauses = evidence_of_clauses(message);
  std::vector<Evidence> sure;
  for (const Evidence& one : clauses) {
    if (!one.is_doubtful) sure.push_back(one);
  }
  const bool is_one = !sure.empty() && std::all_of(sure.begin(), sure.end(), [&](const Evidence& one) {
    return one.intent == sure.front().intent;
  });
  if (is_one) {
    whole.assign(1, sure.front());
    return;
  }
  for (Evidence& one : clauses) {
    one.is_doubtful = true;
    whole.push_back(std::move(one));
  }
  keep_likeliest(whole);
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
