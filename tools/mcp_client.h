// McpClient calls the tools of one MCP server. It speaks 2026-07-28 and, with servers that do not know it, 2025-11-25.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "parley/clock.h"
#include "parley/tool.h"
#include "tools/mcp_transport.h"

namespace parley::tools {

// Thread-safe.
class McpClient {
 public:
  McpClient(std::unique_ptr<McpTransport> transport, std::shared_ptr<Clock> clock);

  // Calls the tool of this name, and returns the outcome. Sends the call again only if the server has not processed it:
  // it has lost the session, wants other headers, or wants input first. The client declines the forms of servers.
  ToolOutcome call(const std::string& tool, const ToolCall& call);

  // Returns the definition of a tool, as the server lists it now.
  Result<Value> describe(const std::string& tool, std::chrono::milliseconds timeout);

 private:
  enum class Era { kUnknown, kModern, kLegacy };
  struct Deadline {
    TimeMs end;
  };
  // The tools by name, as the server lists them.
  using Tools = std::map<std::string, Value, std::less<>>;

  std::chrono::milliseconds left(const Deadline& deadline) const;
  Result<Era> connect(const Deadline& deadline);
  Result<Era> probe(const Deadline& deadline);
  Result<void> initialize(const Deadline& deadline);
  Result<McpAnswer> request(Era era, const std::string& method, Value::Object params, std::vector<std::string> headers,
                            const Deadline& deadline);
  Result<Tools> list(Era era, const Deadline& deadline);
  Result<std::vector<std::string>> headers_for(Era era, const std::string& tool, const Value::Object& arguments,
                                               bool is_new, const Deadline& deadline);
  Result<McpAnswer> send_call(Era era, const std::string& tool, const ToolCall& call, bool is_new,
                              const Deadline& deadline);

  ToolOutcome lost(const Error& error);

  const std::unique_ptr<McpTransport> transport_;
  const std::shared_ptr<Clock> clock_;
  std::mutex mutex_;  // of the members below
  Era era_ = Era::kUnknown;
  std::string session_, version_;  // of kLegacy
  std::optional<Tools> tools_;
  std::int64_t last_id_ = 0;
  std::mutex connecting_;
};

// The outcome of a response to `tools/call`.
ToolOutcome outcome_of_mcp(const Value& response);

}  // namespace parley::tools
