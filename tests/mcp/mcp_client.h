// A client of a bot over MCP, without a transport.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/mcp.h"
#include "parley/stores.h"

namespace parley::test {

// A bot with two tools. `refund` needs two values and a confirmation; `status` reads only.
inline const std::string kMcpBot = R"(parley: 1
bot: {id: desk}
entities:
  order: {patterns: ['\bO-\d{5}\b'], examples: [O-12345]}
  reason: {values: {damaged: [broken], late: [too late]}}
  part: {values: {half: [], third: [], three: []}}
  box: {patterns: ['\bB-\d\b'], examples: [B-1, B-2, B-3, B-4]}
intents:
  - id: refund
    name: get a refund
    description: Refunds an order.
    expose: mcp
    match: [{regex: refund}]
    params:
      order: {type: order, required: true, ask: Which order?,
              if_unknown: {match: [{regex: look it up}], call: find_order, save: {order: result.order}}}
      reason: {type: reason, required: true, ask: Why?}
      part: {type: part, validate: [{in: [half, third], else: Half at most.}]}
      box: {type: box}
    confirm: 'Refund {order} because it is {reason}?'
    steps:
      - tool: refunds.create
        with: {order: '{order}'}
        save: {id: result.id}
      - say: 'Done: {id}.'
  - id: find_order
    params: {order: {type: order}}
    steps:
      - {tool: orders.find, save: {order: result.order}}
      - say: I have found it.
  - id: status
    expose: mcp
    match: [{regex: status}]
    steps: [{say: All is well.}]
  - id: broken
    expose: mcp
    match: [{regex: broken}]
    steps: [{tool: refunds.fail}]
  - id: hidden
    match: [{regex: hidden}]
    steps: [{say: Hidden.}]
  - id: sign_up
    expose: mcp
    match: [{regex: sign up}]
    params:
      pin: {type: number, required: true, sensitive: true, ask: Your PIN?}
    steps: [{say: Thanks.}]
tools:
  orders.find: {kind: mock, result: {order: O-54321}}
  refunds.create: {kind: host}
  refunds.fail: {kind: mock, error: out of order}
)";

struct McpBot {
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'772'000'000'000);
  int refunds = 0;
  std::unique_ptr<Engine> engine;
  std::shared_ptr<McpServer> server;

  explicit McpBot(const std::string& yaml = kMcpBot) {
    const auto catalog = Catalog::parse(yaml, "bot.yaml");
    if (!catalog) FAIL(catalog.error().to_string());
    EngineOptions options;
    options.clock = clock;
    if (yaml == kMcpBot) {
      options.tools["refunds.create"] = [this](const ToolCall&) {
        ++refunds;
        return ToolOutcome::ok(Value::Object{{"id", "R-1"}});
      };
    }
    auto made = Engine::create(*catalog, create_memory_store(), std::move(options));
    if (!made) FAIL(made.error().to_string());
    engine = std::move(*made);
    McpOptions mcp;
    mcp.clock = clock;
    server = McpServer::create(*catalog, *engine, std::move(mcp));
  }
};

// Parses the only message of an answer.
inline Value only(const std::vector<std::string>& messages) {
  REQUIRE(messages.size() == 1);
  auto message = Value::parse(messages[0]);
  REQUIRE(message);
  return *message;
}

inline std::string text_at(const Value& value, std::string_view path) {
  const Value* found = value.at_path(path);
  return found ? found->to_text() : "(missing)";
}

inline std::string modern_meta(const std::string& capabilities = R"({"elicitation":{}})") {
  return R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities":)" +
         capabilities + "}";
}

}  // namespace parley::test
