// Tested by tests/intents/clauses_test.cc.
#include <algorithm>
#include <optional>

#include "intents/findings/values.h"
#include "intents/readings/clause_requests.h"

namespace parley::intents {
namespace {

bool has_reading(const Extraction& params, std::string_view param) {
  const auto is_same = [&](const ParamValue& value) { return value.param == param; };
  const auto has_same = [&](const std::vector<ParamValue>& values) {
    return std::any_of(values.begin(), values.end(), is_same);
  };
  return has_same(params.values) || std::any_of(params.ambiguous.begin(), params.ambiguous.end(), has_same);
}

// Returns the only value of a type in the requests; null if they have none, or several.
const ParamValue* only_value_of(const Dialog& dialog, std::string_view type,
                                const std::vector<ClauseRequest>& requests) {
  const ParamValue* only = nullptr;
  for (const ClauseRequest& request : requests) {
    const config::Intent& intent = dialog.bot.definition_of(request.intent);
    const auto has_type = [&](const ParamValue& value) {
      const config::Param* param = intent.find_param(value.param);
      return param && param->type.value == type;
    };
    const auto is_of_type = [&](const auto& values) { return std::any_of(values.begin(), values.end(), has_type); };
    if (is_of_type(request.params.others)) return nullptr;
    if (std::any_of(request.params.ambiguous.begin(), request.params.ambiguous.end(), is_of_type)) return nullptr;
    for (const ParamValue& value : request.params.values) {
      if (!has_type(value) || !value.valid) continue;
      if (only && only->value != value.value) return nullptr;
      only = &value;
    }
  }
  return only;
}

}  // namespace

// Gives a value of a type with patterns to each request that needs one and has none in its own clause. "Another order"
// is not the same order. An intent that acts without a question gets no value from another clause, and neither does one
// that needs several values of the type.
void share_values(const Dialog& dialog, const Message& message, std::vector<ClauseRequest>& requests) {
  const std::string_view words = message.words.text();
  if (words.find("other") != std::string_view::npos || words.find("different") != std::string_view::npos) return;
  std::vector<std::pair<std::size_t, ParamValue>> shared;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto index = static_cast<std::size_t>(requests[i].intent);
    if (dialog.bot.intents[index].needs_wish && !dialog.bot.intents[index].confirms) continue;
    const config::Intent& intent = dialog.bot.definition.intents[index];
    for (const config::Param& param : intent.params) {
      const std::string& id = param.id.value;
      const auto is_alike = [&](const config::Param& other) {
        return other.required && other.type.value == param.type.value;
      };
      if (!param.required || param.list || !dialog.bot.types.has_patterns(param.type.value)) continue;
      if (has_reading(requests[i].params, id)) continue;
      if (std::count_if(intent.params.begin(), intent.params.end(), is_alike) > 1) continue;
      const ParamValue* said = only_value_of(dialog, param.type.value, requests);
      if (!said) continue;
      ParamValue value = *said;
      value.param = id;
      if (!param.validate.empty()) value.valid = judge(dialog, intent.id.value, id, said->value).valid;
      if (value.valid) shared.emplace_back(i, std::move(value));
    }
  }
  for (auto& [request, value] : shared) requests[request].params.values.push_back(std::move(value));
}

}  // namespace parley::intents
