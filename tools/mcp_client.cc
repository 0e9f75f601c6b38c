#include "tools/mcp_client.h"

#include <algorithm>
#include <utility>

#include "base/http_header.h"
#include "base/nesting.h"
#include "parley/version.h"
#include "tools/mcp_schema.h"

namespace parley::tools {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kDefaultCallTime = std::chrono::seconds(5);
constexpr const char* kModern = "2026-07-28";
constexpr const char* kLegacy = "2025-11-25";
constexpr int kMostPages = 50;  // of a list of tools
constexpr int kMostInputs = 5;  // how often a call is sent again with the input that the server wants

// Errors that only servers of 2026-07-28 and later send.
constexpr std::int64_t kHeaderMismatch = -32020, kMissingCapability = -32021, kUnsupportedVersion = -32022;

Unexpected server_error(const std::string& what) {
  return Unexpected(ErrorCode::kInvalidRequest, "the MCP server " + what);
}

Value client_info() { return Value::Object{{"name", "parley"}, {"version", PARLEY_VERSION}}; }

// Returns the code of an error response; 0 for any other message.
std::int64_t error_code_of(const Value& message) {
  const Value* code = message.at_path("error.code");
  return code && code->if_int() ? *code->if_int() : 0;
}

bool names_version(const Value* versions, const char* version) {
  const Value::Array* list = versions ? versions->if_array() : nullptr;
  return list && std::find(list->begin(), list->end(), Value(version)) != list->end();
}

std::string without_result(const McpAnswer& answer) {
  if (const auto code = error_code_of(answer.message)) return "responded with the error " + std::to_string(code);
  if (answer.status < 200 || answer.status > 299) return "responded with HTTP " + std::to_string(answer.status);
  return "did not respond with a message of MCP";
}

// Returns what a call repeats for a result with `input_required`: the state, and an answer to each request. parley has
// no user for the forms of a server, so it declines them. Unset for another result, or if the server wants more.
std::optional<Value::Object> input_for(const Value& message) {
  const Value* type = message.at_path("result.resultType");
  if (!type || *type != Value("input_required")) return std::nullopt;
  Value::Object input;
  if (const Value* state = message.at_path("result.requestState")) input["requestState"] = *state;
  if (const Value* requests = message.at_path("result.inputRequests")) {
    Value::Object answers;
    for (const auto& [key, request] : requests->if_object() ? *requests->if_object() : Value::Object{}) {
      const Value* method = request.find("method");
      if (!method || *method != Value("elicitation/create")) return std::nullopt;
      answers[key] = Value::Object{{"action", "decline"}};
    }
    input["inputResponses"] = std::move(answers);
  }
  if (input.empty()) return std::nullopt;
  return input;
}

}  // namespace

McpClient::McpClient(std::unique_ptr<McpTransport> transport, std::shared_ptr<Clock> clock)
    : transport_(std::move(transport)), clock_(std::move(clock)) {}

milliseconds McpClient::left(const Deadline& deadline) const {
  return milliseconds(std::max<TimeMs>(deadline.end - clock_->now(), 1));
}

Result<McpAnswer> McpClient::request(Era era, const std::string& method, Value::Object params,
                                     std::vector<std::string> headers, const Deadline& deadline) {
  Value::Object message{{"jsonrpc", "2.0"}, {"method", method}};
  {
    const std::lock_guard lock(mutex_);
    if (method.rfind("notifications/", 0) != 0) message["id"] = ++last_id_;
    const std::string& version = era == Era::kModern ? kModern : version_;
    if (!version.empty()) headers.push_back("MCP-Protocol-Version: " + version);
    if (era != Era::kModern && !session_.empty()) headers.push_back("Mcp-Session-Id: " + session_);
  }
  headers.push_back("Mcp-Method: " + method);
  if (const auto name = params.find("name"); name != params.end() && method == "tools/call") {
    headers.push_back("Mcp-Name: " + header_value(name->second.to_text()));
  }
  if (era == Era::kModern) {
    Value::Object meta{{"io.modelcontextprotocol/protocolVersion", kModern},
                       {"io.modelcontextprotocol/clientCapabilities", Value::Object{}},
                       {"io.modelcontextprotocol/clientInfo", client_info()}};
    if (const auto given = params.find("_meta"); given != params.end()) meta.merge(*given->second.if_object());
    params["_meta"] = std::move(meta);
  }
  message["params"] = std::move(params);
  return transport_->send(Value(std::move(message)), headers, left(deadline));
}

