// The protocol: eras, methods and errors. tool_calls_test.cc tests the calls.
#include "mcp_client.h"

using namespace parley;
using namespace parley::test;

TEST_CASE("messages that are not valid requests get an error", "[mcp]") {
  struct Row {
    const char* message;
    const char* code;
    const char* id;  // "(missing)": no id
  };
  const std::string long_id = R"({"jsonrpc":"2.0","id":")" + std::string(257, 'x') + R"(","method":"ping"})";
  const Row rows[] = {
      {"", "-32700", "(missing)"},
      {"{", "-32700", "(missing)"},
      {"[]", "-32600", "(missing)"},
      {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "-32600", "(missing)"},
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "-32600", "(missing)"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "-32600", "(missing)"},
      {long_id.c_str(), "-32600", "(missing)"},
      {R"({"id":1,"method":"ping"})", "-32600", "1"},
      {R"({"jsonrpc":"2.0","id":"a"})", "-32600", "a"},
      {R"({"jsonrpc":"2.0","id":2,"method":"ping","params":[]})", "-32602", "2"},
      {R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})", "-32602", "3"},
      {R"({"jsonrpc":"2.0","id":3,"method":"server/discover","params":{}})", "-32602", "3"},
  };
  McpBot bot;
  for (const Row& row : rows) {
    INFO(row.message);
    const Value answer = only(McpConnection(bot.server).handle(row.message));
    CHECK(text_at(answer, "error.code") == row.code);
    CHECK(text_at(answer, "id") == row.id);
  }
}

TEST_CASE("notifications and unexpected responses get no answer", "[mcp]") {
  McpBot bot;
  McpConnection client(bot.server);
  CHECK(client.handle(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").empty());
  CHECK(client.handle(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})").empty());
  CHECK(client.handle(R"({"jsonrpc":"2.0","id":"parley-1","result":{"action":"accept"}})").empty());
  CHECK(client.handle(R"({"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}})").empty());
}

TEST_CASE("requests of 2026-07-28 carry their version", "[mcp]") {
  McpBot bot;
  const auto ask = [&](const std::string& method, const std::string& meta) {
    return only(McpConnection(bot.server)
                    .handle(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + meta + "}}"));
  };
  const Value discovered = ask("server/discover", modern_meta());
  CHECK(text_at(discovered, "result.supportedVersions.0") == "2026-07-28");
  CHECK(text_at(discovered, "result.supportedVersions.1") == "2025-11-25");
  CHECK(text_at(discovered, "result.resultType") == "complete");
  CHECK(text_at(discovered, "result.cacheScope") == "public");
  REQUIRE(discovered.at_path("result._meta"));
  CHECK(text_at(*discovered.at_path("result._meta")->find("io.modelcontextprotocol/serverInfo"), "name") == "desk");

  for (const char* method : {"ping", "initialize", "prompts/list", "tools/call/x", ""}) {
    INFO(method);
    CHECK(text_at(ask(method, modern_meta()), "error.code") == "-32601");
  }
  const std::string key = R"("io.modelcontextprotocol/protocolVersion":)";
  const Value unknown = ask("tools/list", R"("_meta":{)" + key + R"("1900-01-01"})");
  CHECK(text_at(unknown, "error.code") == "-32022");
  CHECK(text_at(unknown, "error.data.requested") == "1900-01-01");
  CHECK(text_at(unknown, "error.data.supported.0") == "2026-07-28");
  CHECK(text_at(ask("tools/list", R"("_meta":{)" + key + "7}"), "error.code") == "-32602");
  CHECK(text_at(ask("tools/list", R"("_meta":{)" + key + R"("2026-07-28"})"), "error.code") == "-32602");
  CHECK(text_at(ask("tools/list", modern_meta("[]")), "error.code") == "-32602");
}

TEST_CASE("initialize begins a connection of an earlier version", "[mcp]") {
  struct Row {
    const char* wanted;
    const char* version;
  };
  const Row rows[] = {{"2025-11-25", "2025-11-25"}, {"2025-06-18", "2025-06-18"}, {"2025-03-26", "2025-03-26"},
                      {"2024-11-05", "2025-11-25"}, {"2026-07-28", "2025-11-25"}, {"", "2025-11-25"}};
  McpBot bot;
  for (const Row& row : rows) {
    INFO(row.wanted);
    McpConnection client(bot.server);
    const Value answer = only(
        client.handle(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" +
                      std::string(row.wanted) + R"(","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"));
    CHECK(text_at(answer, "result.protocolVersion") == row.version);
    CHECK(text_at(answer, "result.serverInfo.name") == "desk");
    const Value listed = only(client.handle(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})"));
    CHECK(text_at(listed, "result.tools.0.name") == "refund");
    CHECK(text_at(listed, "result.resultType") == "(missing)");
    const Value unknown = only(client.handle(R"({"jsonrpc":"2.0","id":2,"method":"prompts/list"})"));
    CHECK(text_at(unknown, "error.code") == "-32601");
    CHECK(text_at(only(client.handle(R"({"jsonrpc":"2.0","id":3,"method":"ping"})")), "result") == "{}");
  }
}
