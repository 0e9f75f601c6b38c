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
