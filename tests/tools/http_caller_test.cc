// Tests which requests are sent again, and that all tries of a call have the same key and end in its time.
#include "tools/http_caller.h"

#include <catch2/catch.hpp>

#include "intents/catalog_access.h"
#include "tests/support/stub_server.h"
#include "tests/tools/http_bot.h"

using namespace parley;
using test::http;
using test::ResponseMode;
using test::StubServer;
using Kind = ToolOutcome::Kind;

namespace {

constexpr TimeMs kNow = 1'772'442'000'000;

struct Run {
  ToolOutcome outcome;
  TimeMs waited = 0;
};

Run run(const StubServer& server, const std::string& keys, bool is_idempotent,
        std::chrono::milliseconds timeout = std::chrono::seconds(10), const std::string& trace_parent = "") {
  const auto catalog = test::bot_with_tool("kind: http, " + keys, {"a"});
  base::HttpEndpoint endpoint;
  endpoint.name = "the tool 't'";
  endpoint.url = "http://127.0.0.1:" + std::to_string(server.port());
  endpoint.guard = base::HttpGuard{{*base::parse_network("127.0.0.1")}};
  const auto clock = std::make_shared<ManualClock>(kNow);
  const tools::HttpCaller caller(*intents::definition_of(*catalog).find_tool("t")->http, is_idempotent,
                                 *base::HttpClient::open(endpoint),
                                 {{"hook", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}, clock);
  ToolCall call{"c1", "t", {{"a", "O-1"}}, "key-1"};
  call.session = "s1";
  call.timeout = timeout;
  call.trace_parent = trace_parent;
  Run result{caller.run(call)};
  result.waited = clock->now() - kNow;
  return result;
}

const char* const kPost = "method: POST, url: 'http://127.0.0.1/o', retry: {attempts: 4, backoff: 100ms}";

}  // namespace

TEST_CASE("a request is sent again only where that does no harm") {
  struct Case {
    const char* status;
    const char* head;
    bool is_idempotent;
    std::size_t requests;
  };
  for (const Case& each : {
           Case{"500 Error", "", true, 2},
           Case{"502 Bad Gateway", "", true, 2},
           Case{"409 Conflict", "", true, 2},
           Case{"425 Too Early", "", true, 2},
           Case{"429 Too Many", "", true, 2},
           Case{"400 Bad", "", true, 1},
           Case{"404 Not Found", "", true, 1},
           Case{"302 Found", "", true, 1},
           Case{"500 Error", "", false, 1},
           Case{"409 Conflict", "", false, 1},
           Case{"503 Busy", "", false, 1},
           Case{"503 Busy", "Retry-After: 1\r\n", false, 2},
           Case{"425 Too Early", "", false, 2},
           Case{"429 Too Many", "", false, 2},
       }) {
    CAPTURE(each.status, each.head, each.is_idempotent);
    const StubServer server({http(each.status, "{}", each.head), http("200 OK", "{\"x\":1}")});
    const Run result = run(server, kPost, each.is_idempotent);
    const auto requests = server.requests();
    REQUIRE(requests.size() == each.requests);
    CHECK((result.outcome.kind == Kind::kOk) == (each.requests == 2));
    for (const std::string& request : requests) {
      CHECK_THAT(request, Catch::Contains("\r\nIdempotency-Key: key-1\r\n") && Catch::EndsWith("{\"a\":\"O-1\"}"));
    }
  }
}

TEST_CASE("the tries are bounded in number and in time") {
  const StubServer server(http("500 Error", ""));
  const Run by_number = run(server, kPost, true);
  CHECK(server.requests().size() == 4);
  CHECK(by_number.waited == 100 + 200 + 400);
  CHECK(by_number.outcome.error == "the server responded with HTTP 500");

  const StubServer later(http("429 Too Many", "", "Retry-After: 60\r\n"));
  CHECK(run(later, kPost, true).outcome.kind == Kind::kFailed);
  CHECK(later.requests().size() == 1);

  const StubServer silent("", ResponseMode::kNever);
  CHECK(run(silent, kPost, true, std::chrono::milliseconds(200)).outcome.kind == Kind::kFailed);
  CHECK(silent.requests().size() == 1);

  const StubServer broken("", ResponseMode::kClose);
  CHECK(run(broken, kPost, true).outcome.kind == Kind::kFailed);
  CHECK(broken.requests().size() == 4);
  const StubServer once("", ResponseMode::kClose);
  CHECK(run(once, kPost, false).outcome.kind == Kind::kFailed);
  CHECK(once.requests().size() == 1);
}

TEST_CASE("a call of a traced turn has the header traceparent, and another call has none") {
  const std::string trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  for (const std::string& parent : {trace, std::string()}) {
    const StubServer server(http("200 OK", "{}"));
    run(server, "method: GET, url: 'http://127.0.0.1/o'", false, std::chrono::seconds(10), parent);
    const bool has_header = server.requests().at(0).find("traceparent: " + trace + "\r\n") != std::string::npos;
    CHECK(has_header == !parent.empty());
    CHECK((server.requests().at(0).find("traceparent") != std::string::npos) == has_header);
  }
}

TEST_CASE("a signed request has the headers of Standard Webhooks") {
  const StubServer server(http("200 OK", "{}"));
  run(server, "method: POST, url: 'http://127.0.0.1/o', sign: hook", false);
  CHECK_THAT(server.requests().at(0), Catch::Contains("webhook-id: key-1\r\n") &&
                                          Catch::Contains("webhook-timestamp: 1772442000\r\n") &&
                                          Catch::Contains("webhook-signature: v1,"));
}

TEST_CASE("an action server gets the action, the session and the slots") {
  const StubServer server(http("200 OK", R"({"events":[{"event":"slot","name":"x","value":3}],"responses":[]})"));
  const Run result = run(server, "protocol: rasa_action, action: act, url: 'http://127.0.0.1/webhook'", false);
  CHECK(result.outcome.data.to_json() == R"({"responses":[],"slots":{"x":3}})");
  const std::string request = server.requests().at(0);
  CHECK_THAT(request, Catch::StartsWith("POST /webhook HTTP/1.1\r\n") && Catch::Contains(R"("next_action":"act")") &&
                          Catch::Contains(R"("sender_id":"s1")") && Catch::Contains(R"("slots":{"a":"O-1"})"));
}
