// The schema of a tool of an MCP server, as far as parley reads it: the arguments that HTTP headers repeat.
//
// parley follows no `$ref`, and does not validate arguments: the server does.
#pragma once

#include <string>
#include <vector>

#include "parley/value.h"

namespace parley::tools {

// Returns why `x-mcp-header` of a tool is invalid; empty if it is valid.
std::string problem_of_headers(const Value& tool);

// Returns the headers "Mcp-Param-NAME: value" of a call of the tool, whose annotations are valid.
std::vector<std::string> param_headers(const Value& tool, const Value::Object& arguments);

// Returns a header value for a text: itself, or in base64 if it has other characters than visible ASCII.
std::string header_value(const std::string& text);

// Returns the hash of all that a bot relies on: the name and the schemas of a tool.
std::string schema_hash(const Value& tool);

}  // namespace parley::tools
