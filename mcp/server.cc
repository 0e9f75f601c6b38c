// Tested by tests/mcp/server_test.cc.
#include <utility>

#include "config/diagnostics.h"
#include "mcp/json_rpc.h"
#include "mcp/tool_calls.h"
#include "mcp/tool_list.h"
#include "parley/mcp.h"

namespace parley {

using mcp::Client;
using mcp::RpcMessage;

namespace mcp {
namespace {

constexpr const char* kModernVersion = "2026-07-28";
// Versions that begin with `initialize`, the newest first.
constexpr std::string_view kLegacyVersions[] = {"2025-11-25", "2025-06-18", "2025-03-26"};

constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

constexpr std::int64_t kListTtlMs = 300'000;

constexpr const char* kInstructions =
    "The tools of this server talk to a customer-support bot. If the status of a result is 'waiting', ask the user the "
    "question in it, and send the answer with parley_turn. Never answer a question of the bot yourself.";

Value::Array supported_versions() {
  Value::Array versions{kModernVersion};
  versions.insert(versions.end(), std::begin(kLegacyVersions), std::end(kLegacyVersions));
  return versions;
}

// Whether the client can show a form. An empty `elicitation` means forms.
bool has_forms(const Value* capabilities) {
  const Value* elicitation = capabilities ? capabilities->find("elicitation") : nullptr;
  const Value::Object* modes = elicitation ? elicitation->if_object() : nullptr;
  return modes && (modes->empty() || modes->count("form") > 0);
}

Value::Object capabilities() { return {{"tools", Value::Object{}}}; }

std::vector<std::string> refuse_request(const RpcMessage& message, int code, std::string why, Value data = {}) {
  return {error_of(message.id, {code, std::move(why), std::move(data)})};
}

// The method is of the client, so it may be long or contain control characters.
std::string no_method(const RpcMessage& message) { return "Method not found: " + config::quoted(message.method); }

}  // namespace
}  // namespace mcp

struct McpServer::Impl : mcp::ServedBot {};

McpServer::McpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
McpServer::~McpServer() = default;

std::shared_ptr<McpServer> McpServer::create(std::shared_ptr<const Catalog> bot, Engine& engine, McpOptions options) {
  if (!options.clock) options.clock = create_system_clock();
  if (!options.handle) options.handle = [&engine](const Request& request) { return engine.handle(request); };
  mcp::ServedBot served{std::move(bot),
                        engine,
                        std::move(options.handle),
                        std::move(options.error_for_clients),
                        mcp::StateSeal(std::move(options.state_key)),
                        options.state_ttl.count(),
                        std::move(options.clock)};
  return std::shared_ptr<McpServer>(new McpServer(std::make_unique<Impl>(Impl{std::move(served)})));
}

struct McpConnection::Impl {
  using Messages = std::vector<std::string>;

  Impl(std::shared_ptr<McpServer> of, std::string user)
      : server(std::move(of)), bot(*server->impl_), calls(bot, std::move(user)) {}

  const std::shared_ptr<McpServer> server;
  const mcp::ServedBot& bot;
  mcp::ToolCalls calls;
  bool is_initialized = false;
  Client client;  // of a connection that is initialized

  Messages handle_request(const RpcMessage& message) {
    const auto meta = message.params.find("_meta");
    const Value::Object* members = meta == message.params.end() ? nullptr : meta->second.if_object();
    if (members && members->count(mcp::kVersionKey) > 0) return handle_modern(message, *members);
    if (message.method == "initialize") return {mcp::response_of(message.id, initialize(message.params))};
    if (message.method == "ping") return {mcp::response_of(message.id, Value::Object{})};
    if (is_initialized) return handle_legacy(message);
    return mcp::refuse_request(message, mcp::kInvalidParams,
                               std::string("'_meta' needs ") + mcp::kVersionKey + " and " + mcp::kCapabilitiesKey +
                                   ", or the client must send 'initialize' first");
  }

  Messages handle_modern(const RpcMessage& message, const Value::Object& meta) {
    const std::string* version = mcp::text_of(meta, mcp::kVersionKey);
    if (!version)
      return mcp::refuse_request(message, mcp::kInvalidParams, std::string(mcp::kVersionKey) + " must be a string");
    if (*version != mcp::kModernVersion) {
      return mcp::refuse_request(message, mcp::kUnsupportedVersion, "Unsupported protocol version",
                                 Value::Object{{"supported", mcp::supported_versions()}, {"requested", *version}});
    }
    const auto capabilities = meta.find(mcp::kCapabilitiesKey);
    if (capabilities == meta.end() || !capabilities->second.if_object()) {
      return mcp::refuse_request(message, mcp::kInvalidParams,
                                 std::string("'_meta' needs the object ") + mcp::kCapabilitiesKey);
    }
    if (message.method == "tools/call") return calls.call(message, {true, mcp::has_forms(&capabilities->second)});
    Value::Object result{{"ttlMs", mcp::kListTtlMs}, {"cacheScope", "public"}};
    if (message.method == "tools/list") {
      result["tools"] = mcp::tool_list(bot.definition());
    } else if (message.method == "server/discover") {
      result["supportedVersions"] = mcp::supported_versions();
      result["capabilities"] = mcp::capabilities();
      result["instructions"] = mcp::kInstructions;
    } else {
      return mcp::refuse_request(message, mcp::kUnknownMethod, mcp::no_method(message));
    }
    return {mcp::response_of(message.id, mcp::with_meta(std::move(result), bot.server_info()))};
  }

  Value initialize(const Value::Object& params) {
    std::string_view version = mcp::kLegacyVersions[0];
    const std::string* wanted = mcp::text_of(params, "protocolVersion");
    for (const std::string_view known : mcp::kLegacyVersions) {
      if (wanted && *wanted == known) version = known;
    }
    const auto capabilities = params.find("capabilities");
    is_initialized = true;
    client = {false, mcp::has_forms(capabilities == params.end() ? nullptr : &capabilities->second)};
    return Value::Object{{"protocolVersion", version},
                         {"capabilities", mcp::capabilities()},
                         {"serverInfo", bot.server_info()},
                         {"instructions", mcp::kInstructions}};
  }

  Messages handle_legacy(const RpcMessage& message) {
    if (message.method == "tools/call") return calls.call(message, client);
    if (message.method != "tools/list")
      return mcp::refuse_request(message, mcp::kUnknownMethod, mcp::no_method(message));
    return {mcp::response_of(message.id, Value::Object{{"tools", mcp::tool_list(bot.definition())}})};
  }

  void handle_notification(const RpcMessage& message) {
    const auto call = message.params.find("requestId");
    if (message.method == "notifications/cancelled" && call != message.params.end()) calls.forget(call->second);
  }
};

McpConnection::McpConnection(std::shared_ptr<McpServer> server, std::string user)
    : impl_(std::make_unique<Impl>(std::move(server), std::move(user))) {}
McpConnection::~McpConnection() = default;
McpConnection::McpConnection(McpConnection&&) noexcept = default;
McpConnection& McpConnection::operator=(McpConnection&&) noexcept = default;

std::vector<std::string> McpConnection::handle(std::string_view text) {
  RpcMessage message;
  mcp::RpcProblem problem;
  if (!mcp::read_message(text, message, problem)) return {mcp::error_of(problem.id, problem.error)};
  switch (message.kind) {
    case RpcMessage::Kind::kRequest: return impl_->handle_request(message);
    case RpcMessage::Kind::kResponse: return impl_->calls.continue_with(message);
    case RpcMessage::Kind::kNotification: impl_->handle_notification(message); break;
  }
  return {};
}

}  // namespace parley
