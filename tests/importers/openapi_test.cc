// Tests that an operation of an OpenAPI document becomes an HTTP tool, which a bot reads without an error.
#include <algorithm>
#include <memory>
#include <set>

#include <catch2/catch.hpp>

#include "config/document.h"
#include "parley/catalog.h"
#include "parley/import.h"

using namespace parley;

namespace {

const char* const kShop = R"(openapi: 3.0.3
info: {title: Shop, version: '1'}
servers:
  - url: https://{region}.shop.example/v1/
    variables: {region: {default: eu}}
security: [{key: []}]
components:
  securitySchemes:
    key: {type: http, scheme: bearer}
    header key: {type: apiKey, in: header, name: X-Key}
    query_key: {type: apiKey, in: query, name: key}
    login: {type: oauth2}
  parameters:
    language: {name: lang, in: query, schema: {type: string}}
  schemas:
    Refund:
      type: object
      required: [reason]
      properties:
        id: {type: string, readOnly: true}
        reason: {$ref: '#/components/schemas/Reason'}
        amount: {type: number}
    Reason: {type: string, enum: [late, broken]}
  responses:
    gone: {description: Order not found}
paths:
  /orders/{order-id}:
    parameters:
      - {name: order-id, in: path, required: true, schema: {type: string}}
      - {$ref: '#/components/parameters/language'}
      - {name: track, in: cookie}
    get:
      operationId: getOrder
      summary: Returns an order
      responses:
        '200': {description: The order}
        '401': {description: No}
        '404': {$ref: '#/components/responses/gone'}
  /orders/{order-id}/refund:
    post:
      operationId: createRefund
      security: [{header key: []}]
      parameters: [{name: order-id, in: path, required: true}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Refund'}}}}
    delete:
      security: [{query_key: []}, {login: []}]
      parameters: [{name: order-id, in: path, required: true}]
)";

Result<ImportedTool> import(const std::string& operation, const std::string& text = kShop) {
  return import_openapi({"shop.yaml", text}, {operation, "", ""});
}

std::string bot_with(const std::string& tools, const std::string& call) {
  return "parley: 1\nbot: {id: shop}\nintents:\n  - id: go\n    match: [{regex: go}]\n    steps: [{" + call + "}]\n" +
         tools;
}

}  // namespace

TEST_CASE("an operation becomes a tool") {
  const auto get = import("getOrder");
  REQUIRE(get);
  CHECK(get->yaml == R"(# Shop: Returns an order
# - order_id: string, required
# - lang: string
tools:
  getorder:
    kind: http
    idempotent: true
    method: GET
    url: "https://eu.shop.example/v1/orders/{order_id}"
    query:
      lang: "{lang}"
    headers:
      Authorization: "Bearer {secret.key}"
    errors:
      - {status: 404, reason: order_not_found}
)");
  CHECK(get->notes == std::vector<std::string>{"the cookie 'track' was left out; parley sends no cookies"});
  CHECK(Catalog::parse(bot_with(get->yaml, "tool: getorder, with: {order_id: O-1, lang: en}"), "bot.yaml"));

  const auto post = import("createRefund");
  REQUIRE(post);
  CHECK_THAT(post->yaml, Catch::Contains("# - amount: number\n# - reason: string, required\n") &&
                             Catch::Contains("    body:\n      amount: \"{amount}\"\n      reason: \"{reason}\"\n") &&
                             Catch::Contains("X-Key: \"{secret.header_key}\"") && !Catch::Contains("idempotent"));
  CHECK(Catalog::parse(bot_with(post->yaml, "tool: createrefund, with: {order_id: O-1, amount: 1, reason: late}"),
                       "bot.yaml"));

  const auto unnamed = import("delete /orders/{order-id}/refund");
  REQUIRE(unnamed);
  CHECK_THAT(unnamed->yaml, Catch::Contains("delete_orders_order_id_refund:"));
  CHECK(unnamed->notes.size() == 2);
}

