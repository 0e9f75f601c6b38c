// Tested by tests/intents/precedence_test.cc and example_classifier_test.cc.
#include "intents/classifier.h"

#include <algorithm>
#include <utility>

#include "base/work_budget.h"
#include "intents/acts_of.h"
#include "intents/condition.h"
#include "intents/context_facts.h"
#include "intents/findings/inquiries.h"
#include "intents/findings/requests.h"
#include "intents/findings/values.h"
#include "intents/offer_refusal.h"
#include "intents/readings/message_reader.h"

namespace parley::intents {

Classifier::Classifier(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings)
    : bot_(bot, std::move(options), findings) {}

// Part of a message may mean the opposite of the whole ("not 5"). The classifier therefore ignores the whole message if
// reading it takes too many steps.
Understanding Classifier::understand(std::string_view original, const NluContext& nlu_context,
                                     std::vector<std::string>* notes, Sources sources) const {
  const base::WorkBudget work(step_limit(original));
  const Dialog dialog(bot_, nlu_context);
  const std::optional<std::string> rest = without_refused_offer(original, nlu_context);
  Message message = bot_.message(rest ? std::string_view(*rest) : original, sources);
  if (dialog.open >= 0) message.needs_places = true;  // the same words may answer the question
  std::vector<Evidence> found = find_requests(dialog, message);
  MessageReading reading = read_message(dialog, message, found, notes);
  return work.is_exceeded() ? Understanding() : to_understanding(std::move(reading), nlu_context);
}

ParamValue Classifier::judge(std::string_view intent, std::string_view param, const Value& value,
                             const NluContext& nlu_context) const {
  return intents::judge(Dialog(bot_, nlu_context), intent, param, value);
}

ParamValue Classifier::judge_type(std::string_view intent, std::string_view param, const Value& value,
                                  const NluContext& nlu_context) const {
  return intents::judge_type(Dialog(bot_, nlu_context), intent, param, value);
}

std::vector<Inquiry> Classifier::answerable(const NluContext& nlu_context) const {
  return intents::answerable(Dialog(bot_, nlu_context));
}

std::vector<ParamValue> Classifier::values_for(std::string_view intent, std::string_view original,
                                               const NluContext& nlu_context) const {
  const int index = bot_.index_of(intent);
  if (index < 0) return {};
  const Dialog dialog(bot_, nlu_context);
  const Message message = bot_.message(original, Sources::kOmitted);
  std::vector<ParamValue> values = extract_params(dialog, index, message, nullptr).values;
  std::erase_if(values, [](const ParamValue& value) { return !value.valid || value.whole_message; });
  return values;
}

bool Classifier::admits(std::string_view intent, const NluContext& nlu_context) const {
  const config::Intent* known = bot_.definition.find_intent(intent);
  return known && holds(known->when, facts_of(nlu_context));
}

std::vector<Evidence> Classifier::evidence(std::string_view message) const {
  const NluContext nothing_open;
  return find_requests(Dialog(bot_, nothing_open), bot_.message(message));
}

bool Classifier::is_decided_by_rules(std::string_view message) const {
  const NluContext nothing_open;
  return intents::is_decided_by_rules(Dialog(bot_, nothing_open), bot_.message(message));
}

bool Classifier::is_slot(std::string_view intent, std::string_view param) const {
  return bot_.matchers.templates.fills(bot_.index_of(intent), param);
}

Now Classifier::now_of(const NluContext& nlu_context) const { return Dialog(bot_, nlu_context).now(); }

}  // namespace parley::intents
