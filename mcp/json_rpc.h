// Messages of JSON-RPC 2.0, which MCP uses.
//
// Tested by tests/mcp/server_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parley/value.h"

namespace parley::mcp {

// The error codes of JSON-RPC and of MCP that parley sends.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidMessage = -32600;
inline constexpr int kUnknownMethod = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kUnsupportedVersion = -32022;
inline constexpr int kBusy = -32000;  // nothing has happened; send the request again

struct RpcError {
  int code = 0;
  std::string message;
  Value data = {};  // null: none
};

struct RpcMessage {
  enum class Kind { kRequest, kNotification, kResponse };
  Kind kind = Kind::kRequest;
  Value id;  // kRequest, kResponse: a string or an integer
  std::string method;
  Value::Object params;
  Value result;           // kResponse
  bool is_error = false;  // kResponse: it has `error` instead of `result`
};

// A message that cannot be read.
struct RpcProblem {
  Value id;  // the id of the message, as far as it could be read. Otherwise null
  RpcError error;
};

// Reads a message. Returns false and sets `problem` if the text is not one message.
bool read_message(std::string_view text, RpcMessage& message, RpcProblem& problem);

std::string request_of(const Value& id, std::string_view method, Value params);
std::string response_of(const Value& id, Value result);
std::string error_of(const Value& id, const RpcError& error);

// The text of a member. Null if the object does not have it, or it is not a string.
const std::string* text_of(const Value::Object& object, std::string_view key);

}  // namespace parley::mcp