// Finds out which protocol the server speaks, once.
Result<McpClient::Era> McpClient::connect(const Deadline& deadline) {
  const std::lock_guard connecting(connecting_);
  {
    const std::lock_guard lock(mutex_);
    if (era_ != Era::kUnknown) return era_;
  }
  // A program that ignores the question for its version must leave time for the call.
  const auto era = probe(transport_->is_http() ? deadline : Deadline{clock_->now() + left(deadline).count() / 3});
  if (!era) return Unexpected(era.error());
  if (*era == Era::kLegacy) {
    if (auto begun = initialize(deadline); !begun) return Unexpected(begun.error());
  }
  const std::lock_guard lock(mutex_);
  era_ = *era;
  return era_;
}

Result<McpClient::Era> McpClient::probe(const Deadline& deadline) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    auto answer = request(Era::kModern, "server/discover", {}, {}, deadline);
    if (!answer && transport_->is_http()) return Unexpected(answer.error());
    if (!answer) return Era::kLegacy;  // an older program may ignore the request, or end
    if (const Value* versions = answer->message.at_path("result.supportedVersions")) {
      return names_version(versions, kModern) ? Era::kModern : Era::kLegacy;
    }
    const std::int64_t code = error_code_of(answer->message);
    if (code == kHeaderMismatch || code == kMissingCapability) return Era::kModern;
    if (code != kUnsupportedVersion) return Era::kLegacy;
    if (!names_version(answer->message.at_path("error.data.supported"), kModern)) return Era::kLegacy;
  }
  return Era::kModern;
}

Result<void> McpClient::initialize(const Deadline& deadline) {
  {
    const std::lock_guard lock(mutex_);
    session_.clear();
    version_.clear();
  }
  auto answer = request(
      Era::kLegacy, "initialize",
      {{"protocolVersion", kLegacy}, {"capabilities", Value::Object{}}, {"clientInfo", client_info()}}, {}, deadline);
  if (!answer) return Unexpected(answer.error());
  const Value* version = answer->message.at_path("result.protocolVersion");
  if (!version || !version->if_string() || !base::fits_into_header(*version->if_string())) {
    return server_error(without_result(*answer));
  }
  {
    const std::lock_guard lock(mutex_);
    version_ = *version->if_string();
    session_ = base::fits_into_header(answer->session) ? answer->session : "";
  }
  auto notified = request(Era::kLegacy, "notifications/initialized", {}, {}, deadline);
  return notified ? Result<void>() : Unexpected(notified.error());
}

Result<McpClient::Tools> McpClient::list(Era era, const Deadline& deadline) {
  Tools tools;
  Value::Object params;
  for (int page = 0; page < kMostPages; ++page) {
    auto answer = request(era, "tools/list", params, {}, deadline);
    if (!answer) return Unexpected(answer.error());
    const Value* list = answer->message.at_path("result.tools");
    if (!list || !list->if_array()) return server_error(without_result(*answer));
    for (const Value& tool : *list->if_array()) {
      const Value* name = tool.find("name");
      if (name && name->if_string()) tools.emplace(*name->if_string(), tool);
    }
    const Value* next = answer->message.at_path("result.nextCursor");
    if (!next || !next->if_string()) break;
    params["cursor"] = *next;
  }
  return tools;
}

// Returns the headers that repeat arguments. `is_new`: asks the server for its tools again.
Result<std::vector<std::string>> McpClient::headers_for(Era era, const std::string& tool,
                                                        const Value::Object& arguments, bool is_new,
                                                        const Deadline& deadline) {
  if (!transport_->is_http() || era != Era::kModern) return std::vector<std::string>();
  bool is_listed = false;
  {
    const std::lock_guard lock(mutex_);
    is_listed = tools_ && tools_->count(tool) > 0;
  }
  if (!is_listed || is_new) {
    auto tools = list(era, deadline);
    if (!tools) return Unexpected(tools.error());
    const std::lock_guard lock(mutex_);
    tools_ = std::move(*tools);
  }
  const std::lock_guard lock(mutex_);
  const auto found = tools_->find(tool);
  if (found == tools_->end()) return server_error("has no tool of this name");
  if (const std::string problem = problem_of_headers(found->second); !problem.empty()) {
    return server_error("has an invalid definition of the tool: " + problem);
  }
  return param_headers(found->second, arguments);
}

