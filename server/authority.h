// Authority: what a sender may say in a request. A route decides which paths a sender may call; the table in
// authority.cc decides which parts a request to them may have. It is the same table for every interface of the server.
//
// A bot runs only an AllowedRequest (HostedBot::handle), and only allow() makes one. So no interface can leave out the
// table. A simulation needs none: it has no effect outside itself.
//
// Tested by tests/server/authority_test.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "parley/turn.h"
#include "server/access.h"
#include "server/problem.h"

namespace parley::server {

class HostedBot;
class AllowedRequest;

// What the interface knows about the input of a request. kAnswer: it has compared the input with the open question of
// the bot, and built an NluResult that only answers or cancels this question.
enum class Said { kInput, kAnswer };

// Returns the request, with the user of a token, or the refusal `forbidden`, which names the part and the scope.
std::variant<AllowedRequest, Problem> allow(const Principal& who, HostedBot& bot, Request request,
                                            Said said = Said::kInput);
// Refuses a session that is not the one of a token. Unset: the sender may use the session.
std::optional<Problem> refuse_session(const Principal& who, std::string_view session);
// Returns the session that the sender gets under this name (Engine::session_of). A token with a user never reads or
// continues the session of another user: the problem is then `forbidden`.
std::variant<std::string, Problem> own_session(const Principal& who, HostedBot& bot, const std::string& session);

class AllowedRequest {
 public:
  const Request& get() const { return request_; }

 private:
  friend std::variant<AllowedRequest, Problem> allow(const Principal&, HostedBot&, Request, Said);
  explicit AllowedRequest(Request request) : request_(std::move(request)) {}

  Request request_;
};

}  // namespace parley::server
