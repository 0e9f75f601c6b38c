// Tested by tests/server/turns_test.
#include "server/routes/turns.h"

#include <algorithm>

#include "parley/protocol.h"
#include "server/ascii.h"
#include "server/service.h"
#include "server/sse.h"

namespace parley::server {
namespace {

constexpr std::size_t kMostRequestLines = 1000;  // of a body with JSON Lines: each may have an answer of many kilobytes

bool wants_events(const HttpRequest& http) {
  const std::string* accept = http.header("Accept");
  return accept && accept->find("text/event-stream") != std::string::npos;
}

// Puts members after the others of a JSON object, as text. A turn is too frequent to read its body twice. A member that
// is there twice is a fault that parse_request() reports. The places in other faults are those in the body.
std::string with_members(const std::string& body, const Value::Object& members) {
  constexpr const char* kSpace = " \t\r\n";
  const std::size_t close = body.find_last_not_of(kSpace);
  if (close == std::string::npos || close == 0 || body[close] != '}' || members.empty()) return body;
  const std::size_t last = body.find_last_not_of(kSpace, close - 1);
  if (last == std::string::npos) return body;
  const bool is_empty = body[last] == '{';
  std::string json = Value(members).to_json();
  json[0] = is_empty ? ' ' : ',';  // instead of its brace
  return body.substr(0, close) + json;
}

// Returns the members that the path and the headers give.
Result<Value::Object> given_members(const Call& call) {
  Value::Object members;
  if (call.path.count("session") != 0) members["session"] = call.session();
  auto id = idempotency_key(call.request());
  if (!id) return Unexpected(id.error());
  if (!id->empty()) members["id"] = std::move(*id);
  return members;
}

// Explains a body that repeats a member of the path or of a header.
std::optional<Error> repeated_member(const std::string& body, const Value::Object& members) {
  const auto read = Value::parse(body, kMostRequestValues);
  if (!read || !read->if_object()) return std::nullopt;
  for (const auto& [name, value] : members) {
    const Value* own = read->find(name);
    if (!own || (name == "id" && *own == value)) continue;
    const char* why = name == "id" ? "differs from the header Idempotency-Key" : "is already in the path";
    return Error{ErrorCode::kInvalidRequest, "'" + name + "' " + why, {}};
  }
  return std::nullopt;
}

Result<Request> read_request(const std::string& body, Value::Object members) {
  Result<Request> request = parse_request(with_members(body, members));
  if (request) return request;
  if (const auto repeated = repeated_member(body, members)) return Unexpected(*repeated);
  const auto read = Value::parse(body, kMostRequestValues);
  const Value* own_id = read ? read->find("id") : nullptr;
  if (!own_id || members.count("id") == 0) return request;
  members.erase("id");  // the body has the same id
  return parse_request(with_members(body, members));
}

// The bot reads each message of a write, so each counts as a turn.
Result<Turn> turn_of(Call& call, const AllowedRequest& request) {
  const auto* write = std::get_if<SessionWrite>(&request.get().input);
  for (std::size_t i = 1; write && i < write->messages.size(); ++i) call.charge_turn();
  return call.bot->handle(request);
}

HttpResponse turn_response(const Result<Turn>& turn) {
  if (!turn) return problem_of(turn.error()).response();
  HttpResponse response = json_response(to_json(*turn));
  if (turn->duplicate) response.headers.emplace_back("Idempotency-Replayed", "true");
  return response;
}

// Answers with events: `accepted` at once, and `turn` or `problem` when the turn is stored.
Answer stream_turn(Call& call, const AllowedRequest& request) {
  if (call.bot->engine().is_busy(request.get().session)) return problem_response("session_busy");
  call.exchange->begin_stream(event_stream_head());
  call.exchange->write(event_text("accepted", Value(Value::Object{{"id", request.get().id}}).to_json()));
  const Result<Turn> turn = turn_of(call, request);
  call.exchange->write(turn ? event_text("turn", to_json(*turn))
                            : event_text("problem", problem_of(turn.error()).to_value().to_json()));
  call.exchange->end();
  return std::nullopt;
}

// The standard tells servers to ignore a header that is not valid.
void take_trace_parent(const HttpRequest& http, Request& request) {
  const std::string* header = http.header("traceparent");
  if (request.trace_parent.empty() && header && is_trace_parent(*header)) request.trace_parent = *header;
}

Answer answer_turn(Call& call) {
  auto members = given_members(call);
  Result<Request> request =
      members ? read_request(call.request().body, std::move(*members)) : Result<Request>(Unexpected(members.error()));
  if (!request) return problem_of(request.error()).response();
  take_trace_parent(call.request(), *request);
  const auto allowed = allow(call.who, *call.bot, std::move(*request));
  if (const auto* refusal = std::get_if<Problem>(&allowed)) return refusal->response();
  const auto& one = std::get<AllowedRequest>(allowed);
  return wants_events(call.request()) ? stream_turn(call, one) : turn_response(turn_of(call, one));
}

// The problem of a line, in the form of to_json(const Error&).
std::string error_line(const Problem& problem) {
  const Value::Object error{{"code", problem.code}, {"message", problem.detail}};
  return Value(Value::Object{{"error", error}}).to_json() + "\n";
}

bool is_json_lines(const HttpRequest& http) {
  const std::string* type = http.header("Content-Type");
  return type && type->find("ndjson") != std::string::npos;
}

struct LineAnswer {
  std::string json;  // with a line feed
  bool is_busy = false;
};

LineAnswer failed_line(const Error& error) {
  return {to_json(error_for_clients(error)) + "\n", error.code == ErrorCode::kSessionBusy};
}

LineAnswer answer_line(Call& call, std::string_view line) {
  auto request = parse_request(line);
  if (!request) return failed_line(request.error());
  const auto allowed = allow(call.who, *call.bot, std::move(*request));
  if (const auto* refusal = std::get_if<Problem>(&allowed)) return {error_line(*refusal)};
  const Result<Turn> turn = turn_of(call, std::get<AllowedRequest>(allowed));
  return turn ? LineAnswer{to_json(*turn) + "\n"} : failed_line(turn.error());
}

// Returns the lines that are not blank; one more than the limit if there are more.
std::vector<std::string_view> lines_of(std::string_view body) {
  std::vector<std::string_view> lines;
  while (!body.empty() && lines.size() <= kMostRequestLines) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    const std::string_view line = body.substr(0, end);
    body.remove_prefix(std::min(end + 1, body.size()));
    if (!trimmed(line).empty()) lines.push_back(trimmed(line.substr(0, line.find('\r'))));
  }
  return lines;
}

// Each line is a request for itself, as in `parley run`. If none could begin, the whole request is refused. When the
// rate of the sender is used up, no further line runs, so that no turn overtakes an earlier one of its session.
HttpResponse answer_lines(Call& call) {
  const auto lines = lines_of(call.request().body);
  if (lines.size() > kMostRequestLines) {
    return problem_response("limit_exceeded", "the body has more than " + std::to_string(kMostRequestLines) + " lines");
  }
  std::string out;
  bool is_refused = false;
  bool has_answer = false;
  Admission::Refusal limited;
  for (const std::string_view line : lines) {
    if (!out.empty() && !limited) limited = call.service.take_turn(call.who);
    if (limited) {
      out += error_line(*limited);
      continue;
    }
    const LineAnswer answer = answer_line(call, line);
    (answer.is_busy ? is_refused : has_answer) = true;
    out += answer.json;
  }
  if (is_refused && !has_answer) return problem_response("session_busy");
  return {200, "application/x-ndjson", std::move(out)};
}

}  // namespace

Answer run_turn(Call& call) { return answer_turn(call); }

Answer run_any_turn(Call& call) {
  if (is_json_lines(call.request())) return answer_lines(call);
  return answer_turn(call);
}

Answer parse_message(Call& call) {
  Body body(call.request().body);
  const std::string text = body.required_text("text");
  const std::string locale = body.text("locale").value_or("");
  if (auto fault = body.fault()) return fault->response();
  if (auto long_text = call.too_long(text)) return long_text->response();
  const auto catalog = call.bot->catalog();
  const Catalog& bot = locale.empty() ? *catalog : catalog->for_locale(locale);
  NluContext context;
  context.now = call.service.clock().now();
  context.max_bytes = text.size();
  Value understanding = to_value(bot.explain(text, context));
  const Value why = *understanding.find("why");
  return json_response(Value::Object{{"understanding", std::move(understanding)}, {"why", why}});
}

}  // namespace parley::server
