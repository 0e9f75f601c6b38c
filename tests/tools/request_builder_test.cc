// Tests the request that a call of a tool becomes, and that no value changes where it goes.
#include "tools/request_builder.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "intents/catalog_access.h"
#include "parley/catalog.h"
#include "tests/tools/http_bot.h"

using namespace parley;
using tools::build_request;

namespace {

using Args = Value::Object;

std::shared_ptr<const Catalog> bot(const std::string& tool) { return test::bot_with_tool(tool, {"a", "b"}); }

Result<base::HttpRequest> request_of(const Catalog& catalog, const Args& args, const tools::Secrets& secrets = {}) {
  ToolCall call{"c1", "t", args, "key-1"};
  return build_request(*intents::definition_of(catalog).find_tool("t")->http, call, secrets);
}

}  // namespace

TEST_CASE("a request has its values in the path, the query and the body") {
  struct Case {
    const char* tool;
    Args args;
    std::string target;
    std::optional<std::string> body;
  };
  const std::string get = "kind: http, method: GET, url: 'https://shop.example",
                    post = "kind: http, method: POST, url: 'https://shop.example";
  for (const Case& each : {
           Case{"/o/{a}'", {{"a", "O-1"}}, "/o/O-1", {}},
           Case{"'", {}, "/", {}},
           Case{"/o'", {{"a", "x y"}, {"b", 5}}, "/o?a=x%20y&b=5", {}},
           Case{"/o/{a}-{b}/x'", {{"a", 1}, {"b", 2.5}}, "/o/1-2.5/x", {}},
           Case{"/o/{a}'", {{"a", "../../admin"}}, "/o/..%2F..%2Fadmin", {}},
           Case{"/o/{a}'", {{"a", "x?y=1#z"}}, "/o/x%3Fy%3D1%23z", {}},
           Case{"/o/{a}'", {{"a", "\r\nHost: evil"}}, "/o/%0D%0AHost%3A%20evil", {}},
           Case{"/o/{a.code}'", {{"a", Args{{"code", "x"}}}}, "/o/x", {}},
           Case{"/o', query: {q: '{a}', lang: en}", {{"a", "1&2"}, {"b", true}}, "/o?q=1%262&lang=en&b=true", {}},
           Case{"/o', query: {q: '{a}'}", {{"a", Value()}}, "/o", {}},
           Case{"/o', query: {q: 'x{a}'}", {{"a", Value()}}, "/o", {}},
           Case{"/o', query: {q: '{a}'}", {{"a", Value::Array{1, "b"}}}, "/o?q=1&q=b", {}},
       }) {
    CAPTURE(each.tool);
    const auto request = request_of(*bot(get + each.tool), each.args);
    REQUIRE(request);
    CHECK(request->method == "GET");
    CHECK(request->target == each.target);
    CHECK(request->body == each.body);
  }
  for (const Case& each : {
           Case{"/o'", {{"a", "x"}, {"b", Value::Array{1}}}, "/o", R"({"a":"x","b":[1]})"},
           Case{"/o/{a}'", {{"a", "x"}, {"b", 2}}, "/o/x", R"({"b":2})"},
           Case{"/o', body: {id: '{a}', t: 'no. {a}', l: ['{b}', 3, {x: null}]}",
                {{"a", 7}, {"b", Args{{"c", 1}}}},
                "/o",
                R"({"id":7,"l":[{"c":1},3,{"x":null}],"t":"no. 7"})"},
           Case{"/o', body: {id: '{a}', t: 'no. {a}'}", {{"a", Value()}}, "/o", R"({"id":null,"t":null})"},
           Case{"/o', body: ['{a}']", {{"a", "\"},{\"x\":\""}}, "/o", R"(["\"},{\"x\":\""])"},
       }) {
    CAPTURE(each.tool);
    const auto request = request_of(*bot(post + each.tool), each.args);
    REQUIRE(request);
    CHECK(request->method == "POST");
    CHECK(request->target == each.target);
    CHECK(request->body == each.body);
  }
}

TEST_CASE("a value that the path needs must be there, and must not be a segment of dots") {
  const auto catalog = bot("kind: http, method: GET, url: 'https://shop.example/o/{a}/x'");
  for (const Value& value : {Value(), Value(""), Value("."), Value("..")}) {
    CAPTURE(value.to_json());
    const auto request = request_of(*catalog, {{"a", value}});
    REQUIRE(!request);
    CHECK(request.error().code == ErrorCode::kInvalidRequest);
  }
  CHECK(!request_of(*catalog, {}));
  CHECK(request_of(*catalog, {{"a", "..."}})->target == "/o/.../x");
}

TEST_CASE("headers hold secrets and arguments, and nothing that breaks a line") {
  const auto catalog =
      bot("kind: http, method: POST, url: 'https://shop.example/o', headers: {Authorization: 'Bearer {secret.k}', X-A: "
          "'{a}'}");
  const auto request = request_of(*catalog, {{"a", "v1"}}, {{"k", "5ec2e7"}});
  REQUIRE(request);
  CHECK(request->headers == std::vector<std::string>{"Content-Type: application/json", "Accept: application/json",
                                                     "Idempotency-Key: key-1", "Authorization: Bearer 5ec2e7",
                                                     "X-A: v1"});
  CHECK(request_of(*catalog, {}, {{"k", "5ec2e7"}})->headers.size() == 4);
  for (const char* value : {"a\r\nX-B: 1", "a\n", "\xC3\xB6", " 5ec2e7"}) {
    CAPTURE(value);
    const auto broken = request_of(*catalog, {{"a", value}}, {{"k", "5ec2e7"}});
    REQUIRE(!broken);
    CHECK_THAT(broken.error().message, Catch::Contains("X-A") && !Catch::Contains(value));
  }
}

TEST_CASE("the secrets of a tool are those of its headers and its signature") {
  const auto catalog =
      bot("kind: http, method: GET, url: 'https://shop.example/o', headers: {A: '{secret.one}'}, sign: two");
  const auto& tool = *intents::definition_of(*catalog).find_tool("t")->http;
  CHECK(tools::missing_secret(tool, {}) == "one");
  CHECK(tools::missing_secret(tool, {{"one", "x"}}) == "two");
  CHECK(tools::missing_secret(tool, {{"one", "x"}, {"two", "x"}}).empty());
}

TEST_CASE("any value stays in its segment of the path") {
  const auto catalog = bot("kind: http, method: GET, url: 'https://shop.example/o/{a}/x'");
  REQUIRE(rc::check("any value stays in its segment of the path", [&](const std::string& text) {
    const auto request = request_of(*catalog, {{"a", text}});
    if (!request) return;
    RC_ASSERT(std::count(request->target.begin(), request->target.end(), '/') == 3);
    RC_ASSERT(request->target.find_first_of("?# \r\n\\@:") == std::string::npos);
    RC_ASSERT(request->target.find("/../") == std::string::npos);
  }));
}
