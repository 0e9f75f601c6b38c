// Limits the nesting of stored values to 56 levels, so that everything stored can be read again. Value::parse rejects
// JSON with more than 64 levels, and the stored JSON adds up to eight levels around a value.
// Tested by tests/memory/codec_test.cc.
#include <algorithm>

#include "memory/codec.h"

namespace parley::memory {
namespace {

constexpr int kMaxLevels = 56;

bool fits(const Value& value, int levels = kMaxLevels) {
  if (const Value::Array* items = value.if_array()) {
    if (levels == 0) return false;
    for (const Value& item : *items) {
      if (!fits(item, levels - 1)) return false;
    }
  } else if (const Value::Object* members = value.if_object()) {
    if (levels == 0) return false;
    for (const auto& member : *members) {
      if (!fits(member.second, levels - 1)) return false;
    }
  }
  return true;
}

bool fits(const Value::Object& members) {
  for (const auto& member : members) {
    if (!fits(member.second, kMaxLevels - 1)) return false;
  }
  return true;
}

bool fits(const FilledParams& params) {
  for (const auto& param : params) {
    if (!fits(param.second.value)) return false;
  }
  return true;
}

bool fits(const std::vector<Choice>& choices) {
  return std::all_of(choices.begin(), choices.end(), [](const Choice& choice) { return fits(choice.value); });
}

bool fits(const std::vector<std::vector<Choice>>& unclear) {
  return std::all_of(unclear.begin(), unclear.end(), [](const auto& choices) { return fits(choices); });
}

bool fits(const SessionState& state) {
  for (const Frame& frame : state.frames) {
    if (!fits(frame.params) || !fits(frame.saved) || !fits(frame.held)) return false;
    if (!fits(frame.unclear)) return false;
    for (const StepRun& run : frame.runs) {
      if (!fits(run.saved)) return false;
    }
  }
  for (const auto* intents : {&state.queue, &state.offered}) {
    for (const QueuedIntent& queued : *intents) {
      if (!fits(queued.params) || !fits(queued.unclear)) return false;
    }
  }
  if (state.done && !fits(state.done->params)) return false;
  for (const ValueInMind& in_mind : state.in_mind) {
    if (!fits(in_mind.value)) return false;
  }
  if (state.handed_off && state.handed_off->outcome && !fits(state.handed_off->outcome->data)) return false;
  if (state.waiting && !fits(state.waiting->choices())) return false;
  if (state.waiting && state.waiting->call() && !fits(state.waiting->call()->args)) return false;
  return fits(state.params) && fits(state.last_result);
}

// The intents that are open hold their params one level deeper.
bool open_fits(const Handoff& handoff) {
  return std::all_of(handoff.open.begin(), handoff.open.end(),
                     [](const Value& intent) { return fits(intent, kMaxLevels + 1); });
}

bool fits(const Turn& turn) {
  for (const Step& step : turn.steps) {
    if (const auto* call = std::get_if<ToolCall>(&step); call && !fits(call->args)) return false;
    if (const auto* confirm = std::get_if<Confirm>(&step); confirm && !fits(confirm->params)) return false;
    const auto* handoff = std::get_if<Handoff>(&step);
    if (handoff && (!fits(handoff->params) || !open_fits(*handoff))) return false;
  }
  return fits(turn.params) && fits(turn.explain);
}

Result<void> within_bound(bool all_fits) {
  if (all_fits) return {};
  return Unexpected(ErrorCode::kLimitExceeded, "a value is nested deeper than the " + std::to_string(kMaxLevels) +
                                                   " levels that a store supports");
}

}  // namespace

Result<void> check_depth(const SessionState& state, const Turn& turn) {
  return within_bound(fits(state) && fits(turn));
}

Result<void> check_depth(const SessionNotes& notes) { return within_bound(fits(notes.metadata)); }

Result<void> check_depth(const MessageDetails& details) { return within_bound(fits(details.metadata)); }

}  // namespace parley::memory
