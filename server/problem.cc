// Tested by tests/server/turns_test.
#include "server/problem.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>

#include "server/secrets.h"

namespace parley::server {
namespace {

struct Kind {
  std::string_view code;
  int status;
  const char* title;
};

constexpr std::array kKinds{
    Kind{"invalid_request", 400, "The request is invalid"},
    Kind{"malformed_request", 400, "The request is not valid HTTP"},
    Kind{"unauthenticated", 401, "The request needs a valid key"},
    Kind{"forbidden", 403, "The key does not allow this"},
    Kind{"origin_refused", 403, "The server does not accept requests of this origin"},
    Kind{"host_refused", 403, "The server does not answer under this host name"},
    Kind{"unknown_route", 404, "There is nothing at this path"},
    Kind{"unknown_session", 404, "The session does not exist"},
    Kind{"unknown_turn", 404, "The turn does not exist"},
    Kind{"unknown_bot", 404, "The bot does not exist"},
    Kind{"unknown_intent", 404, "The bot has no such intent"},
    Kind{"unknown_file", 404, "The bot has no such file"},
    Kind{"unknown_simulation", 404, "The simulation does not exist"},
    Kind{"method", 405, "The path does not support this method"},
    Kind{"not_acceptable", 406, "The server cannot answer in this media type"},
    Kind{"unknown_call", 409, "No tool call waits for this result"},
    Kind{"late_result", 409, "The conversation of the tool call is over"},
    Kind{"stale_version", 409, "Another process changed the session"},
    Kind{"session_exists", 409, "A session of this name exists"},
    Kind{"session_expired", 410, "The conversation is over"},
    Kind{"body_too_large", 413, "The body is too large"},
    Kind{"message_too_long", 413, "The message is too long"},
    Kind{"unsupported_media_type", 415, "The media type of the body is not supported"},
    Kind{"expectation_failed", 417, "The server supports only the expectation 100-continue"},
    Kind{"message_id_reused", 422, "The message id was used with other contents"},
    Kind{"limit_exceeded", 422, "A limit is reached"},
    Kind{"invalid_bot", 422, "The bot file has errors"},
    Kind{"rate_limited", 429, "Too many requests"},
    Kind{"session_busy", 429, "Too many turns of the session wait"},
    Kind{"header_too_large", 431, "The header is too large"},
    Kind{"internal", 500, "Internal error"},
    Kind{"store_too_new", 500, "A newer version wrote the database"},
    Kind{"store_corrupt", 500, "The database is damaged"},
    Kind{"overloaded", 503, "The server has too much work"},
    Kind{"store_unavailable", 503, "The database does not answer"},
    Kind{"draining", 503, "The server is stopping"},
};

const Kind& kind_of(std::string_view code) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& kind) { return kind.code == code; });
  return found != kKinds.end() ? *found : kind_of("internal");
}

// Returns the pointer of the field that a message of the protocol's reader quotes first: "'text' must be a string".
std::string pointer_in(const std::string& message) {
  const std::size_t begin = message.find('\'');
  const std::size_t end = begin == std::string::npos ? begin : message.find('\'', begin + 1);
  if (end == std::string::npos) return "";
  std::string pointer = "/" + message.substr(begin + 1, end - begin - 1);
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return pointer;
}

Value value_of(const Problem& problem, const std::string& id) {
  Value::Object out{{"type", "urn:parley:problem:" + problem.code},
                    {"title", kind_of(problem.code).title},
                    {"status", problem.status},
                    {"detail", problem.detail},
                    {"instance", "urn:uuid:" + id},
                    {"code", problem.code}};
  Value::Array places;
  for (const Problem::Place& place : problem.errors) {
    places.push_back(Value::Object{{"pointer", place.pointer}, {"detail", place.detail}});
  }
  if (!places.empty()) out["errors"] = std::move(places);
  return Value(std::move(out));
}

// Tells the operator, at most once a second, because an outage concerns every request.
void tell_operator(const Error& error) {
  using std::chrono::steady_clock;
  static std::atomic<steady_clock::rep> next{steady_clock::time_point::min().time_since_epoch().count()};
  const auto now = steady_clock::now();
  auto due = next.load();
  if (now.time_since_epoch().count() < due) return;
  const auto then = (now + std::chrono::seconds(1)).time_since_epoch().count();
  if (next.compare_exchange_strong(due, then)) std::fprintf(stderr, "parley: %s\n", error.to_string().c_str());
}

}  // namespace

Value Problem::to_value() const { return value_of(*this, random_uuid()); }

HttpResponse Problem::response() const {
  const std::string id = random_uuid();
  HttpResponse response{status, "application/problem+json", value_of(*this, id).to_json(), headers};
  response.headers.emplace_back("X-Request-Id", id);
  return response;
}

Problem problem(std::string_view code, std::string detail) {
  const Kind& kind = kind_of(code);
  Problem out{std::string(kind.code), kind.status, std::move(detail)};
  if (out.detail.empty()) out.detail = std::string(kind.title) + ".";
  if (kind.status == 503 || code == "session_busy") out.headers.emplace_back("Retry-After", "1");
  if (code == "stale_version") out.headers.emplace_back("Retry-After", "0");
  if (kind.status == 401) out.headers.emplace_back("WWW-Authenticate", "Bearer");
  return out;
}

Error error_for_clients(const Error& error) {
  const Kind& kind = kind_of(to_string(error.code));
  if (kind.status < 500) return error;
  tell_operator(error);
  return {error.code, std::string(kind.title) + ".", {}};
}

Problem problem_of(const Error& error) {
  // The only file that a request reads is a bot file.
  if (error.code == ErrorCode::kFileUnreadable) return problem("invalid_bot", error.message);
  Problem out = problem(to_string(error.code), error_for_clients(error).message);
  if (out.status >= 500) return out;
  for (const Diagnostic& one : error.diagnostics) out.errors.push_back({"", one.to_string()});
  if (error.code == ErrorCode::kInvalidRequest) {
    if (std::string pointer = pointer_in(error.message); !pointer.empty()) {
      out.errors.push_back({std::move(pointer), error.message});
    }
  }
  return out;
}

}  // namespace parley::server
