// Tested by tests/context/service/system_prompt_test.cc.
#include "memory/sessions/system_prompt.h"

#include <algorithm>
#include <utility>

#include "base/value_transform.h"

namespace parley::memory {
namespace {

constexpr const char* kText = "text";
constexpr const char* kTurn = "turn";

}  // namespace

void note_system_prompt(SessionNotes& notes, std::string prompt, std::int64_t first_turn) {
  notes.metadata[kSystemPrompt] = Value::Object{{kText, std::move(prompt)}, {kTurn, first_turn}};
}

std::string system_prompt_of(const SessionNotes& notes, const SessionState& state) {
  const auto noted = notes.metadata.find(kSystemPrompt);
  if (noted == notes.metadata.end()) return {};
  if (const std::string* of_session = noted->second.if_string()) return *of_session;
  const Value* text = noted->second.find(kText);
  const Value* turn = noted->second.find(kTurn);
  const bool is_current = turn && *turn == Value(std::max<std::int64_t>(state.began_turn, 1));
  return is_current && text && text->if_string() ? *text->if_string() : std::string();
}

Value with_prompt_text(const Value& prompt, const std::function<std::string(const std::string& text)>& change) {
  const Value* text = prompt.find(kText);
  const Value* turn = prompt.find(kTurn);
  const bool is_of_conversation = text && turn && turn->if_int() && prompt.if_object()->size() == 2;
  if (!is_of_conversation) return base::transform_texts(prompt, change, base::Names::kChange);
  return Value::Object{{kText, base::transform_texts(*text, change, base::Names::kChange)}, {kTurn, *turn}};
}

}  // namespace parley::memory
