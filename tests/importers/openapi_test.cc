// Tests that an operation of an OpenAPI document becomes an HTTP tool, which a bot reads without an error.
#include <catch2/catch.hpp>

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
    url: 'https://eu.shop.example/v1/orders/{order_id}'
    query:
      lang: '{lang}'
    headers:
      Authorization: 'Bearer {secret.key}'
    errors:
      - {status: 404, reason: order_not_found}
)");
  CHECK(get->notes == std::vector<std::string>{"the cookie 'track' was left out; parley sends no cookies"});
  CHECK(Catalog::parse(bot_with(get->yaml, "tool: getorder, with: {order_id: O-1, lang: en}"), "bot.yaml"));

  const auto post = import("createRefund");
  REQUIRE(post);
  CHECK_THAT(post->yaml, Catch::Contains("# - amount: number\n# - reason: string, required\n") &&
                             Catch::Contains("    body:\n      amount: '{amount}'\n      reason: '{reason}'\n") &&
                             Catch::Contains("'X-Key': '{secret.header_key}'") && !Catch::Contains("idempotent"));
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
  CHECK_THAT(tool->yaml, Catch::Contains("url: 'https://HOST/ping'") || Catch::Contains("url: https://HOST/ping"));
  CHECK(tool->notes.size() == 1);
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
