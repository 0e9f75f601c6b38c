// Tests that values from a caller or a tool are at most as long as a message may be.
#include <catch2/catch.hpp>

#include "engine/shop_bot.h"

using namespace parley;

namespace {

constexpr std::size_t kMost = 1000;

struct Limited {
  Limited() {
    EngineOptions options;
    options.limits.max_message_bytes = kMost;
    options.limits.max_context_bytes = 4 * kMost;
    engine = *Engine::create(parse_shop_bot(), create_memory_store(), std::move(options));
  }
  Result<Turn> operator()(NluResult own) const {
    Request request;
    request.session = "s";
    request.input = std::move(own);
    return engine->handle(request);
  }
  std::unique_ptr<Engine> engine;
};

std::string text(std::size_t bytes) { return std::string(bytes, '1'); }

NluResult with_param(const std::string& name, Value value) {
  NluResult own;
  own.intent = "swap";
  own.params[name] = std::move(value);
  return own;
}

}  // namespace

TEST_CASE("a caller's value that is longer than a message may be is refused, and the error names its field") {
  const Limited limited;
  struct Case {
    NluResult own;
    std::string field;
  };
  std::vector<Case> cases = {
      {with_param("old", Value(text(kMost + 1))), "'understanding.params.old'"},
      {with_param("old", Value(Value::Array{Value(1), Value(text(kMost + 1))})), "'understanding.params.old'"},
      {with_param("old", Value(Value::Object{{"a", Value(text(kMost + 1))}})), "'understanding.params.old'"},
      {with_param("4111 1111", Value(text(kMost + 1))), "'understanding.params'"},
      {with_param(text(kMost + 1), Value(1)), "'understanding.params'"},
  };
  NluResult second = with_param("old", Value("O-12345"));
  second.further = {{"swap", {}, {}}, {"wrap", {{"old", Value(text(kMost + 1))}}, {}}};
  cases.push_back({second, "'understanding.further.params.old'"});
  second.further = {{"swap", {}, {{{"old", Value(1)}, {"old", Value(text(kMost + 1))}}}}};
  cases.push_back({second, "'understanding.further.ambiguous.old'"});
  NluResult ambiguous;
  ambiguous.ambiguous = {{{"old", Value(text(kMost + 1))}, {"new", Value(1)}}};
  cases.push_back({ambiguous, "'understanding.ambiguous.old'"});
  NluResult choice;
  choice.choose = text(kMost + 1);
  cases.push_back({choice, "'understanding.choose'"});
  for (const Case& one : cases) {
    INFO(one.field);
    const auto turn = limited(one.own);
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::kMessageTooLong);
    CHECK(turn.error().message.find(one.field) != std::string::npos);
    CHECK(turn.error().message.find("1000 bytes (Limits::max_message_bytes)") != std::string::npos);
    CHECK(turn.error().message.find("4111") == std::string::npos);
  }
  CHECK(limited(with_param("old", Value(text(kMost)))));
}

TEST_CASE("a caller's values are refused if their total length exceeds the limit for the facts of a request") {
  const Limited limited;
  Value::Array many;
  for (int i = 0; i < 6; ++i) many.emplace_back(text(kMost - 10));
  const auto turn = limited(with_param("old", Value(many)));
  REQUIRE_FALSE(turn);
  CHECK(turn.error().code == ErrorCode::kLimitExceeded);
  CHECK(turn.error().message.find("'understanding'") != std::string::npos);
}

TEST_CASE(
    "a value that a tool offers, or its sentence about a rejected param, is at most as long as a message may be") {
  const Limited limited;
  Request request;
  request.session = "s";
  ToolResult result;
  result.call_id = "c";
  result.outcome = ToolOutcome::offering("sold out", {{"old", Value(text(kMost + 1))}});
  request.input = result;
  auto turn = limited.engine->handle(request);
  REQUIRE_FALSE(turn);
  CHECK(turn.error().code == ErrorCode::kMessageTooLong);
  CHECK(turn.error().message.find("'tool_result.offer.old'") != std::string::npos);
  result.outcome = ToolOutcome::rejected({{"old", Value(text(kMost + 1))}});
  request.input = result;
  turn = limited.engine->handle(request);
  REQUIRE_FALSE(turn);
  CHECK(turn.error().message.find("'tool_result.rejected.old'") != std::string::npos);
}
