#include "mcp/tool_list.h"

#include "intents/catalog_access.h"
#include "mcp_client.h"

using namespace parley;
using namespace parley::test;

namespace {

const std::string kTypes = R"(parley: 1
bot: {id: types}
entities:
  size: {values: {small: [little], large: [big]}}
  level: {range: {from: 1, to: 5}}
intents:
  - id: all
    expose: mcp
    match: [{regex: all}]
    params:
      size: {type: size, name: dress size}
      sizes: {type: size, list: true}
      words: {type: free_text, list: true}
      count: {type: number}
      level: {type: level}
      sure: {type: boolean}
      day: {type: date}
      mail: {type: email}
      price: {type: money}
    steps: [{say: Done.}]
  - id: read
    expose: mcp
    match: [{regex: read}]
    steps: [{tool: get}]
  - id: set
    expose: mcp
    match: [{regex: set}]
    steps: [{tool: put}]
  - id: add
    expose: mcp
    match: [{regex: add}]
    confirm: Sure?
    steps: [{if: {context.x: 1}, then: [{tool: post}]}]
  - id: ask
    expose: mcp
    match: [{regex: ask}]
    steps: [{call: add}]
  - id: find
    expose: mcp
    match: [{regex: find}]
    params: {size: {type: size, required: true, ask: Which?, if_unknown: {call: all, save: {size: result.size}}}}
    steps: [{tool: put}]
  - id: begin
    expose: mcp
    match: [{regex: begin}]
    steps: [{start: begin_again}]
  - id: begin_again
    match: [{regex: again}]
    steps: [{tool: get}, {start: begin}]
tools:
  get: {kind: http, method: GET, url: 'https://a.example/'}
  put: {kind: mock, idempotent: true, result: 1}
  post: {kind: mock, result: 1}
)";

}  // namespace

TEST_CASE("the schema of a param follows from its type", "[mcp]") {
  struct Row {
    const char* param;
    const char* schema;
    const char* form;  // empty: the same
  };
  const Row rows[] = {
      {"size", R"({"enum":["small","large"],"title":"dress size","type":"string"})", ""},
      {"sizes", R"({"items":{"enum":["small","large"],"type":"string"},"title":"sizes","type":"array"})", ""},
      {"words", R"({"items":{"type":"string"},"title":"words","type":"array"})",
       R"({"title":"words","type":"string"})"},
      {"count", R"({"title":"count","type":"number"})", ""},
      {"level", R"({"title":"level","type":"number"})", ""},
      {"sure", R"({"title":"sure","type":"boolean"})", ""},
      {"day", R"({"format":"date","title":"day","type":"string"})", ""},
      {"mail", R"({"format":"email","title":"mail","type":"string"})", ""},
      {"price", R"({"title":"price","type":"string"})", ""},
  };
  const auto catalog = Catalog::parse(kTypes, "bot.yaml");
  REQUIRE(catalog);
  const config::BotDefinition& bot = intents::definition_of(**catalog);
  for (const Row& row : rows) {
    INFO(row.param);
    const config::Param& param = *bot.find_intent("all")->find_param(row.param);
    CHECK(Value(mcp::schema_of(bot, param, false)).to_json() == row.schema);
    CHECK(Value(mcp::schema_of(bot, param, true)).to_json() == (*row.form ? row.form : row.schema));
  }
}

TEST_CASE("the input schema of a tool shows examples of values", "[mcp]") {
  const auto catalog = Catalog::parse(kMcpBot, "bot.yaml");
  REQUIRE(catalog);
  const Value refund = mcp::tool_list(intents::definition_of(**catalog)).front();
  CHECK(text_at(refund, "inputSchema.properties.box.examples") == R"(["B-1","B-2","B-3"])");
  CHECK(text_at(refund, "inputSchema.properties.order.examples") == R"(["O-12345"])");
  CHECK(text_at(refund, "inputSchema.properties.part.examples") == "(missing)");
}

TEST_CASE("an intent whose guard does not hold is not a tool", "[mcp]") {
  const auto catalog = Catalog::parse(R"(parley: 1
bot: {id: guards}
intents:
  - {id: for_mcp, expose: mcp, when: {context.channel: mcp}, match: [{regex: a}], steps: [{say: A.}]}
  - {id: for_web, expose: mcp, when: {context.channel: web}, match: [{regex: b}], steps: [{say: B.}]}
  - {id: for_users, expose: mcp, when: {context.user_id: {exists: true}}, match: [{regex: c}], steps: [{say: C.}]}
)",
                                      "bot.yaml");
  REQUIRE(catalog);
  const config::BotDefinition& bot = intents::definition_of(**catalog);
  CHECK(mcp::find_tool_intent(bot, "for_mcp"));
  CHECK_FALSE(mcp::find_tool_intent(bot, "for_web"));
  CHECK_FALSE(mcp::find_tool_intent(bot, "for_users"));
  const Value::Array tools = mcp::tool_list(bot);
  REQUIRE(tools.size() == 2);
  CHECK(text_at(tools[0], "name") == "for_mcp");
}

TEST_CASE("annotations say what a tool does to data", "[mcp]") {
  struct Row {
    const char* tool;
    const char* annotations;
  };
  const Row rows[] = {
      {"all", R"({"readOnlyHint":true})"},
      {"read", R"({"readOnlyHint":true})"},
      {"set", R"({"destructiveHint":false,"idempotentHint":true,"readOnlyHint":false})"},
      {"add", R"({"destructiveHint":true,"idempotentHint":false,"readOnlyHint":false})"},
      {"ask", R"({"destructiveHint":true,"idempotentHint":false,"readOnlyHint":false})"},
      {"find", R"({"destructiveHint":false,"idempotentHint":true,"readOnlyHint":false})"},
      {"begin", R"({"readOnlyHint":true})"},
      {"parley_turn", R"({"destructiveHint":true,"idempotentHint":false,"readOnlyHint":false})"},
  };
  const auto catalog = Catalog::parse(kTypes, "bot.yaml");
  REQUIRE(catalog);
  const Value::Array tools = mcp::tool_list(intents::definition_of(**catalog));
  REQUIRE(tools.size() == std::size(rows));
  for (std::size_t i = 0; i < tools.size(); ++i) {
    CHECK(text_at(tools[i], "name") == rows[i].tool);
    CHECK(text_at(tools[i], "annotations") == rows[i].annotations);
  }
}
