// Tested by tests/server/access_test.
#include "server/routes/tokens.h"

#include <algorithm>

#include "server/ascii.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/tokens.h"

namespace parley::server {
namespace {

constexpr TimeMs kDefaultTtl = 15LL * 60 * 1000;
constexpr TimeMs kRenewable = 12LL * 60 * 60 * 1000;
constexpr std::int64_t kMostTtlSeconds = 12LL * 60 * 60;

HttpResponse token_response(const TokenClaims& claims, const Service& service, int status) {
  return json_response(Value::Object{{"token", make_token(claims, service.token_key())},
                                     {"session", claims.session},
                                     {"expires_at", iso_time(claims.expires_at)}},
                       status);
}

}  // namespace

Answer create_token(Call& call) {
  Body body(call.request().body);
  const std::string origin = body.required_text("origin");
  const std::string session = body.text("session").value_or("web:" + random_uuid());
  const std::string user = body.text("user").value_or("");
  const auto ttl = body.count("ttl", kMostTtlSeconds);
  if (ttl && *ttl == 0) body.fail("ttl", "must be at least one second");
  const bool has_scheme = starts_with(origin, "https://") || starts_with(origin, "http://");
  if (!has_scheme || origin.find('/', 8) != std::string::npos) {
    body.fail("origin", "must be the origin of the page, such as https://shop.example");
  }
  if (auto fault = body.fault()) return fault->response();
  const TimeMs now = call.service.clock().now();
  const TimeMs valid = ttl ? *ttl * 1000 : kDefaultTtl;
  return token_response({call.bot->id(), session, origin, user, now + valid, now + kRenewable, valid}, call.service,
                        201);
}

Answer renew_token(Call& call) {
  if (auto fault = Body(call.request().body).fault()) return fault->response();
  const std::string* header = call.request().header("Authorization");
  const std::string_view token =
      header && header->size() > 7 ? trimmed(std::string_view(*header).substr(7)) : std::string_view();
  const TimeMs now = call.service.clock().now();
  auto claims = read_token(token, call.service.token_key(), now);
  if (!claims) return problem_response("forbidden", "only a token can be renewed");
  if (claims->renewable_until <= now) return problem_response("forbidden", "the token can no longer be renewed");
  claims->expires_at = std::min(now + claims->ttl, claims->renewable_until);
  return token_response(*claims, call.service, 200);
}

}  // namespace parley::server
