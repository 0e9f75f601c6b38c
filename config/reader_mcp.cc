// Reads MCP servers, and tools with `kind: mcp`. Tested by tests/config/mcp_tool_test.cc.
#include "config/http_tool.h"
#include "config/reader_parts.h"

namespace parley::config {
namespace {

void refuse_arguments(const std::vector<std::pair<std::string, Template>>& headers, Diagnostics& findings) {
  for (const auto& [name, text] : headers) {
    for (const std::string& argument : arguments_of(text)) {
      findings.error("E203", text.mark, text.source, "a header of an MCP server has no argument " + quoted(argument),
                     std::string("use a secret, as {") + kSecretRoot + ".NAME}");
    }
  }
}

}  // namespace

McpServer read_mcp_server(const Text& id, const Node& node, Diagnostics& findings) {
  McpServer server;
  server.id = id;
  Fields fields(node, "an MCP server", findings);
  if (!fields) return server;
  fields.exclusive("url", "command");
  if (fields.optional("url", as_text, server.url)) split_url(server.url, server.origin, server.path, findings);
  if (fields.optional("headers", as_headers, server.headers)) refuse_arguments(server.headers, findings);
  fields.needs("headers", "url");
  std::vector<Text> command;
  fields.optional("command", one_or_some(as_text), command);
  for (Text& word : command) server.command.push_back(std::move(word.value));
  if (!fields.has("url") && !fields.has("command")) fields.missing("url", "an MCP server needs 'url' or 'command'");
  return server;
}

McpTool read_mcp_tool(const Text& id, Fields& fields) {
  McpTool tool;
  fields.required("server", as_text, tool.server);
  tool.name = id;
  fields.optional("tool", as_text, tool.name);
  return tool;
}

}  // namespace parley::config
