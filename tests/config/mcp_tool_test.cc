// Tests that the reader stores every key of MCP servers and their tools in its field.
#include <catch2/catch.hpp>

#include "reader_harness.h"

namespace parley::config {
namespace {

const char* const kBot = R"(    expose: mcp
    steps: [{tool: orders.get}, {tool: refunds.create}]
mcp:
  crm: {url: 'https://CRM.example:8443/v1/mcp', headers: {Authorization: 'Bearer {secret.crm_key}'}}
  root: {url: 'https://crm.example'}
  desk: {command: [desk-mcp, --stdio]}
  bare: {command: desk-mcp}
tools:
  orders.get: {kind: mcp, server: crm, idempotent: true}
  refunds.create: {kind: mcp, server: desk, tool: create_refund}
)";

TEST_CASE("The keys of MCP servers and tools are stored in their fields") {
  const BotReading reading = read(buy_bot_with(kBot));
  const Strings unused{"W504 unused MCP server 'root'", "W504 unused MCP server 'bare'"};
  CHECK(reading.diagnostics.size() == unused.size());
  const McpServer& crm = *reading.bot.find_mcp_server("crm");
  CHECK(crm.origin == "https://crm.example:8443");
  CHECK(crm.path == "/v1/mcp");
  REQUIRE(crm.headers.size() == 1);
  CHECK(crm.headers[0].second.source == "Bearer {secret.crm_key}");
  CHECK(reading.bot.find_mcp_server("root")->path == "/");
  CHECK(reading.bot.find_mcp_server("desk")->command == Strings{"desk-mcp", "--stdio"});
  CHECK(reading.bot.find_mcp_server("bare")->command == Strings{"desk-mcp"});
  CHECK(reading.bot.find_mcp_server("other") == nullptr);

  const Tool& get = *reading.bot.find_tool("orders.get");
  CHECK(get.kind == Tool::Kind::kMcp);
  CHECK(get.idempotent);
  REQUIRE(get.mcp);
  CHECK(get.mcp->server.value == "crm");
  CHECK(get.mcp->name.value == "orders.get");
  CHECK(reading.bot.find_tool("refunds.create")->mcp->name.value == "create_refund");
  CHECK(reading.bot.intents[0].on_mcp);
}

}  // namespace
}  // namespace parley::config
