#include "planner/open_question.h"

namespace parley::planner {

const char* to_string(Question question) {
  switch (question) {
    case Question::kNothing: return "nothing";
    case Question::kOffer: return "offer";
    case Question::kParam: return "param";
    case Question::kYesNo: return "yes_no";
    case Question::kOptions: return "options";
    case Question::kConfirm: return "confirm";
    case Question::kChange: return "change";
    case Question::kChoice: return "choice";
    case Question::kTool: return "tool";
    case Question::kLost: break;
  }
  return "lost";
}

Question question_of(const config::BotDefinition& bot, const SessionState& state) {
  if (state.frames.empty()) return state.offered.empty() ? Question::kNothing : Question::kOffer;
  if (!state.waiting) return Question::kLost;
  switch (state.waiting->kind()) {
    case PendingInput::Kind::kConfirm: return Question::kConfirm;
    case PendingInput::Kind::kChange: return Question::kChange;
    case PendingInput::Kind::kChoice: return Question::kChoice;
    case PendingInput::Kind::kTool: return Question::kTool;
    case PendingInput::Kind::kParam: break;
  }
  if (!state.waiting->choices().empty()) return Question::kOptions;
  const config::Intent* intent = bot.find_intent(state.frames.back().intent);
  const config::Param* param = intent ? intent->find_param(state.waiting->param()) : nullptr;
  return param && param->type.value == "boolean" ? Question::kYesNo : Question::kParam;
}

}  // namespace parley::planner
