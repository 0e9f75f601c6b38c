// Tests that a guarded client connects only to permitted addresses, whatever a name server answers, and that no answer
// of a server makes it send a request elsewhere.
//
// getaddrinfo() below takes the place of the system's, also for libcurl: it answers for names under test.parley.
#include <array>
#include <atomic>
#include <cstring>
#include <map>
#include <string>

#include <catch2/catch.hpp>
#include <dlfcn.h>
#include <netdb.h>

#include "base/http.h"
#include "tests/support/stub_server.h"

using namespace parley;
using base::HttpClient;
using base::HttpEndpoint;
using base::HttpRequest;
using test::http;
using test::ResponseMode;
using test::StubServer;

namespace {

// The addresses of a name, by lookup: the last answer repeats.
const std::map<std::string, std::vector<const char*>, std::less<>>& addresses() {
  static const std::map<std::string, std::vector<const char*>, std::less<>> all = {
      {"loopback.test.parley", {"127.0.0.1"}},
      {"metadata.test.parley", {"169.254.169.254"}},
      {"mapped.test.parley", {"::ffff:127.0.0.1"}},
      {"unique-local.test.parley", {"fd00:ec2::254"}},
      {"rebinds.test.parley", {"192.0.2.1", "127.0.0.1"}},
  };
  return all;
}

std::atomic<std::size_t> lookups{0};

}  // namespace

extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** out) {
  using Lookup = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto system = reinterpret_cast<Lookup>(dlsym(RTLD_NEXT, "getaddrinfo"));
  const auto found = addresses().find(node ? node : "");
  if (found == addresses().end()) return system(node, service, hints, out);
  const auto& answers = found->second;
  addrinfo numeric = hints ? *hints : addrinfo{};
  numeric.ai_flags |= AI_NUMERICHOST;
  numeric.ai_family = AF_UNSPEC;
  return system(answers[std::min(lookups++, answers.size() - 1)], service, &numeric, out);
}

namespace {

constexpr std::chrono::seconds kPatience(20);

HttpEndpoint guarded(const std::string& url, const std::vector<const char*>& networks = {}) {
  HttpEndpoint endpoint;
  endpoint.name = "the tool";
  endpoint.url = url;
  endpoint.max_response_bytes = 100'000;
  endpoint.guard.emplace();
  for (const char* network : networks) endpoint.guard->allowed.push_back(*base::parse_network(network));
  return endpoint;
}

HttpRequest get(const std::string& target) {
  HttpRequest request;
  request.method = "GET";
  request.target = target;
  request.is_repeatable = true;
  return request;
}

std::string at_port(const std::string& host, const StubServer& server, const std::string& scheme = "http") {
  return scheme + "://" + host + ":" + std::to_string(server.port());
}

}  // namespace

TEST_CASE("a guarded client judges the address after the name lookup, before it connects") {
  for (const auto& [host, answers] : addresses()) {
    for (const char* scheme : {"http", "https"}) {
      CAPTURE(host, scheme);
      lookups = 0;
      const StubServer server(http("200 OK", "{}"));
      const auto client = HttpClient::open(guarded(at_port(host, server, scheme)));
      REQUIRE(client);
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto answer = client->send(get("/"), kPatience);
        REQUIRE(!answer);
        CHECK_THAT(answer.error().message, Catch::StartsWith("the tool: refused to connect: the host has "));
      }
      CHECK(server.connections() == 0);
    }
  }
}

TEST_CASE("a guarded client reaches the networks that the operator allows") {
  const StubServer server(http("200 OK", "{\"a\":1}"));
  const auto client = HttpClient::open(guarded(at_port("loopback.test.parley", server), {"127.0.0.0/8"}));
  const auto answer = client->send(get("/orders/O-1?lang=en"), kPatience);
  REQUIRE(answer);
  CHECK(answer->body == "{\"a\":1}");
  CHECK(answer->headers.at("content-type") == "application/json");
  CHECK_THAT(server.requests().at(0),
             Catch::StartsWith("GET /orders/O-1?lang=en HTTP/1.1\r\n") && !Catch::Contains("Content-Type"));
  const auto metadata = HttpClient::open(guarded("http://169.254.169.254", {"0.0.0.0/0"}));
  CHECK_THAT(metadata->send(get("/"), kPatience).error().message, Catch::Contains("metadata"));
}

