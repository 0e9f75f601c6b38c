// The interfaces of other products that a server can have in addition to its own. docs/compat.md describes them.
//
// Tested by tests/server/compat_rasa_test.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/router.h"

namespace parley::server {

enum class Compat : unsigned {
  kRasa = 1,    // the REST channel of Rasa, and its HTTP API for reading
  kOpenAi = 2,  // chat completions
  kAgUi = 4,    // AG-UI
  kMcp = 8,     // MCP over HTTP
};
inline constexpr const char* kCompatNames = "rasa, openai, ag-ui, mcp";

// Returns the interface with this name. Unset: unknown.
std::optional<Compat> compat_named(std::string_view name);
// `compat`: a sum of Compat.
std::vector<Route> compat_routes(unsigned compat);

}  // namespace parley::server
