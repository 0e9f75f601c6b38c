#include "planner/planner.h"

#include <algorithm>

#include "planner/dialog.h"

namespace parley::planner {

Transition step(const config::BotDefinition& bot, SessionState state, const Event& event, const Moment& moment) {
  Dialog dialog(bot, std::move(state), moment);
  if (const auto* message = std::get_if<Understanding>(&event)) {
    dialog.hear(*message);
  } else if (const auto* outcome = std::get_if<ToolOutcome>(&event)) {
    dialog.take_outcome(*outcome);
  } else {
    dialog.take_event(std::get<SessionEvent>(event));
  }
  return std::move(dialog).finish();
}

std::vector<std::string> adapt(const config::BotDefinition& bot, SessionState& state, const std::string& config_hash) {
  std::vector<std::string> dropped;
  if (state.config_hash == config_hash) return dropped;
  state.config_hash = config_hash;

  auto& frames = state.frames;
  const auto unknown = [&](const Frame& frame) { return bot.find_intent(frame.intent) == nullptr; };
  for (const Frame& frame : frames) {
    if (unknown(frame)) dropped.push_back("config_changed: dropped intent " + frame.intent);
  }
  frames.erase(std::remove_if(frames.begin(), frames.end(), unknown), frames.end());

  for (Frame& frame : frames) {
    const config::Intent& intent = *bot.find_intent(frame.intent);
    for (auto filled = frame.params.begin(); filled != frame.params.end();) {
      if (intent.find_param(filled->first)) {
        ++filled;
        continue;
      }
      dropped.push_back("config_changed: dropped param " + frame.intent + "." + filled->first);
      filled = frame.params.erase(filled);
      frame.confirmed = false;
    }
    frame.step = std::min(frame.step, static_cast<int>(intent.steps.size()));
  }

  // A question survives when what it asks about does.
  if (state.waiting) {
    const bool frame_stands = !frames.empty() && frames.back().plan == state.waiting->plan;
    const config::Intent* intent = frame_stands ? bot.find_intent(frames.back().intent) : nullptr;
    const bool stands =
        intent && (state.waiting->kind != Waiting::Kind::kParam || intent->find_param(state.waiting->param) != nullptr);
    if (!stands) {
      dropped.push_back("config_changed: dropped the open question");
      state.waiting.reset();
      frames.clear();
    }
  }
  return dropped;
}

}  // namespace parley::planner
