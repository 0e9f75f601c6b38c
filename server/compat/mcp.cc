#include "server/compat/mcp.h"

#include <array>
#include <utility>

#include "parley/mcp.h"
#include "parley/protocol.h"
#include "server/ascii.h"
#include "server/compat/mcp_sessions.h"
#include "server/service.h"

namespace parley::server {
namespace {

constexpr const char* kVersionMember = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kSessionHeader = "Mcp-Session-Id";
constexpr const char* kVersionHeader = "MCP-Protocol-Version";
constexpr int kHeaderMismatch = -32020;

// The statuses of errors in answers to clients of 2026-07-28.
struct ErrorStatus {
  std::int64_t code;
  int status;
};
constexpr std::array kErrorStatuses{ErrorStatus{-32700, 400}, ErrorStatus{-32600, 400}, ErrorStatus{-32602, 400},
                                    ErrorStatus{-32601, 404}, ErrorStatus{-32022, 400}, ErrorStatus{-32020, 400},
                                    ErrorStatus{-32000, 429}};

int status_of(const std::string& message) {
  const auto read = Value::parse(message);
  const Value* error = read ? read->find("error") : nullptr;
  const Value* code = error ? error->find("code") : nullptr;
  for (const ErrorStatus& one : kErrorStatuses) {
    if (code && *code == Value(one.code)) return one.status;
  }
  return 200;
}

// `is_modern`: the client is of 2026-07-28. For others, an error has the status 200, except 429.
HttpResponse rpc_response(std::string message, bool is_modern) {
  const int status = status_of(message);
  HttpResponse response = json_response(std::move(message), is_modern || status == 429 ? status : 200);
  if (status == 429) response.headers.emplace_back("Retry-After", "1");
  return response;
}

HttpResponse empty_response(int status) { return {status, "", ""}; }

// The parts of a message that decide where it goes.
struct McpMessage {
  Value id;
  std::string method;
  const std::string* version = nullptr;  // of 2026-07-28 or later: in the message. Null: none
  const std::string* name = nullptr;     // of the tool
};

const std::string* text_in(const Value* of, std::string_view name) {
  const Value* found = of ? of->find(name) : nullptr;
  return found ? found->if_string() : nullptr;
}

McpMessage head_of(const Value& message) {
  const Value* params = message.find("params");
  const Value* id = message.find("id");
  const std::string* method = text_in(&message, "method");
  return {id ? *id : Value(), method ? *method : "", text_in(params ? params->find("_meta") : nullptr, kVersionMember),
          text_in(params, "name")};
}

// A proxy may decide by the headers, so they must say the same as the message. Returns the header that does not.
const char* wrong_header(const HttpRequest& http, const McpMessage& message) {
  const auto differs = [&http](const char* name, const std::string& expected) {
    const std::string* header = http.header(name);
    return !header || trimmed(*header) != expected;
  };
  if (message.version && differs(kVersionHeader, *message.version)) return kVersionHeader;
  if (!message.method.empty() && differs("Mcp-Method", message.method)) return "Mcp-Method";
  if (message.method == "tools/call" && message.name && differs("Mcp-Name", *message.name)) return "Mcp-Name";
  return nullptr;
}

HttpResponse header_refusal(const McpMessage& message, const std::string& header) {
  Value::Object refusal{{"jsonrpc", "2.0"},
                        {"error", Value::Object{{"code", kHeaderMismatch},
                                                {"message", "the header " + header + " does not match the body"}}}};
  if (!message.id.is_null()) refusal["id"] = message.id;
  return json_response(std::move(refusal), 400);
}

// ---- clients of 2026-07-28: each message stands alone

HttpResponse answer_alone(Call& call) {
  McpConnection client(call.service.mcp().server_of(*call.bot), call.who.id);
  auto messages = client.handle(call.request().body);
  if (messages.empty()) return empty_response(202);
  return rpc_response(std::move(messages.front()), true);
}

// ---- clients that send `initialize`

HttpResponse begin_session(Call& call) {
  McpSessions& sessions = call.service.mcp();
  auto session = sessions.create(*call.bot, call.who.id);
  auto messages = session->handle(call.request().body);
  if (!messages || messages->empty()) return empty_response(202);
  const auto answer = Value::parse(messages->front());
  const std::string* version = answer ? text_in(answer->find("result"), "protocolVersion") : nullptr;
  const int status = version ? 200 : status_of(messages->front());
  HttpResponse response = json_response(std::move(messages->front()), status);
  if (!version) return response;
  session->version = *version;
  response.headers.emplace_back(kSessionHeader, sessions.add(std::move(session), call.service.clock().now()));
  return response;
}

Answer continue_session(Call& call, const std::string& id, const McpMessage& message) {
  const HttpRequest& http = call.request();
  const auto session = call.service.mcp().find(id, call.who.id, *call.bot, call.service.clock().now());
  if (!session) return problem_response("unknown_session", "the MCP session has ended; send 'initialize' again");
  if (const std::string* version = http.header(kVersionHeader); version && trimmed(*version) != session->version) {
    return problem_response("invalid_request", "MCP-Protocol-Version is not the version of this session");
  }
  auto messages = session->handle(http.body);
  if (!messages) return problem_response("session_busy", "too many messages of the session wait for each other");
  if (message.method.empty()) {
    session->continue_stream(message.id.to_json(), *messages);
    return empty_response(202);
  }
  if (messages->empty()) return empty_response(202);
  if (rpc_head(messages->front()).method.empty()) return rpc_response(std::move(messages->front()), false);
  session->open_stream(call.exchange, messages->front());
  return std::nullopt;
}

Answer take_message(Call& call) {
  const HttpRequest& http = call.request();
  const auto read = Value::parse(http.body, kMostRequestValues);
  if (!read || !read->if_object()) return answer_alone(call);  // it explains the fault
  const McpMessage message = head_of(*read);
  if (message.method == "initialize" && !message.version) return begin_session(call);
  if (const std::string* session = http.header(kSessionHeader)) return continue_session(call, *session, message);
  const bool is_early = !message.version && !http.header("Mcp-Method");  // it must send `initialize`, says the answer
  const char* wrong = is_early ? nullptr : wrong_header(http, message);
  if (wrong) return header_refusal(message, wrong);
  return answer_alone(call);
}

Answer end_session(Call& call) {
  const std::string* id = call.request().header(kSessionHeader);
  if (!id) return problem_response("invalid_request", "the header Mcp-Session-Id is missing");
  McpSessions& sessions = call.service.mcp();
  const auto session = sessions.find(*id, call.who.id, *call.bot, call.service.clock().now());
  if (!session) return problem_response("unknown_session");
  sessions.remove(*id);
  session->end_streams();
  return empty_response(204);
}

}  // namespace

std::vector<Route> mcp_routes() {
  return {{"mcpMessage", "POST", "/mcp", Scope::kTurn, take_message, Route::Input::kJson},
          {"mcpEndSession", "DELETE", "/mcp", Scope::kTurn, end_session}};
}

}  // namespace parley::server
