// Tests the client against canned responses over HTTP.
#include "tools/mcp_client.h"

#include <catch2/catch.hpp>

#include "tests/support/stub_server.h"
#include "tests/tools/mcp_bot.h"

using namespace parley;
using namespace parley::test::mcp;
using test::http;
using test::StubServer;
using Kind = ToolOutcome::Kind;
using Strings = std::vector<std::string>;

TEST_CASE("the result of a call is its structured content, JSON or text") {
  struct Row {
    const char* members;
    Kind kind;
    const char* data;   // of kOk, as JSON
    const char* error;  // of kFailed
  };
  const Row rows[] = {
      {R"("structuredContent":{"a":1},"content":[])", Kind::kOk, R"({"a":1})", ""},
      {R"("structuredContent":[1],"resultType":"complete")", Kind::kOk, "[1]", ""},
      {R"("content":[{"type":"text","text":"{\"a\":1}"}])", Kind::kOk, R"({"a":1})", ""},
      {R"("content":[{"type":"text","text":"fine"}],"isError":false)", Kind::kOk, R"({"text":"fine"})", ""},
      {R"("content":[{"type":"text","text":"42"}])", Kind::kOk, R"({"text":"42"})", ""},
      {R"("content":[{"type":"text","text":"{}"},{"type":"text","text":"x"}])", Kind::kOk, R"({"text":"{}\nx"})", ""},
      {R"("content":[{"type":"image","data":"AA"}])", Kind::kOk, R"({"text":""})", ""},
      {"", Kind::kOk, R"({"text":""})", ""},
      {R"("content":[{"type":"text","text":"secret"}],"isError":true)", Kind::kFailed, "",
       "the tool reported an error"},
      {R"("resultType":"input_required","inputRequests":{})", Kind::kFailed, "", "the tool asks for input"},
      {R"("resultType":"task")", Kind::kFailed, "", "the tool responded with an unknown type of result"},
  };
  for (const Row& row : rows) {
    INFO(row.members);
    const ToolOutcome outcome = tools::outcome_of_mcp(*Value::parse(result(1, row.members)));
    CHECK(outcome.kind == row.kind);
    CHECK(outcome.error == row.error);
    if (row.kind == Kind::kOk) CHECK(outcome.data.to_json() == row.data);
  }
}

TEST_CASE("a server of 2026-07-28 gets the version and the headers with each request") {
  StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed), http("200 OK", result(3, kDone)),
                     http("200 OK", result(4, kDone))});
  const ToolOutcome outcome = run_at(server, 2);
  CHECK(outcome.data.to_json() == R"({"state":"sent"})");
  const Strings requests = server.requests();
  REQUIRE(requests.size() == 4);
  const char* const methods[] = {"server/discover", "tools/list", "tools/call", "tools/call"};
  for (std::size_t i = 0; i < requests.size(); ++i) {
    INFO(requests[i]);
    CHECK(requests[i].find("POST /v1 HTTP/1.1\r\n") == 0);
    CHECK(requests[i].find("\r\nAccept: application/json, text/event-stream\r\n") != std::string::npos);
    CHECK(requests[i].find("\r\nMCP-Protocol-Version: 2026-07-28\r\n") != std::string::npos);
    CHECK(requests[i].find(std::string("\r\nMcp-Method: ") + methods[i] + "\r\n") != std::string::npos);
    CHECK(requests[i].find(R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")") != std::string::npos);
    CHECK(requests[i].find(R"("io.modelcontextprotocol/clientCapabilities":{})") != std::string::npos);
  }
  CHECK(requests[2].find("\r\nMcp-Name: get\r\n") != std::string::npos);
  CHECK(requests[2].find("\r\nMcp-Param-Order: O-1\r\n") != std::string::npos);
  CHECK(requests[2].find(R"("arguments":{"order":"O-1"},"name":"get")") != std::string::npos);
}