TEST_CASE("an operation of a JSON document becomes a tool") {
  const auto tool = import("ping", R"({"openapi":"3.1.0","paths":{"/ping":{"get":{"operationId":"ping"}}}})");
  REQUIRE(tool);
  CHECK_THAT(tool->yaml, Catch::Contains("url: \"https://HOST/ping\""));
  CHECK(tool->notes.size() == 1);
}

TEST_CASE("no text of a document becomes a key of the bot") {
  const auto object = [](const std::string& name, Value value) {
    return Value(Value::Object{{name, std::move(value)}});
  };
  // Each end of a line that a reader of YAML may know, and what would follow it.
  for (const std::string line_end : {"\n", "\r", "\r\n", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9", "\x0B", "\x0C"}) {
    for (const std::string text : {"bot: {id: evil}", "  kind: host", "--- x", "tools: {}", "' \" }], evil: [{"}) {
      const std::string evil = "a" + line_end + text;
      const Value schema = object("type", evil);
      const auto parameter = [&](const std::string& in) {
        return Value(Value::Object{{"name", evil}, {"in", in}, {"schema", schema}});
      };
      const Value scheme(Value::Object{{"type", "apiKey"}, {"in", "header"}, {"name", "X-" + evil}});
      const Value operation(Value::Object{
          {"operationId", evil},
          {"summary", evil},
          {"parameters", Value::Array{parameter("query"), parameter("header"), parameter(evil)}},
          {"requestBody",
           object("content", object("application/json", object("schema", object("properties", object(evil, schema)))))},
          {"responses", object("404", object("description", evil))}});
      const Value document(Value::Object{{"openapi", "3.0.0"},
                                         {"info", object("title", evil)},
                                         {"servers", Value::Array{object("url", "https://shop.example")}},
                                         {"security", Value::Array{object(evil, Value::Array{})}},
                                         {"components", object("securitySchemes", object(evil, scheme))},
                                         {"paths", object("/" + evil, object("post", operation))}});
      const auto tool = import(evil, document.to_json());
      REQUIRE(tool);
      INFO(tool->yaml);
      config::Diagnostics findings({{"tool.yaml", std::make_shared<const std::string>(tool->yaml)}});
      config::Node root;
      REQUIRE(config::read_document(0, findings, root));
      CHECK(findings.count() == 0);
      REQUIRE(root.members.size() == 1);
      CHECK(root.members.front().key.value == "tools");
      REQUIRE(root.members.front().value.members.size() == 1);
      std::set<std::string> keys;
      for (const auto& [key, value] : root.members.front().value.members.front().value.members) keys.insert(key.value);
      CHECK(keys == std::set<std::string>{"body", "errors", "headers", "kind", "method", "query", "url"});
      CHECK(std::count(tool->yaml.begin(), tool->yaml.end(), '\n') == 19);
      CHECK(tool->yaml.find('\r') == std::string::npos);
    }
  }
}

TEST_CASE("a name that the caller gives the tool is one key") {
  const auto tool = import_openapi({"shop.yaml", kShop}, {"getOrder", "x: {kind: host}\n  y", ""});
  REQUIRE(tool);
  CHECK_THAT(tool->yaml, Catch::Contains("\n  \"x: {kind: host}\\n  y\":\n"));
}

TEST_CASE("what is not an operation of OpenAPI 3 is an error") {
  CHECK_THAT(import("getorder").error().message, Catch::Contains("one of: getOrder, createRefund"));
  CHECK_THAT(import("x", "swagger: '2.0'").error().message, Catch::Contains("not an OpenAPI document of version 3"));
  CHECK(import("x", "openapi: [").error().code == ErrorCode::kInvalidBot);
  CHECK(!import("x", "{\"openapi\": "));
  CHECK(!import("x", ""));
  CHECK(!import("x", "openapi: 3.0.0"));
}

TEST_CASE("references in a circle end") {
  const auto tool =
      import("a", R"({"openapi":"3.0.0","paths":{"/a":{"post":{"operationId":"a","requestBody":{"content":{
      "application/json":{"schema":{"$ref":"#/components/x"}}}}}}},"components":{"x":{"$ref":"#/components/x"}}})");
  REQUIRE(tool);
  CHECK(tool->notes.size() == 2);
}
