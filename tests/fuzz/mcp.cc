// Fuzz target: handles lines of `parley mcp`. Each line is a message of the client, and the connection continues from
// line to line. Afterwards, a request state and a response of a server are read.
#include "parley/mcp.h"

#include <cstdlib>

#include "base/http_header.h"
#include "mcp/request_state.h"
#include "parley/stores.h"
#include "tests/fuzz/target.h"
#include "tools/mcp_client.h"
#include "tools/mcp_schema.h"

namespace parley::fuzz {
namespace {

const std::shared_ptr<const Catalog>& mcp_bot() {
  static const auto bot = *Catalog::parse(repository_file("examples/mcp/bot.yaml"), "bot.yaml");
  return bot;
}

void fuzz_mcp(std::string_view input) {
  EngineOptions options;
  options.sweep_every = {};
  const auto engine = Engine::create(mcp_bot(), create_memory_store(), std::move(options));
  McpConnection client(McpServer::create(mcp_bot(), **engine));
  for (const std::string& line : lines_of(input)) {
    for (const std::string& message : client.handle(line)) {
      if (!Value::parse(message)) std::abort();
    }
    (void)mcp::StateSeal("0123456789abcdef").open(line, "", 0);
    const auto value = Value::parse(line);
    if (!value) continue;
    (void)tools::outcome_of_mcp(*value);
    if (!tools::problem_of_headers(*value).empty()) continue;
    for (const std::string& header : tools::param_headers(*value, {{"order", line}})) {
      if (!base::is_header(header)) std::abort();
    }
  }
}

std::vector<std::string> mcp_seeds() {
  const std::string meta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                           R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}})";
  return {
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}}})"
      "\n"
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"refund","arguments":{"order_id":"O-12345"}}})"
      "\n"
      R"({"jsonrpc":"2.0","id":"parley-1","result":{"action":"accept","content":{"reason":"late"}}})"
      "\n"
      R"({"jsonrpc":"2.0","id":"parley-2","result":{"action":"accept","content":{"confirm":true}}})",
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"track_order","arguments":{"order_id":["a",1.5,null]},)" +
          meta + "}}",
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"parley_turn","arguments":{"session":"s","text":"refund"},"requestState":"a.b",)" +
          meta + "}}",
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{)" + meta + "}}",
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})",
      R"({"jsonrpc":"2.0","id":3,"result":{"structuredContent":{"a":1},"content":[{"type":"text","text":"{}"}],"isError":false}})",
      R"({"name":"get","inputSchema":{"type":"object","properties":{"order":{"type":"string","x-mcp-header":"Order"}}}})"};
}

}  // namespace

const Target kMcp{"mcp", fuzz_mcp, mcp_seeds};

}  // namespace parley::fuzz