TEST_CASE("a call has the trace of the turn in its _meta and, over HTTP, as a header") {
  const std::string trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const std::string accepted = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
  struct Row {
    const char* what;
    std::vector<std::string> responses;
  };
  for (const Row& row : {
           Row{"2026-07-28", {http("200 OK", kDiscovered), http("200 OK", kListed), http("200 OK", result(3, kDone))}},
           Row{"2025-11-25",
               {http("200 OK", kUnknownMethod), http("200 OK", kInitialized), accepted,
                http("200 OK", result(3, kDone))}},
       }) {
    INFO(row.what);
    StubServer server(row.responses);
    const auto bot = bot_with("{url: '" + server.url() + "'}");
    CHECK(run(*bot, allowing(server), 1, std::chrono::seconds(5), trace).data.to_json() == R"({"state":"sent"})");
    const Strings requests = server.requests();
    REQUIRE(requests.size() == row.responses.size());
    const std::string& call = requests.back();
    CHECK(call.find("\r\ntraceparent: " + trace + "\r\n") != std::string::npos);
    CHECK(call.find(R"("traceparent":")" + trace + "\"}") != std::string::npos);
    const bool is_modern =
        call.find(R"("_meta":{"io.modelcontextprotocol/clientCapabilities":{})") != std::string::npos;
    CHECK(is_modern == (row.what == std::string("2026-07-28")));
    for (std::size_t i = 0; i + 1 < requests.size(); ++i) CHECK(requests[i].find(trace) == std::string::npos);
  }
}

TEST_CASE("a server that does not know 2026-07-28 is initialized") {
  const std::string accepted = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
  for (const std::string& refusal : {http("200 OK", kUnknownMethod), http("404 Not Found", "no"),
                                     http("400 Bad Request", kUnknownMethod), http("400 Bad Request", "")}) {
    INFO(refusal);
    StubServer server(
        {refusal, http("200 OK", kInitialized, "Mcp-Session-Id: s-1\r\n"), accepted, http("200 OK", result(3, kDone))});
    CHECK(run_at(server).data.to_json() == R"({"state":"sent"})");
    const Strings requests = server.requests();
    REQUIRE(requests.size() == 4);
    CHECK(requests[1].find(R"("protocolVersion":"2025-11-25")") != std::string::npos);
    CHECK(requests[1].find("Mcp-Session-Id") == std::string::npos);
    CHECK(requests[2].find("notifications/initialized") != std::string::npos);
    CHECK(requests[2].find("\"id\"") == std::string::npos);
    CHECK(requests[3].find("\r\nMcp-Session-Id: s-1\r\n") != std::string::npos);
    CHECK(requests[3].find("\r\nMCP-Protocol-Version: 2025-11-25\r\n") != std::string::npos);
    CHECK(requests[3].find("_meta") == std::string::npos);
  }
  SECTION("a lost session is begun again, and the call is sent again") {
    std::string again = kInitialized;
    again.replace(again.find("\"id\":2"), 6, "\"id\":4");
    StubServer server({http("404 Not Found", ""), http("200 OK", kInitialized, "Mcp-Session-Id: s-1\r\n"), accepted,
                       http("404 Not Found", ""), http("200 OK", again, "Mcp-Session-Id: s-2\r\n"), accepted,
                       http("200 OK", result(5, kDone))});
    CHECK(run_at(server).data.to_json() == R"({"state":"sent"})");
    CHECK(server.requests().back().find("Mcp-Session-Id: s-2") != std::string::npos);
  }
}

TEST_CASE("a server that misses a header gets the call with those of its new schema") {
  const std::string mismatch = R"({"jsonrpc":"2.0","id":3,"error":{"code":-32020,"message":"no"}})";
  std::string listed = kListed;
  listed.replace(listed.find("\"id\":2"), 6, "\"id\":4");
  listed.replace(listed.find("\"Order\""), 7, "\"Number\"");
  StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed), http("400 Bad Request", mismatch),
                     http("200 OK", listed), http("200 OK", result(5, kDone))});
  CHECK(run_at(server).kind == Kind::kOk);
  CHECK(server.requests().back().find("\r\nMcp-Param-Number: O-1\r\n") != std::string::npos);
}

