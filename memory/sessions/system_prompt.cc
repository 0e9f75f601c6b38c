// Tested by tests/memory/system_prompt_test.cc.
#include "memory/sessions/system_prompt.h"

#include <algorithm>
#include <utility>

namespace parley::memory {
namespace {

constexpr const char* kPrompt = "system_prompt";
constexpr const char* kText = "text";
constexpr const char* kTurn = "turn";

}  // namespace

void note_system_prompt(SessionNotes& notes, std::string prompt, std::int64_t first_turn) {
  notes.metadata[kPrompt] = Value::Object{{kText, std::move(prompt)}, {kTurn, first_turn}};
}

std::string system_prompt_of(const SessionNotes& notes, const SessionState& state) {
  const auto noted = notes.metadata.find(kPrompt);
  if (noted == notes.metadata.end()) return {};
  if (const std::string* of_session = noted->second.if_string()) return *of_session;
  const Value* text = noted->second.find(kText);
  const Value* turn = noted->second.find(kTurn);
  const bool is_current = turn && *turn == Value(std::max<std::int64_t>(state.began_turn, 1));
  return is_current && text && text->if_string() ? *text->if_string() : std::string();
}

}  // namespace parley::memory
