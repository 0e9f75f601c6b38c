// Tested by tests/base/pending_input_test.cc.
#include "parley/session.h"

namespace parley {

std::optional<StepPlace> ToolWait::step() const {
  const auto* place = std::get_if<StepPlace>(&caller);
  return place ? std::optional(*place) : std::nullopt;
}

const std::string& ToolWait::param() const {
  static const std::string kNone;
  if (const auto* check = std::get_if<Check>(&caller)) return check->param;
  const auto* look_up = std::get_if<LookUp>(&caller);
  return look_up ? look_up->param : kNone;
}

const std::string& PendingInput::param() const {
  static const std::string kNone;
  if (const auto* asked = std::get_if<AskedParam>(&awaited)) return asked->param;
  const auto* tool = std::get_if<ToolWait>(&awaited);
  return tool ? tool->param() : kNone;
}

const std::vector<Choice>& PendingInput::choices() const {
  static const std::vector<Choice> kNone;
  if (const auto* asked = std::get_if<AskedParam>(&awaited)) return asked->choices;
  const auto* choice = std::get_if<AskedChoice>(&awaited);
  return choice ? choice->choices : kNone;
}

const ToolCall* PendingInput::call() const {
  const auto* tool = std::get_if<ToolWait>(&awaited);
  return tool && tool->call ? &*tool->call : nullptr;
}

}  // namespace parley
