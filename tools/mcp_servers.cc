#include "tools/mcp_servers.h"

#include <utility>

#include "base/http_header.h"
#include "config/http_tool.h"

namespace parley::tools {
namespace {

Unexpected cannot_open(const std::string& what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

}  // namespace

Result<std::shared_ptr<McpClient>> McpServers::open(const config::Tool& tool) {
  const std::string& name = tool.mcp->server.value;
  if (const auto found = clients_.find(name); found != clients_.end()) return found->second;
  const config::McpServer* server = bot_.find_mcp_server(name);
  if (!server) return cannot_open("the MCP server '" + name + "' is not declared");
  auto transport = transport_to(*server);
  if (!transport) return cannot_open("the tool '" + tool.id.value + "': " + transport.error().message);
  auto client = std::make_shared<McpClient>(std::move(*transport), options_.clock);
  clients_.emplace(name, client);
  return client;
}

Result<std::unique_ptr<McpTransport>> McpServers::transport_to(const config::McpServer& server) const {
  if (!server.command.empty()) {
    if (const std::string why = why_forbidden(server.command.front(), permission_); !why.empty()) {
      return cannot_open(why);
    }
    return mcp_over_program(server.command, options_.max_response_bytes);
  }
  const auto origin = base::parse_origin(server.origin);
  if (!origin) return Unexpected(origin.error());
  if (const std::string why = why_forbidden(*origin, permission_); !why.empty()) return cannot_open(why);
  auto headers = headers_of(server);
  if (!headers) return Unexpected(headers.error());
  auto client = base::HttpClient::open(guarded_endpoint(server.origin, options_, permission_));
  if (!client) return Unexpected(client.error());
  return mcp_over_http(std::move(*client), server.path, std::move(*headers), options_.clock);
}

Result<std::vector<std::string>> McpServers::headers_of(const config::McpServer& server) const {
  const std::size_t root = std::string_view(config::kSecretRoot).size() + 1;
  std::vector<std::string> headers;
  for (const auto& [name, text] : server.headers) {
    std::string value;
    for (const config::Template::Piece& piece : text.pieces) {
      value += piece.literal;
      if (piece.placeholder.empty()) continue;
      const std::string secret = piece.placeholder.substr(root);
      const auto found = options_.secrets.find(secret);
      if (found == options_.secrets.end()) return cannot_open("the secret '" + secret + "' is missing");
      value += found->second;
    }
    if (!base::fits_into_header(value)) return cannot_open("the value of the header '" + name + "' is not valid");
    headers.push_back(std::string(name).append(": ").append(value));
  }
  return headers;
}

}  // namespace parley::tools