TEST_CASE("an event stream is read up to the response, although it stays open") {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  const std::string note = R"({"jsonrpc":"2.0","method":"notifications/progress","params":{}})";
  StubServer server(
      std::vector<std::string>{head + ": hello\r\n\r\ndata: " + note + "\r\n\r\ndata: " + kDiscovered + "\r\n\r\n:",
                               head + "event: message\nid: 7\ndata: " + kListed + "\n\n:",
                               head + "data:{\"jsonrpc\":\"2.0\",\"id\":3,\ndata:\"result\":{" + kDone + "}}\n\n:"},
      test::ResponseMode::kDrop);
  CHECK(run_at(server).data.to_json() == R"({"state":"sent"})");
}

TEST_CASE("a stream that ends before the response is continued after its last event") {
  const auto stream = [](const std::string& events) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + std::to_string(events.size()) +
           "\r\n\r\n" + events;
  };
  const std::string done = "id: e-3\ndata: " + result(3, kDone) + "\n\n";
  SECTION("with the wait that the server wants") {
    StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed), stream("id: e-1\nretry: 60\ndata:\n\n"),
                       stream("id: e-2\ndata:\n\n"), stream(done)});
    const auto began = std::chrono::steady_clock::now();
    CHECK(run_at(server).data.to_json() == R"({"state":"sent"})");
    CHECK(std::chrono::steady_clock::now() - began >= std::chrono::milliseconds(120));
    const Strings requests = server.requests();
    REQUIRE(requests.size() == 5);
    CHECK(requests[3].find("GET /v1 HTTP/1.1\r\n") == 0);
    CHECK(requests[3].find("\r\nLast-Event-ID: e-1\r\n") != std::string::npos);
    CHECK(requests[4].find("\r\nLast-Event-ID: e-2\r\n") != std::string::npos);
  }
  SECTION("not without an event id, and not after the timeout") {
    for (const char* events : {"data:\n\n", "id: e-1\nretry: 60000\ndata:\n\n"}) {
      StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed), stream(events), stream(done)});
      CHECK(run_at(server).kind == Kind::kFailed);
      CHECK(server.requests().size() == 3);
    }
  }
}

TEST_CASE("forms of a server are declined, and its state is sent back") {
  const auto wants = [](int id, const std::string& members) {
    return http("200 OK", result(id, R"("resultType":"input_required")" + members));
  };
  const std::string form = R"(,"inputRequests":{"sure":{"method":"elicitation/create","params":{}}})";
  SECTION("until the call is complete") {
    StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed),
                       wants(3, form + R"(,"requestState":"{ x")"), wants(4, R"(,"requestState":"y")"), wants(5, form),
                       http("200 OK", result(6, kDone))});
    CHECK(run_at(server).data.to_json() == R"({"state":"sent"})");
    const Strings requests = server.requests();
    REQUIRE(requests.size() == 6);
    const auto has = [&](std::size_t i, const char* text) { return requests[i].find(text) != std::string::npos; };
    const char* const declined = R"("inputResponses":{"sure":{"action":"decline"}})";
    CHECK((has(3, declined) && has(3, R"("requestState":"{ x")") && has(3, R"("arguments":{"order":"O-1"})")));
    CHECK((!has(4, "inputResponses") && has(4, R"("requestState":"y")")));
    CHECK((has(5, declined) && !has(5, "requestState")));
    for (std::size_t i = 2; i < 6; ++i) CHECK(has(i, "\r\nMcp-Param-Order: O-1\r\n"));
  }
  SECTION("not if it wants something else, nothing, or too much") {
    const std::string sampling = R"(,"inputRequests":{"a":{"method":"sampling/createMessage"}},"requestState":"x")";
    for (const std::string& members : {sampling, std::string()}) {
      StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed), wants(3, members)});
      CHECK(run_at(server).error == "the tool asks for input");
      CHECK(server.requests().size() == 3);
    }
    StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed), wants(3, form), wants(4, form),
                       wants(5, form), wants(6, form), wants(7, form), wants(8, form),
                       http("200 OK", result(9, kDone))});
    CHECK(run_at(server).error == "the tool asks for input");
    CHECK(server.requests().size() == 8);
  }
}

