// Tokens for web pages. A token lets one page talk in one session, for a short time. The server that made it can verify
// it without a database:
//
//   "wt_" BASE64URL(claims as JSON) "." BASE64URL(HMAC-SHA256 of the claims with KeyFile::token_key)
//
// The claims are signed, not encrypted: the holder can read them.
#pragma once

#include <string>
#include <string_view>

#include "parley/clock.h"
#include "parley/result.h"

namespace parley::server {

struct TokenClaims {
  std::string bot;
  std::string session;
  std::string origin;  // the only `Origin` that may send the token: "https://shop.example"
  std::string user;    // the owner of the session. Empty: unknown
  TimeMs expires_at = 0;
  TimeMs renewable_until = 0;  // a valid token can be renewed before this time
  TimeMs ttl = 0;              // how long it is valid; a renewed token gets the same
};

std::string make_token(const TokenClaims& claims, std::string_view key);
// kInvalidRequest: the token is not of this key, or has expired at `now`.
Result<TokenClaims> read_token(std::string_view token, std::string_view key, TimeMs now);

}  // namespace parley::server
