// Builds the HTTP request of a tool call.
#pragma once

#include <map>
#include <string>

#include "base/http.h"
#include "config/http_tool.h"
#include "parley/result.h"
#include "parley/tool.h"

namespace parley::tools {

using Secrets = std::map<std::string, std::string, std::less<>>;

// Returns the request without its signature. Each value in the path is one percent-encoded segment or a part of one, so
// it cannot reach another path. kInvalidRequest: a value of the path is missing or empty, a segment is "." or "..", or
// a value does not fit into a header. The message names the argument, not its value.
Result<base::HttpRequest> build_request(const config::HttpTool& tool, const ToolCall& call, const Secrets& secrets);

// Returns the first secret that the tool needs and `secrets` does not have; empty if it has all.
std::string missing_secret(const config::HttpTool& tool, const Secrets& secrets);

}  // namespace parley::tools
