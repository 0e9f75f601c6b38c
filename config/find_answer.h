// Finds an entry of `answers`. Tested by tests/planner/inquiries_test.cc.
#pragma once

#include <cstddef>
#include <string_view>

#include "config/definition.h"

namespace parley::config {

// `param` is empty for an entry of the intent itself. Returns null if the bot has no such entry.
inline const Answer* find_answer(const BotDefinition& bot, std::string_view intent_id, std::string_view param_id,
                                 std::size_t index) {
  const Intent* intent = bot.find_intent(intent_id);
  if (!intent) return nullptr;
  const Param* param = param_id.empty() ? nullptr : intent->find_param(param_id);
  const std::vector<Answer>& answers = param ? param->answers : intent->answers;
  return index < answers.size() ? &answers[index] : nullptr;
}

}  // namespace parley::config
