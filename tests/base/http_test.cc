// Tests the bytes of a request to an HTTP endpoint, and that every reply becomes a response or an error.
#include "base/http.h"

#include <catch2/catch.hpp>

#include "tests/support/stub_server.h"

using namespace parley;
using base::HttpClient;
using base::HttpEndpoint;
using test::http;
using test::ResponseMode;
using test::StubServer;

namespace {

constexpr std::chrono::minutes kLong(1);

HttpEndpoint endpoint_at(const std::string& url) {
  HttpEndpoint endpoint;
  endpoint.name = "the oracle";
  endpoint.url = url;
  endpoint.path = "/ask";
  return endpoint;
}

}  // namespace

TEST_CASE("a request is a POST of JSON with the endpoint's headers to the path of its URL") {
  const StubServer server(http("200 OK", "{\"a\":1}"));
  HttpEndpoint endpoint = endpoint_at(server.url() + "///");
  endpoint.headers = {"X-Key: one two"};
  const auto answer = HttpClient::open(endpoint)->post_json("{\"q\":2}", kLong);
  REQUIRE(answer);
  CHECK(answer->status == 200);
  CHECK(answer->body == "{\"a\":1}");
  CHECK(answer->retry_after_ms == std::nullopt);
  const std::string sent = server.requests().at(0);
  CHECK_THAT(sent, Catch::StartsWith("POST /v1/ask HTTP/1.1\r\n"));
  CHECK_THAT(sent, Catch::Contains("\r\nX-Key: one two\r\n") && Catch::Contains("Content-Type: application/json\r\n"));
  CHECK_THAT(sent, Catch::EndsWith("\r\n\r\n{\"q\":2}") && !Catch::Contains("Expect:"));
}

