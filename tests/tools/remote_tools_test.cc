// Tests which tools an operator's options open, and whole turns of a bot that calls a server.
#include "parley/remote_tools.h"

#include <catch2/catch.hpp>

#include "tests/support/stub_server.h"
#include "tests/tools/http_bot.h"

using namespace parley;
using test::http;
using test::StubServer;

namespace {

std::shared_ptr<const Catalog> bot_at(const std::string& url, const std::string& more = "") {
  return test::bot_with_tool("kind: http, method: GET, url: '" + url + "'" + more, {});
}

}  // namespace

TEST_CASE("a tool opens only with the operator's permission") {
  struct Case {
    const char* url;
    std::vector<std::string> allow, networks;
    const char* error;  // empty: the tool opens
  };
  for (const Case& each : {
           Case{"https://api.shop.example/o", {"https://api.shop.example"}, {}, ""},
           Case{"https://api.shop.example/o", {"https://other.example", "HTTPS://API.shop.example:443"}, {}, ""},
           Case{"https://api.shop.example/o", {}, {}, "does not allow requests to https://api.shop.example"},
           Case{"https://api.shop.example/o", {"http://api.shop.example"}, {}, "does not allow"},
           Case{"https://api.shop.example:22/o", {"https://api.shop.example"}, {}, "does not allow"},
           Case{"https://api.shop.example/o", {"https://shop.example"}, {}, "does not allow"},
           Case{"http://127.0.0.1:8080/o", {"http://127.0.0.1:8080"}, {}, "a loopback address"},
           Case{"http://127.0.0.1:8080/o", {"http://127.0.0.1:8080"}, {"127.0.0.0/8"}, ""},
           Case{"http://localhost:8080/o", {"http://localhost:8080"}, {}, "a name of a local network"},
           Case{"http://localhost:8080/o", {"http://localhost:8080"}, {"127.0.0.0/8"}, ""},
           Case{"http://169.254.169.254/o", {"http://169.254.169.254"}, {"0.0.0.0/0"}, "metadata"},
           Case{"https://api.shop.example/o", {"api.shop.example"}, {}, "is not an origin"},
           Case{"https://api.shop.example/o", {"https://api.shop.example/o"}, {}, "is not an origin"},
           Case{"https://api.shop.example/o", {"https://api.shop.example"}, {"10.0.0.0"}, ""},
           Case{"https://api.shop.example/o", {"https://api.shop.example"}, {"10.0.0.1/8"}, "is not a network"},
       }) {
    CAPTURE(each.url, each.allow, each.networks);
    RemoteToolOptions options;
    options.allow = each.allow;
    options.allow_networks = each.networks;
    const auto tools = open_remote_tools(*bot_at(each.url), options);
    REQUIRE(tools.has_value() == std::string(each.error).empty());
    if (tools) {
      CHECK(tools->size() == 1);
    } else {
      CHECK(tools.error().code == ErrorCode::kInvalidRequest);
      CHECK_THAT(tools.error().message, Catch::Contains(each.error));
    }
  }
}

TEST_CASE("a tool opens only with its secrets, and no error quotes one") {
  RemoteToolOptions options;
  options.allow = {"https://api.shop.example"};
  const auto bot = bot_at("https://api.shop.example/o", ", headers: {A: '{secret.key}'}, sign: hook");
  CHECK_THAT(open_remote_tools(*bot, options).error().message, Catch::Contains("the secret 'key' is missing"));
  options.secrets = {{"key", "5ec2e7"}};
  CHECK_THAT(open_remote_tools(*bot, options).error().message, Catch::Contains("the secret 'hook' is missing"));
  options.secrets["hook"] = "5ec2e7";
  const auto unsigned_tools = open_remote_tools(*bot, options);
  REQUIRE(!unsigned_tools);
  CHECK_THAT(unsigned_tools.error().message, Catch::Contains("not a signing key") && !Catch::Contains("5ec2e7"));
  options.secrets["hook"] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  CHECK(open_remote_tools(*bot, options));
}

TEST_CASE("a function of a tool outlives the bot and the options") {
  const StubServer server(http("200 OK", "{\"place\":\"Lyon\"}"));
  const std::string origin = "http://127.0.0.1:" + std::to_string(server.port());
  ToolFunctions functions;
  {
    RemoteToolOptions options;
    options.allow = {origin};
    options.allow_networks = {"127.0.0.1"};
    functions = *open_remote_tools(*bot_at(origin + "/o"), options);
  }
  const ToolOutcome outcome = functions.at("t")({"c1", "t", {}, "key"});
  CHECK(outcome == ToolOutcome::ok(Value::Object{{"place", "Lyon"}}));
}

TEST_CASE("a bot without remote tools has no functions") {
  const auto bot = test::bot_with_tool("kind: mock, result: 1", {});
  CHECK(open_remote_tools(*bot, {})->empty());
}
