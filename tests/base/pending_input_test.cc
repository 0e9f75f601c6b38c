#include <catch2/catch.hpp>

#include "parley/session.h"

namespace parley {
namespace {

TEST_CASE("what the bot waits for has a kind, and a param, choices and a call where it has them") {
  const std::vector<Choice> choices = {{"size", 1, "one"}};
  const ToolCall call{"call-1", "t", {}, "c/1"};
  struct Row {
    PendingInput::Awaited awaited;
    const char* kind;
    const char* param;
    std::size_t choices;
    bool has_call;
  };
  const Row rows[] = {
      {AskedParam{"size", choices}, "param", "size", 1, false},
      {AskedConfirmation(), "confirm", "", 0, false},
      {AskedChange(), "change", "", 0, false},
      {AskedChoice{choices}, "choice", "", 1, false},
      {ToolWait{StepPlace(), call, {}}, "tool", "", 0, true},
      {ToolWait{ToolWait::Check{"size", {}}, call, {}}, "tool", "size", 0, true},
      {ToolWait{ToolWait::LookUp{"size"}, call, {}}, "tool", "size", 0, true},
      {ToolWait(), "tool", "", 0, false},
  };
  for (const Row& row : rows) {
    SessionState state;
    PendingInput& waiting = state.waiting.emplace();
    waiting.awaited = row.awaited;
    INFO(row.kind << " " << row.param);
    CHECK(to_string(waiting.kind()) == std::string(row.kind));
    CHECK(waiting.param() == row.param);
    CHECK(waiting.choices().size() == row.choices);
    CHECK((waiting.call() != nullptr) == row.has_call);
    CHECK((state.waits_for<AskedParam>() != nullptr) == (waiting.kind() == PendingInput::Kind::kParam));
    CHECK((state.waits_for<ToolWait>() != nullptr) == (waiting.kind() == PendingInput::Kind::kTool));
  }
  CHECK_FALSE(SessionState().waits_for<AskedParam>());
}

TEST_CASE("a wait for a tool has the place of the step that called, and none for a check or a look-up") {
  const StepPlace place = StepPlace::parse("2.then.1").value();
  CHECK(ToolWait{place, {}, {}}.step() == place);
  CHECK_FALSE(ToolWait{ToolWait::Check{"size", {}}, {}, {}}.step());
  CHECK_FALSE(ToolWait{ToolWait::LookUp{"size"}, {}, {}}.step());
}

}  // namespace
}  // namespace parley
