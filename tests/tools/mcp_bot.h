// A bot whose tool is the tool `get` of an MCP server, and what such a server sends.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "parley/remote_tools.h"
#include "tests/support/stub_server.h"

namespace parley::test::mcp {

inline const std::string kDiscovered =
    R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"resultType":"complete"}})";
inline const std::string kListed =
    R"({"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"get","inputSchema":{"type":"object","properties":)"
    R"({"order":{"type":"string","x-mcp-header":"Order"}}}},{"name":"other"}]}})";
inline const std::string kInitialized =
    R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}})";
inline const std::string kUnknownMethod = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}})";

inline std::string result(int id, const std::string& members) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{)" + members + "}}";
}

inline const std::string kDone = R"("structuredContent":{"state":"sent"})";

inline std::shared_ptr<const Catalog> bot_with(const std::string& server) {
  const auto catalog = Catalog::parse("parley: 1\nbot: {id: shop}\nmcp:\n  crm: " + server + R"(
intents:
  - id: go
    match: [{regex: go}]
    steps: [{tool: orders.get, with: {order: O-1}}]
tools:
  orders.get: {kind: mcp, server: crm, tool: get}
)",
                                      "bot.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

inline RemoteToolOptions allowing(const StubServer& server) {
  RemoteToolOptions options;
  options.allow = {"http://127.0.0.1:" + std::to_string(server.port())};
  options.allow_networks = {"127.0.0.0/8"};
  options.allow_commands = {"sh"};
  return options;
}

inline ToolOutcome run(const Catalog& bot, const RemoteToolOptions& options, int times = 1,
                       std::chrono::milliseconds timeout = std::chrono::seconds(5),
                       const std::string& trace_parent = {}) {
  auto tools = open_remote_tools(bot, options);
  if (!tools) FAIL(tools.error().message);
  ToolCall call{"c-1", "orders.get", {{"order", "O-1"}}, "key", "s", timeout, trace_parent};
  ToolOutcome outcome;
  for (int i = 0; i < times; ++i) outcome = tools->at("orders.get")(call);
  return outcome;
}

inline ToolOutcome run_at(const StubServer& server, int times = 1) {
  return run(*bot_with("{url: '" + server.url() + "'}"), allowing(server), times);
}

}  // namespace parley::test::mcp