TEST_CASE("a call fails if the server does not answer well, and no error quotes it") {
  struct Row {
    Strings responses;
    const char* error;
  };
  const std::string invalid = R"({"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"get","inputSchema":{"properties":)"
                              R"({"order":{"type":"number","x-mcp-header":"Order"}}}}]}})";
  const Row rows[] = {
      {{http("200 OK", kDiscovered), http("200 OK", R"({"jsonrpc":"2.0","id":2,"result":{"tools":[]}})")},
       "the MCP server has no tool of this name"},
      {{http("200 OK", kDiscovered), http("200 OK", invalid)}, "invalid definition of the tool"},
      {{http("200 OK", kDiscovered), http("500 Oops", "secret")}, "the MCP server responded with HTTP 500"},
      {{http("200 OK", kDiscovered), http("200 OK", kListed),
        http("200 OK", R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"secret"}})")},
       "the MCP server responded with the error -32602"},
      {{http("200 OK", kDiscovered), http("200 OK", kListed), http("200 OK", result(99, kDone))},
       "did not respond with a message of MCP"},
      {{http("200 OK", kDiscovered), http("200 OK", kListed), http("200 OK", "secret")},
       "did not respond with a message of MCP"},
      {{http("404 Not Found", ""), http("401 Unauthorized", "secret")}, "the MCP server responded with HTTP 401"},
  };
  for (const Row& row : rows) {
    StubServer server(row.responses);
    const ToolOutcome outcome = run_at(server);
    CHECK(outcome.kind == Kind::kFailed);
    CHECK_THAT(outcome.error, Catch::Contains(row.error) && !Catch::Contains("secret"));
  }
}

TEST_CASE("the operator allows the servers of a bot") {
  struct Row {
    const char* server;
    const char* error;  // empty: it opens
  };
  const Row rows[] = {
      {"{url: 'https://crm.example/mcp'}", ""},
      {"{url: 'https://other.example/mcp'}", "does not allow requests to https://other.example"},
      {"{url: 'http://127.0.0.1:9/mcp'}", "does not allow requests"},
      {"{url: 'https://crm.example', headers: {Authorization: 'Bearer {secret.key}'}}", ""},
      {"{url: 'https://crm.example', headers: {Authorization: 'Bearer {secret.other}'}}",
       "the secret 'other' is missing"},
      {"{url: 'https://crm.example', headers: {Authorization: '{secret.odd}'}}",
       "the header 'Authorization' is not valid"},
      {"{command: [sh, -c, ls]}", ""},
      {"{command: [/bin/sh, -c, ls]}", "does not allow the program '/bin/sh'"},
  };
  RemoteToolOptions options;
  options.allow = {"https://crm.example"};
  options.allow_commands = {"sh"};
  options.secrets = {{"key", "k"}, {"odd", "a\nb"}};
  for (const Row& row : rows) {
    INFO(row.server);
    const auto tools = open_remote_tools(*bot_with(row.server), options);
    REQUIRE(tools.has_value() == std::string(row.error).empty());
    if (!tools) CHECK_THAT(tools.error().message, Catch::Contains(row.error));
  }
}

TEST_CASE("the schemas of a bot's tools are fetched with their hashes") {
  StubServer server({http("200 OK", kDiscovered), http("200 OK", kListed)});
  const auto bot = bot_with("{url: '" + server.url() + "'}");
  const auto schemas = fetch_remote_schemas(*bot, allowing(server));
  REQUIRE(schemas);
  REQUIRE(schemas->size() == 1);
  CHECK(schemas->front().tool == "orders.get");
  CHECK(schemas->front().hash.size() == 64);
  CHECK(schemas->front().problem.empty());
  StubServer other(http("500 Oops", ""));
  const auto none = fetch_remote_schemas(*bot_with("{url: '" + other.url() + "'}"), allowing(other));
  REQUIRE(none);
  CHECK(none->front().problem == "the MCP server responded with HTTP 500");
  CHECK_FALSE(fetch_remote_schemas(*bot, {}));
}
