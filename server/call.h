// Call: a request that has been routed and admitted, with everything that a route needs to answer it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"
#include "server/access.h"
#include "server/hosted_bot.h"
#include "server/http.h"
#include "server/problem.h"
#include "server/query.h"

namespace parley::server {

class Service;

struct Call {
  Service& service;
  std::shared_ptr<Exchange> exchange;
  std::map<std::string, std::string, std::less<>> path;  // the values of "{session}" and so on, decoded
  Query query;
  Principal who;
  HostedBot* bot = nullptr;  // null: the route needs no bot, or is about all bots
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  const HttpRequest& request() const { return exchange->request(); }
  const std::string& session() const { return path.find("session")->second; }
  // Whether the request asks for private values (`clear=true`). The key of a page has none to ask for.
  bool wants_clear() const;
  // Whether a request that reads many sessions may read the next one. Otherwise it answers with what it has.
  bool has_time() const;
  // Counts a turn that the request runs beyond its first one, in the rate of the sender.
  void charge_turn() const;
  // Returns the problem of a user's text that the bot does not take. Unset: it takes the text.
  std::optional<Problem> too_long(std::string_view text) const;
};

// What a route answers. Unset: the route answers by itself, for example with a stream.
using Answer = std::optional<HttpResponse>;

HttpResponse json_response(const Value& value, int status = 200);
HttpResponse json_response(std::string json, int status = 200);
inline HttpResponse problem_response(std::string_view code, std::string detail = {}) {
  return problem(code, std::move(detail)).response();
}

// Reads the members of a JSON body. The first fault counts: an unknown member, a wrong type, a missing member.
class Body {
 public:
  // kIgnored: unknown members are no fault, as in the interfaces of other products.
  enum class Unknown { kFault, kIgnored };
  // An empty body is an empty object.
  explicit Body(const std::string& text, Unknown unknown = Unknown::kFault);

  std::optional<std::string> text(std::string_view name);
  std::optional<bool> flag(std::string_view name);
  std::optional<std::int64_t> count(std::string_view name, std::int64_t most);
  const Value::Object* object(std::string_view name);
  const Value* any(std::string_view name);
  std::optional<std::vector<std::string>> texts(std::string_view name);
  std::string required_text(std::string_view name);

  // Call it after all members were asked for. Unset: the body is right.
  std::optional<Problem> fault();
  void fail(std::string_view name, std::string why);

 private:
  const Value* take(std::string_view name);

  Value value_;
  const Unknown unknown_;
  std::vector<std::string> asked_;
  std::optional<Problem> fault_;
};

// Returns the header Idempotency-Key; empty if it is absent. kInvalidRequest: it is empty or too long.
Result<std::string> idempotency_key(const HttpRequest& http);

// Formats "2026-03-02T09:00:00.000Z".
std::string iso_time(TimeMs at);

}  // namespace parley::server
