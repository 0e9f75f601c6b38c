// Part of Classifier: values for intents other than the open one.
// Tested by tests/intents/precedence_test.cc and untaken_values_test.cc.
#include <string>
#include <utility>
#include <vector>

#include "intents/classifier.h"

namespace parley::intents {

std::vector<ParamValue> Classifier::elsewhere(const FoldedText& text, const NluContext& nlu_context) const {
  std::vector<ParamValue> values;
  for (const auto& [intent, param] : nlu_context.interrupted) {
    const int index = index_of(intent);
    if (index < 0) continue;
    auto value = extractors_[static_cast<std::size_t>(index)].answer(text, param, now_of(nlu_context));
    if (!value) continue;
    value->intent = intent;
    values.push_back(std::move(*value));
  }
  return values;
}

void Classifier::add_values_for_lookup(const Message& message, const NluContext& nlu_context,
                                       Understanding& result) const {
  const config::Intent* intent = bot_.find_intent(nlu_context.intent);
  const config::Param* asked = intent ? intent->find_param(nlu_context.waiting_for_param) : nullptr;
  if (!asked || !asked->if_unknown || nlu_context.confirming) return;
  const auto* call = asked->if_unknown->step.as<config::CallStep>();
  const int called = call ? index_of(call->intent.value) : -1;
  if (called < 0) return;
  for (ParamValue& value : extract(called, message, nlu_context, nullptr).values) {
    const config::Param* param = bot_.intents[static_cast<std::size_t>(called)].find_param(value.param);
    if (!value.valid || value.whole_message || value.misspelt || !param || !param->required) continue;
    value.intent = call->intent.value;
    result.elsewhere.push_back(std::move(value));
  }
}

// Returns values of the bot's own types. A bare number may pick one of the intents.
std::vector<ParamValue> Classifier::values_for_offered(const Message& message, const NluContext& nlu_context) const {
  std::vector<ParamValue> values;
  for (const std::string& intent : nlu_context.offered) {
    const int index = index_of(intent);
    if (index < 0) continue;
    for (ParamValue& value : extract(index, message, nlu_context, nullptr).values) {
      const config::Param* param = bot_.intents[static_cast<std::size_t>(index)].find_param(value.param);
      if (!value.valid || value.whole_message || !param || !bot_.find_entity(param->type.value)) continue;
      value.intent = intent;
      values.push_back(std::move(value));
    }
  }
  return values;
}

std::vector<ParamValue> Classifier::values_for(std::string_view intent, std::string_view original,
                                               const NluContext& nlu_context) const {
  const int index = index_of(intent);
  if (index < 0) return {};
  std::vector<ParamValue> values = extract(index, message(original, Sources::kOmitted), nlu_context, nullptr).values;
  std::erase_if(values, [](const ParamValue& value) { return !value.valid || value.whole_message; });
  return values;
}

}  // namespace parley::intents
