// Tests that the reader stores every key of an HTTP tool in its field, and refuses requests that a value could send
// elsewhere.
#include "config/http_tool.h"

#include <catch2/catch.hpp>

#include "reader_harness.h"

namespace parley::config {
namespace {

const char* const kSteps =
    "    params: {order_id: {type: number}}\n"
    "    steps: [{tool: orders.track, with: {order: '{order_id}'}}]\n"
    "tools:\n"
    "  orders.track: ";

BotReading read_tool_of(const std::string& tool) { return read(buy_bot_with(kSteps + tool + "\n")); }

TEST_CASE("The keys of an HTTP tool are stored in their fields") {
  const BotReading reading = read_tool_of(R"(
    kind: http
    idempotent: true
    method: PATCH
    url: https://API.shop.example:8443/v1/orders/{order}/state
    query: {lang: en, ref: '{order}'}
    headers: {Authorization: 'Bearer {secret.shop_key}', X-Team: support}
    body: {state: open, of: '{order}', lines: [1, 'no. {order}', {deep: true}]}
    result: {place: result.data.place, day: result.items.0.day}
    errors:
      - {status: 404, reason: not_found}
      - {status: 409, when: {result.code: done}, reason: already_done}
    sign: shop_webhook
    retry: {attempts: 5, backoff: 1s})");
  CHECK(brief(reading.diagnostics) == Strings{});
  const Tool& tool = *reading.bot.find_tool("orders.track");
  CHECK(tool.kind == Tool::Kind::kHttp);
  CHECK(tool.idempotent);
  REQUIRE(tool.http);
  const HttpTool& request = *tool.http;
  CHECK(request.origin == "https://api.shop.example:8443");
  CHECK(request.method == "PATCH");
  REQUIRE(request.path.pieces.size() == 2);
  CHECK(request.path.pieces[0].literal == "/v1/orders/");
  CHECK(request.path.pieces[0].placeholder == "order");
  CHECK(request.path.pieces[1].literal == "/state");
  REQUIRE(request.query.size() == 2);
  CHECK(request.query[1].first == "ref");
  REQUIRE(request.headers.size() == 2);
  CHECK(request.headers[0].second.pieces[0].placeholder == "secret.shop_key");
  REQUIRE(request.body.size() == 1);
  REQUIRE(request.body[0].members.size() == 3);
  CHECK(request.body[0].members[2].value.items.size() == 3);
  REQUIRE(request.result.size() == 2);
  CHECK(request.result[0].path == "result.data.place");
  REQUIRE(request.errors.size() == 2);
  CHECK(request.errors[0].status == 404);
  CHECK(request.errors[1].reason == "already_done");
  CHECK(request.sign.value == "shop_webhook");
  CHECK(request.attempts == 5);
  CHECK(request.backoff == 1000);
  CHECK(arguments_of(request) == Strings{"order"});
}

TEST_CASE("A tool of an action server of Rasa has a URL and an action") {
  const BotReading reading =
      read_tool_of("{kind: http, protocol: rasa_action, url: 'http://127.0.0.1:5055/webhook', action: action_track}");
  CHECK(brief(reading.diagnostics) == Strings{});
  const HttpTool& request = *reading.bot.find_tool("orders.track")->http;
  CHECK(request.protocol == HttpTool::Protocol::kRasaAction);
  CHECK(request.action.value == "action_track");
  CHECK(request.method == "POST");
}

TEST_CASE("A URL that a value could send elsewhere is refused") {
  for (const char* url : {
           "'{order}'",
           "'https://{order}'",
           "'https://{order}.shop.example/x'",
           "'https://shop.example{order}'",
           "'https://shop.example:{order}/x'",
           "'http://127.0.0.1\\@shop.example/'",
           "'https://user@shop.example/x'",
           "'//shop.example/x'",
           "'shop.example/x'",
           "'ftp://shop.example/x'",
           "'https://shop.example/x?y={order}'",
           "'https://shop.example/x#y'",
           "'https://shop.example/a b'",
           "'https://shop.example/../x'",
           "'https://shop.example/./x'",
           "'https://shop.example//x'",
           "'https://shop.example/%2e%2e/x'",
           "'https://shop.example/%0d%0aHost:%20x'",
           "'https://shop.example/%zz'",
           "'https://0x7f.1/x'",
           "'https://2130706433/x'",
           "'https://shop.example./x'",
           "'https://sh\u00f6p.example/x'",
       }) {
    CAPTURE(url);
    const auto reading = read_tool_of(std::string("{kind: http, method: GET, url: ") + url + "}");
    REQUIRE(!reading.diagnostics.empty());
    CHECK(reading.diagnostics[0].code == "E319");
    CHECK(reading.diagnostics[0].line == 9);
  }
}

TEST_CASE("A mistake in an HTTP tool has a place and a code") {
  struct Case {
    const char* tool;
    Strings findings;
  };
  for (const Case& each : {
           Case{"{kind: http, method: GET}", {"9:17 E306"}},
           Case{"{kind: http, url: 'https://a.example/'}", {"9:17 E306"}},
           Case{"{kind: http, method: get, url: 'https://a.example/'}", {"9:38 E307"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', body: {a: 1}}", {"9:70 E310"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/{secret.key}'}", {"9:68 E203"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', query: {key: '{secret.key}'}}", {"9:85 E203"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/{number}'}", {"7:20 E306"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', headers: {Host: x}}", {"9:80 E310"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', headers: {'X Y': x}}", {"9:80 E307"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', headers: {X: \"a\\tb\"}}", {"9:83 E307"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', result: {a: data.id}}", {"9:82 E307"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', errors: [{status: 200, reason: x}]}",
                {"9:88 E308"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', errors: [{status: 404}]}", {"9:79 E306"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', retry: {attempts: 99}}", {"9:88 E308"}},
           Case{"{kind: http, method: GET, url: 'https://a.example/', cases: []}", {"9:70 E201"}},
           Case{"{kind: http, protocol: rasa_action, url: 'http://127.0.0.1/'}", {"9:17 E306"}},
           Case{"{kind: http, protocol: rasa_action, action: a, method: GET, url: 'http://127.0.0.1/'}", {"9:64 E201"}},
       }) {
    CAPTURE(each.tool);
    CHECK(brief(read_tool_of(each.tool).diagnostics) == each.findings);
  }
}

}  // namespace
}  // namespace parley::config
