#include "tools/mcp_schema.h"

#include <catch2/catch.hpp>

using namespace parley;
using Strings = std::vector<std::string>;

namespace {

Value tool_with(const std::string& properties) {
  return *Value::parse(R"({"name":"t","inputSchema":{"type":"object","properties":)" + properties + "}}");
}

}  // namespace

TEST_CASE("headers repeat the annotated arguments") {
  struct Row {
    const char* properties;
    const char* arguments;
    Strings headers;
  };
  const Row rows[] = {
      {R"({"a":{"type":"string"}})", R"({"a":"x"})", {}},
      {R"({"a":{"type":"string","x-mcp-header":"Region"}})", R"({"a":"us-west1"})", {"Mcp-Param-Region: us-west1"}},
      {R"({"a":{"type":"string","x-mcp-header":"Region"}})", R"({"a":null})", {}},
      {R"({"a":{"type":"string","x-mcp-header":"Region"}})", "{}", {}},
      {R"({"a":{"type":"string","x-mcp-header":"A"}})", R"({"a":""})", {"Mcp-Param-A: "}},
      {R"({"a":{"type":"integer","x-mcp-header":"A"}})", R"({"a":-7})", {"Mcp-Param-A: -7"}},
      {R"({"a":{"type":"boolean","x-mcp-header":"A"}})", R"({"a":false})", {"Mcp-Param-A: false"}},
      {R"({"o":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
       R"({"o":{"a":"x"},"a":"y"})",
       {"Mcp-Param-A: x"}},
      {R"({"o":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"}}}})", R"({"o":7})", {}},
  };
  for (const Row& row : rows) {
    INFO(row.properties << row.arguments);
    const Value tool = tool_with(row.properties);
    CHECK(tools::problem_of_headers(tool).empty());
    CHECK(tools::param_headers(tool, *Value::parse(row.arguments)->if_object()) == row.headers);
  }
}

TEST_CASE("header values that are not plain ASCII are encoded") {
  struct Row {
    const char* text;
    const char* header;
  };
  const Row rows[] = {
      {"us-west1", "us-west1"},
      {"us west 1", "us west 1"},
      {"Hello, \xE4\xB8\x96\xE7\x95\x8C", "=?base64?SGVsbG8sIOS4lueVjA==?="},
      {" padded ", "=?base64?IHBhZGRlZCA=?="},
      {"line1\nline2", "=?base64?bGluZTEKbGluZTI=?="},
      {"=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="},
      {"=?base64?", "=?base64?"},
  };
  for (const Row& row : rows) CHECK(tools::header_value(row.text) == row.header);
}

TEST_CASE("a tool with an invalid annotation is refused") {
  for (const char* properties : {
           R"({"a":{"type":"string","x-mcp-header":""}})",
           R"({"a":{"type":"string","x-mcp-header":"a b"}})",
           R"({"a":{"type":"string","x-mcp-header":"a:b"}})",
           R"({"a":{"type":"string","x-mcp-header":"a\r\nHost"}})",
           R"({"a":{"type":"string","x-mcp-header":7}})",
           R"({"a":{"type":"number","x-mcp-header":"A"}})",
           R"({"a":{"type":"array","x-mcp-header":"A"}})",
           R"({"a":{"x-mcp-header":"A"}})",
           R"({"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}})",
           R"({"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}})",
           R"({"a":{"oneOf":[{"type":"string","x-mcp-header":"A"}]}})",
       }) {
    INFO(properties);
    CHECK_FALSE(tools::problem_of_headers(tool_with(properties)).empty());
  }
  CHECK(tools::problem_of_headers(Value()).empty());
}

TEST_CASE("the hash of a schema covers what a bot relies on") {
  const auto hash = [](const char* tool) { return tools::schema_hash(*Value::parse(tool)); };
  const std::string first = hash(R"({"name":"t","inputSchema":{"type":"object","properties":{}}})");
  CHECK(first.size() == 64);
  CHECK(first == hash(R"({"description":"new","inputSchema":{"properties":{},"type":"object"},"name":"t"})"));
  CHECK(first != hash(R"({"name":"t","inputSchema":{"type":"object","properties":{"a":{}}}})"));
  CHECK(first != hash(R"({"name":"t","inputSchema":{"type":"object","properties":{}},"outputSchema":{}})"));
  CHECK(first == hash(R"({"name":"t","inputSchema":{"type":"object","properties":{}},"annotations":{}})"));
}
