#include "mcp/conversation.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "mcp/tool_list.h"

namespace parley::mcp {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr int kMostCalls = 50;  // of tools in a row that only the embedding program could run

// Names of users may have any characters, and are private.
std::string prefix_of(std::string_view user) {
  return user.empty() ? "mcp:" : "mcp:" + base::sha256(user).substr(0, 32) + ":";
}

std::string message_id(std::int64_t turn) { return "mcp-" + std::to_string(turn); }

}  // namespace

Conversation::Conversation(Engine& engine, const HandleTurn& handle, std::string_view user, std::string session)
    : engine_(engine),
      handle_(handle),
      user_(user),
      session_(std::move(session)),
      stored_(prefix_of(user) + session_) {}

bool Conversation::is_session_name(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._@+-").find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), is_allowed);
}

Request Conversation::request_for(std::int64_t turn) const {
  Request request;
  request.session = stored_;
  request.user = user_;
  request.context = mcp_context();
  if (turn > 0) request.id = message_id(turn);
  return request;
}

Result<Turn> Conversation::run_tools(Result<Turn> turn) {
  for (int calls = 0; turn && turn->status == TurnStatus::kToolCall; ++calls) {
    const ToolCall* call = turn->steps.empty() ? nullptr : std::get_if<ToolCall>(&turn->steps.back());
    if (!call || calls == kMostCalls) return Unexpected(ErrorCode::kInternal, "the bot calls too many tools");
    tool_without_function_ = call->name;
    Request result = request_for(0);
    result.input = ToolResult{call->call_id, ToolOutcome::failed("no program runs this tool for MCP clients")};
    auto said = std::move(turn->say);
    turn = handle_(result);
    if (turn) turn->say.insert(turn->say.begin(), said.begin(), said.end());
  }
  return turn;
}

Result<Turn> Conversation::begin(std::string intent, Value::Object params) {
  Request request = request_for(1);
  request.input = NluResult::request(std::move(intent), params);
  return run(request);
}

Result<Turn> Conversation::answer(std::int64_t after, decltype(Request::input) input) {
  Request request = request_for(after + 1);
  request.must_exist = true;
  request.input = std::move(input);
  auto turn = run(request);
  // The first answer to a question counts.
  const bool is_second = !turn && turn.error().code == ErrorCode::kMessageIdReused;
  return is_second ? repeat(after + 1) : turn;
}

Result<Turn> Conversation::repeat(std::int64_t turn) {
  auto found = engine_.find_turn(stored_, message_id(turn));
  if (!found) return Unexpected(found.error());
  if (!*found) return Unexpected(ErrorCode::kUnknownSession, "the session of this call is over; call the tool again");
  return run_tools(std::move(**found));
}

Result<Turn> Conversation::say(std::string text) {
  Request request = request_for(0);
  request.input = std::move(text);
  return run(request);
}

}  // namespace parley::mcp
