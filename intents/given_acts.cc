#include "intents/given_acts.h"

#include <algorithm>
#include <utility>

namespace parley::intents {

bool is_filled(const std::string& param, const NluContext& nlu_context) {
  const auto& filled = nlu_context.filled;
  return param != nlu_context.waiting_for_param && std::find(filled.begin(), filled.end(), param) != filled.end();
}

DialogAct::What answer_act(ParamValue value, const NluContext& nlu_context, bool by_words) {
  if (value.op == ListOp::kRemove || value.op == ListOp::kClear) return acts::Retract{std::move(value)};
  if (value.op != ListOp::kAdd || !is_filled(value.param, nlu_context)) return acts::Inform{std::move(value)};
  std::string param = value.param;
  return acts::Correct{std::move(param), std::move(value), by_words};
}

std::optional<DialogAct::What> act_for(Act word) {
  using Command = acts::Command;
  using Courtesy = acts::Courtesy;
  switch (word) {
    case Act::kInform: break;
    case Act::kAffirm: return acts::Affirm{};
    case Act::kDeny: return acts::Deny{};
    case Act::kCancel: return Command{Command::Kind::kCancel};
    case Act::kReset: return Command{Command::Kind::kStartOver};
    case Act::kHuman: return Command{Command::Kind::kPerson};
    case Act::kCancelAll: return Command{Command::Kind::kCancelAll};
    case Act::kRepeat: return Command{Command::Kind::kRepeat};
    case Act::kWhy: return Command{Command::Kind::kWhy};
    case Act::kSkip: return Command{Command::Kind::kSkip};
    case Act::kDontKnow: return Command{Command::Kind::kDontKnow};
    case Act::kThank: return Courtesy{Courtesy::Kind::kThanks};
    case Act::kGreet: return Courtesy{Courtesy::Kind::kGreeting};
    case Act::kReact: return Courtesy{Courtesy::Kind::kReaction};
    case Act::kGoodbye: return acts::Closing{};
  }
  return std::nullopt;
}

}  // namespace parley::intents