TEST_CASE("a guarded client sends nothing in the clear to a public address") {
  const auto client = HttpClient::open(guarded("http://93.184.215.14"));
  REQUIRE(client);
  CHECK_THAT(client->send(get("/"), kPatience).error().message, Catch::Contains("not encrypted"));
}

TEST_CASE("a redirect is a response, and is not followed") {
  for (const char* location :
       {"http://127.0.0.1:1/", "http://[::1]/", "file:///etc/passwd", "gopher://127.0.0.1/", "/"}) {
    for (const char* status :
         {"301 Moved", "302 Found", "303 See Other", "305 Use Proxy", "307 Temporary", "308 Permanent"}) {
      CAPTURE(location, status);
      const StubServer server(http(status, "", "Location: " + std::string(location) + "\r\n"));
      const auto client = HttpClient::open(guarded(at_port("127.0.0.1", server), {"127.0.0.1"}));
      const auto answer = client->send(get("/"), kPatience);
      REQUIRE(answer);
      CHECK(answer->status / 100 == 3);
      CHECK(server.connections() == 1);
    }
  }
}

TEST_CASE("an answer without end is an error") {
  struct Case {
    const char* what;
    std::string answer;
    ResponseMode mode;
  };
  for (const Case& each : {
           Case{"body", "HTTP/1.1 200 OK\r\n\r\nx", ResponseMode::kStream},
           Case{"declared size", "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n", ResponseMode::kNever},
           Case{"headers", "HTTP/1.1 200 OK\r\n" + std::string(200'000, 'x'), ResponseMode::kNormal},
           Case{"many headers",
                "HTTP/1.1 200 OK\r\n" +
                    [] {
                      std::string lines;
                      for (int i = 0; i < 20'000; ++i) lines += "X-A" + std::to_string(i) + ": 1\r\n";
                      return lines;
                    }(),
                ResponseMode::kNormal},
           Case{"chunk extension",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(1'000'000, 'x'),
                ResponseMode::kNormal},
           Case{"body cut off", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", ResponseMode::kNormal},
           Case{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 7\r\n\r\nab",
                ResponseMode::kNormal},
       }) {
    CAPTURE(each.what);
    const StubServer server(each.answer, each.mode);
    const auto client = HttpClient::open(guarded(at_port("127.0.0.1", server), {"127.0.0.1"}));
    CHECK(!client->send(get("/"), std::chrono::seconds(2)));
  }
}

TEST_CASE("an idle connection is used again, but only for requests that may be repeated") {
  const StubServer server(http("200 OK", "{}"), ResponseMode::kKeep);
  const auto client = HttpClient::open(guarded(at_port("127.0.0.1", server), {"127.0.0.1"}));
  for (int i = 0; i < 5; ++i) REQUIRE(client->send(get("/"), kPatience));
  CHECK(server.connections() == 1);
}

TEST_CASE("proxies of the environment are not used") {
  const StubServer server(http("200 OK", "{}"));
  for (const char* variable : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"})
    ::setenv(variable, "http://127.0.0.1:1", 1);
  const auto client = HttpClient::open(guarded(at_port("127.0.0.1", server), {"127.0.0.1"}));
  CHECK(client->send(get("/"), kPatience));
  for (const char* variable : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) ::unsetenv(variable);
}

TEST_CASE("a request with an invalid header is not sent") {
  const StubServer server(http("200 OK", "{}"));
  const auto client = HttpClient::open(guarded(at_port("127.0.0.1", server), {"127.0.0.1"}));
  HttpRequest request = get("/");
  for (const char* line : {"X-A: 1\r\nX-B: 2", "X-A", "X A: 1", "X-A: \x80"}) {
    CAPTURE(line);
    request.headers = {line};
    CHECK(!client->send(request, kPatience));
  }
  CHECK(server.connections() == 0);
}
