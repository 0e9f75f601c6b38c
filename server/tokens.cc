#include "server/tokens.h"

#include "parley/value.h"
#include "server/secrets.h"

namespace parley::server {
namespace {

constexpr std::string_view kPrefix = "wt_";

Unexpected invalid() { return Unexpected(ErrorCode::kInvalidRequest, "the token is not valid"); }

const std::string& claim_text(const Value& claims, std::string_view name) {
  static const std::string kNothing;
  const Value* value = claims.find(name);
  return value && value->if_string() ? *value->if_string() : kNothing;
}
TimeMs claim_time(const Value& claims, std::string_view name) {
  const Value* value = claims.find(name);
  return value && value->if_int() ? *value->if_int() : 0;
}

}  // namespace

std::string make_token(const TokenClaims& claims, std::string_view key) {
  Value::Object object{{"bot", claims.bot},
                       {"session", claims.session},
                       {"origin", claims.origin},
                       {"expires_at", claims.expires_at},
                       {"renewable_until", claims.renewable_until},
                       {"ttl", claims.ttl}};
  if (!claims.user.empty()) object["user"] = claims.user;
  const std::string body = to_base64url(Value(std::move(object)).to_json());
  return std::string(kPrefix) + body + "." + to_base64url(hmac_sha256(body, key));
}

Result<TokenClaims> read_token(std::string_view token, std::string_view key, TimeMs now) {
  if (token.substr(0, kPrefix.size()) != kPrefix) return invalid();
  token.remove_prefix(kPrefix.size());
  const std::size_t dot = token.find('.');
  if (dot == std::string_view::npos) return invalid();
  const auto signature = from_base64url(token.substr(dot + 1));
  if (!signature || !equals_in_constant_time(*signature, hmac_sha256(token.substr(0, dot), key))) return invalid();
  const auto body = from_base64url(token.substr(0, dot));
  const auto claims = body ? Value::parse(*body) : Result<Value>(invalid());
  if (!claims) return invalid();
  TokenClaims out{claim_text(*claims, "bot"),        claim_text(*claims, "session"),
                  claim_text(*claims, "origin"),     claim_text(*claims, "user"),
                  claim_time(*claims, "expires_at"), claim_time(*claims, "renewable_until"),
                  claim_time(*claims, "ttl")};
  if (out.expires_at <= now) return invalid();
  return out;
}

}  // namespace parley::server