TEST_CASE("a reply with any status becomes a response, which contains Retry-After") {
  struct Case {
    const char* status;
    const char* head;
    long number;
    std::optional<std::int64_t> retry_after_ms;
  };
  for (const Case& each : {
           Case{"204 No Content", "", 204, std::nullopt},
           Case{"301 Moved", "Location: http://127.0.0.1:1/\r\n", 301, std::nullopt},
           Case{"404 Not Found", "", 404, std::nullopt},
           Case{"429 Too Many Requests", "Retry-After: 7\r\n", 429, 7'000},
           Case{"503 Service Unavailable", "Retry-After: 0\r\n", 503, std::nullopt},
           Case{"503 Service Unavailable", "Retry-After: -5\r\n", 503, std::nullopt},
           Case{"503 Service Unavailable", "Retry-After: soon\r\n", 503, std::nullopt},
           Case{"503 Service Unavailable", "Retry-After: 999999999\r\n", 503, 86'400'000},
           Case{"503 Service Unavailable", "Retry-After: Fri, 01 Jan 1999 00:00:00 GMT\r\n", 503, std::nullopt},
           Case{"503 Service Unavailable", "Retry-After: Fri, 01 Jan 2100 00:00:00 GMT\r\n", 503, 86'400'000},
       }) {
    CAPTURE(each.status, each.head);
    const StubServer server(http(each.status, "", each.head));
    const auto answer = HttpClient::open(endpoint_at(server.url()))->post_json("{}", kLong);
    REQUIRE(answer);
    CHECK(answer->status == each.number);
    CHECK(answer->retry_after_ms == each.retry_after_ms);
    CHECK(server.requests().size() == 1);
  }
}

TEST_CASE("a missing, late or oversized response is an error that names the endpoint") {
  struct Case {
    const char* what;
    std::string answer;
    ResponseMode manner;
    std::chrono::milliseconds timeout;
    ErrorCode code;
  };
  for (const Case& each : {
           Case{"late", "", ResponseMode::kNever, std::chrono::milliseconds(100), ErrorCode::kLimitExceeded},
           Case{"at once", "", ResponseMode::kNever, std::chrono::milliseconds(0), ErrorCode::kLimitExceeded},
           Case{"too long", http("200 OK", std::string(2000, 'x')), ResponseMode::kNormal, kLong,
                ErrorCode::kLimitExceeded},
           Case{"closed", "", ResponseMode::kClose, kLong, ErrorCode::kInvalidRequest},
           Case{"not HTTP", "hello\r\n\r\n", ResponseMode::kNormal, kLong, ErrorCode::kInvalidRequest},
       }) {
    CAPTURE(each.what);
    const StubServer server(each.answer, each.manner);
    HttpEndpoint endpoint = endpoint_at(server.url());
    endpoint.max_response_bytes = 1000;
    const auto answer = HttpClient::open(endpoint)->post_json("{}", each.timeout);
    REQUIRE(!answer);
    CHECK(answer.error().code == each.code);
    CHECK_THAT(answer.error().message, Catch::StartsWith("the oracle: ") && !Catch::Contains("127.0.0.1"));
  }
}

TEST_CASE("an unusable URL or header is refused, and the error does not quote it") {
  struct Case {
    const char* url;
    std::vector<std::string> headers;
    bool plain_http;
    bool is_fine;
  };
  const char* const good = "https://oracle.example/v1";
  for (const Case& each : {
           Case{good, {}, false, true},
           Case{"HTTPS://oracle.example", {}, false, true},
           Case{"http://127.1.2.3:99", {}, false, true},
           Case{"http://localhost", {}, false, true},
           Case{"http://[::1]:99", {}, false, true},
           Case{"http://oracle.example", {}, true, true},
           Case{"http://oracle.example", {}, false, false},
           Case{"http://127.0.0.1.oracle.example", {}, false, false},
           Case{"http://localhost.oracle.example", {}, false, false},
           Case{"https://", {}, false, false},
           Case{"https:///", {}, false, false},
           Case{"", {}, false, false},
           Case{"/", {}, false, false},
           Case{"oracle.example", {}, false, false},
           Case{"file:///etc/passwd", {}, true, false},
           Case{"ftp://oracle.example", {}, true, false},
           Case{"https://user@oracle.example", {}, false, false},
           Case{"https://user:5ec2e7@oracle.example", {}, false, false},
           Case{"https://oracle.example/?key=5ec2e7", {}, false, false},
           Case{"https://oracle.example/#part", {}, false, false},
           Case{"https://oracle.example/a b", {}, false, false},
           Case{good, {"X-Key: 5ec2e7 and more"}, false, true},
           Case{good, {"X-Key: 5ec2e7\r\nX-Other: 1"}, false, false},
           Case{good, {"X-Key: 5ec2e7\n"}, false, false},
           Case{good, {"X-Key: \x80"}, false, false},
           Case{good, {"X Key: 5ec2e7"}, false, false},
           Case{good, {"X-Key"}, false, false},
           Case{good, {": 5ec2e7"}, false, false},
           Case{good, {""}, false, false},
       }) {
    CAPTURE(each.url, each.headers);
    HttpEndpoint endpoint = endpoint_at(each.url);
    endpoint.headers = each.headers;
    endpoint.plain_http = each.plain_http;
    const auto client = HttpClient::open(endpoint);
    CHECK(client.has_value() == each.is_fine);
    if (client) continue;
    CHECK(client.error().code == ErrorCode::kInvalidRequest);
    CHECK_THAT(client.error().message, !Catch::Contains("5ec2e7"));
  }
}

TEST_CASE("a header may have no value") {
  const StubServer server(http("200 OK", "{}"));
  base::HttpRequest request;
  request.headers = {"X-Empty: ", "X-Full: a"};
  REQUIRE(HttpClient::open(endpoint_at(server.url()))->send(request, kLong));
  CHECK_THAT(server.requests().at(0), Catch::Contains("\r\nX-Empty:\r\n") && Catch::Contains("\r\nX-Full: a\r\n"));
}

TEST_CASE("a request that is complete does not wait for the end of its response") {
  const StubServer server("HTTP/1.1 200 OK\r\nX-A: 1\r\n\r\nall that it needs", ResponseMode::kDrop);
  base::HttpRequest request;
  request.is_complete = [](const base::HttpAnswer& so_far) {
    return so_far.headers.count("x-a") > 0 && so_far.body.find("needs") != std::string::npos;
  };
  const auto answer = HttpClient::open(endpoint_at(server.url()))->send(request, kLong);
  REQUIRE(answer);
  CHECK(answer->status == 200);
  CHECK_THAT(answer->body, Catch::StartsWith("all that it needs"));
}
