// Tested by tests/intents/precedence_test.cc and untaken_values_test.cc.
#include "intents/findings/values_elsewhere.h"

#include <string>
#include <utility>
#include <vector>

#include "intents/findings/values.h"

namespace parley::intents {

std::vector<ParamValue> find_values_elsewhere(const Dialog& dialog, const FoldedText& text) {
  std::vector<ParamValue> values;
  for (const auto& [intent, param] : dialog.context.interrupted) {
    const int index = dialog.bot.index_of(intent);
    if (index < 0) continue;
    auto value = dialog.bot.at(index).extractor.answer(text, param, dialog.now());
    if (!value) continue;
    value->intent = intent;
    values.push_back(std::move(*value));
  }
  return values;
}

std::vector<ParamValue> find_values_for_lookup(const Dialog& dialog, const Message& message) {
  std::vector<ParamValue> values;
  const config::Param* asked = dialog.asked();
  if (!asked || !asked->if_unknown || dialog.context.confirming) return values;
  const auto* call = asked->if_unknown->step.as<config::CallStep>();
  const int called = call ? dialog.bot.index_of(call->intent.value) : -1;
  if (called < 0) return values;
  for (ParamValue& value : extract_params(dialog, called, message, nullptr).values) {
    const config::Param* param = dialog.bot.definition_of(called).find_param(value.param);
    if (!value.valid || value.whole_message || value.misspelt || !param || !param->required) continue;
    value.intent = call->intent.value;
    values.push_back(std::move(value));
  }
  return values;
}

// Returns values of the bot's own types. A bare number may pick one of the intents.
std::vector<ParamValue> find_values_for_offered(const Dialog& dialog, const Message& message) {
  std::vector<ParamValue> values;
  for (const std::string& intent : dialog.context.offered) {
    const int index = dialog.bot.index_of(intent);
    if (index < 0) continue;
    for (ParamValue& value : extract_params(dialog, index, message, nullptr).values) {
      const config::Param* param = dialog.bot.definition_of(index).find_param(value.param);
      if (!value.valid || value.whole_message || !param || !dialog.bot.definition.find_entity(param->type.value))
        continue;
      value.intent = intent;
      values.push_back(std::move(value));
    }
  }
  return values;
}

}  // namespace parley::intents