Result<McpAnswer> McpClient::send_call(Era era, const std::string& tool, const ToolCall& call, bool is_new,
                                       const Deadline& deadline) {
  auto headers = headers_for(era, tool, call.args, is_new, deadline);
  if (!headers) return Unexpected(headers.error());
  Value::Object params{{"name", tool}, {"arguments", call.args}};
  if (!call.trace_parent.empty()) {  // MCP reserves this key of `_meta` for W3C Trace Context (SEP-414)
    params["_meta"] = Value::Object{{"traceparent", call.trace_parent}};
    headers->push_back("traceparent: " + call.trace_parent);
  }
  auto answer = request(era, "tools/call", params, *headers, deadline);
  for (int i = 0; i < kMostInputs && answer && era == Era::kModern; ++i) {
    auto with_input = input_for(answer->message);
    if (!with_input) break;
    with_input->insert(params.begin(), params.end());
    answer = request(era, "tools/call", std::move(*with_input), *headers, deadline);
  }
  return answer;
}

ToolOutcome McpClient::call(const std::string& tool, const ToolCall& call) {
  const Deadline deadline{clock_->now() + (call.timeout.count() > 0 ? call.timeout : kDefaultCallTime).count()};
  const auto era = connect(deadline);
  if (!era) return ToolOutcome::failed(era.error().message);
  auto answer = send_call(*era, tool, call, false, deadline);
  const bool has_lost_session = answer && *era == Era::kLegacy && answer->status == 404;
  if (has_lost_session) {
    if (auto begun = initialize(deadline); !begun) return ToolOutcome::failed(begun.error().message);
  }
  const bool has_new_schema = answer && error_code_of(answer->message) == kHeaderMismatch;
  if (has_lost_session || has_new_schema) answer = send_call(*era, tool, call, has_new_schema, deadline);
  if (!answer) return lost(answer.error());
  if (!answer->message.find("result")) return ToolOutcome::failed("the MCP server " + without_result(*answer));
  return outcome_of_mcp(answer->message);
}

// After a lost connection, the next call asks the server for its version again. A program then has begun anew.
ToolOutcome McpClient::lost(const Error& error) {
  const std::lock_guard lock(mutex_);
  era_ = Era::kUnknown;
  return ToolOutcome::failed(error.message);
}

Result<Value> McpClient::describe(const std::string& tool, milliseconds timeout) {
  const Deadline deadline{clock_->now() + timeout.count()};
  const auto era = connect(deadline);
  if (!era) return Unexpected(era.error());
  auto tools = list(*era, deadline);
  if (!tools) return Unexpected(tools.error());
  const auto found = tools->find(tool);
  if (found == tools->end()) return server_error("has no tool of this name");
  return found->second;
}

ToolOutcome outcome_of_mcp(const Value& response) {
  const Value* result = response.find("result");
  if (!result || !result->if_object()) return ToolOutcome::failed("the MCP server did not respond with a result");
  const Value* type = result->find("resultType");
  if (type && *type == Value("input_required")) return ToolOutcome::failed("the tool asks for input");
  if (type && *type != Value("complete"))
    return ToolOutcome::failed("the tool responded with an unknown type of result");
  const Value* error = result->find("isError");
  if (error && *error == Value(true)) return ToolOutcome::failed("the tool reported an error");
  if (const Value* structured = result->find("structuredContent")) return ToolOutcome::ok(*structured);
  const Value* content = result->find("content");
  const Value::Array* blocks = content ? content->if_array() : nullptr;
  std::string text;
  std::size_t texts = 0;
  for (const Value& block : blocks ? *blocks : Value::Array{}) {
    const Value* one = block.find("text");
    if (!one || !one->if_string()) continue;
    text += (texts++ > 0 ? "\n" : "") + *one->if_string();
  }
  if (texts == 1 && blocks->size() == 1) {
    auto json = Value::parse(text);
    const bool is_data = json && (json->if_object() || json->if_array());
    if (is_data && !base::is_nested_deeper(*json)) return ToolOutcome::ok(std::move(*json));
  }
  return ToolOutcome::ok(Value::Object{{"text", std::move(text)}});
}

}  // namespace parley::tools
