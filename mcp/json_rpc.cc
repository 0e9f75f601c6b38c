#include "mcp/json_rpc.h"

#include <utility>

#include "parley/protocol.h"

namespace parley::mcp {
namespace {

constexpr std::size_t kLongestId = 256;  // bytes; a form keeps the id of its call

bool is_id(const Value& id) { return id.if_int() || (id.if_string() && id.if_string()->size() <= kLongestId); }

bool report_problem(RpcProblem& problem, int code, std::string why) {
  problem.error = {code, std::move(why)};
  return false;
}

}  // namespace

const std::string* text_of(const Value::Object& object, std::string_view key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : found->second.if_string();
}

bool read_message(std::string_view text, RpcMessage& message, RpcProblem& problem) {
  auto read = Value::parse(text, kMostRequestValues);
  if (!read) return report_problem(problem, kParseError, read.error().message);
  Value::Object* object = read->if_object();
  if (!object)
    return report_problem(problem, kInvalidMessage, "a message must be one JSON object, not a batch or another value");
  const auto id = object->find("id");
  if (id != object->end()) {
    if (!is_id(id->second))
      return report_problem(problem, kInvalidMessage, "'id' must be a string of at most 256 bytes or an integer");
    problem.id = message.id = id->second;
  }
  const std::string* version = text_of(*object, "jsonrpc");
  if (!version || *version != "2.0") return report_problem(problem, kInvalidMessage, "'jsonrpc' must be \"2.0\"");
  if (const auto error = object->find("error"); error != object->end()) {
    message.kind = RpcMessage::Kind::kResponse;
    message.is_error = true;
    return true;
  }
  if (auto result = object->find("result"); result != object->end()) {
    message.kind = RpcMessage::Kind::kResponse;
    message.result = std::move(result->second);
    return true;
  }
  const std::string* method = text_of(*object, "method");
  if (!method) return report_problem(problem, kInvalidMessage, "'method' must be a string");
  message.method = *method;
  message.kind = id == object->end() ? RpcMessage::Kind::kNotification : RpcMessage::Kind::kRequest;
  const auto params = object->find("params");
  if (params == object->end()) return true;
  Value::Object* members = params->second.if_object();
  if (!members) return report_problem(problem, kInvalidParams, "'params' must be an object");
  message.params = std::move(*members);
  return true;
}

std::string request_of(const Value& id, std::string_view method, Value params) {
  return Value(Value::Object{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}})
      .to_json();
}

std::string response_of(const Value& id, Value result) {
  return Value(Value::Object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}).to_json();
}

std::string error_of(const Value& id, const RpcError& error) {
  Value::Object object{{"code", error.code}, {"message", error.message}};
  if (!error.data.is_null()) object.emplace("data", error.data);
  Value::Object message{{"jsonrpc", "2.0"}, {"error", std::move(object)}};
  if (!id.is_null()) message.emplace("id", id);
  return Value(std::move(message)).to_json();
}

}  // namespace parley::mcp
