// McpTransport carries messages to one MCP server: over HTTP (McpHttp), or to a program that parley starts
// (McpProgram).
//
// Tested by tests/tools/mcp_client_test.cc.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/http.h"
#include "parley/clock.h"
#include "parley/value.h"

namespace parley::tools {

struct McpAnswer {
  long status = 200;    // of HTTP
  Value message;        // the JSON-RPC response. Null: no response arrived
  std::string session;  // of HTTP: the header Mcp-Session-Id
};

class McpTransport {
 public:
  virtual ~McpTransport() = default;

  // Sends a request, or a notification, which has no `id` and gets no response. `headers` are lines "Name: value" for
  // HTTP. Thread-safe.
  virtual Result<McpAnswer> send(const Value& message, const std::vector<std::string>& headers,
                                 std::chrono::milliseconds timeout) = 0;
  virtual bool is_http() const = 0;
};

// Posts each message to `path`. The client has the guard of the operator. Continues a stream that the server has ended
// early, if its events have ids.
std::unique_ptr<McpTransport> mcp_over_http(base::HttpClient client, std::string path, std::vector<std::string> headers,
                                            std::shared_ptr<Clock> clock);

// Starts the program with its arguments at the first message, and again after it has ended. It gets no environment but
// a PATH. A program that does not answer in time is killed, with its children in its process group.
std::unique_ptr<McpTransport> mcp_over_program(std::vector<std::string> command, std::size_t max_message_bytes);

}  // namespace parley::tools
