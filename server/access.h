// Who may do what: scopes, and the caller of a request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::server {

// What a key allows. A route needs one of them, and so does each part of a request (server/authority.h).
enum class Scope : unsigned {
  kNone = 0,       // no key is needed
  kTurn = 1,       // send messages and try conversations
  kRead = 2,       // read sessions, with private values masked
  kClear = 4,      // read private values that the store holds
  kWrite = 8,      // change notes, archive and copy sessions
  kAgent = 16,     // write as a person, and give conversations back
  kAdmin = 32,     // erase data, read the bot's files, and reload the bot
  kMint = 64,      // make tokens for web pages
  kMetrics = 128,  // read metrics
  kTools = 256     // send the results of tools
};
const char* to_string(Scope scope);                       // "turn", "read", ...
std::optional<Scope> scope_named(std::string_view name);  // unset: no such scope
std::vector<std::string> scope_names(unsigned scopes);    // in the order above
inline constexpr unsigned kAllScopes = 511;

// The sender of a request.
struct Principal {
  enum class Kind {
    kLocal,  // a program of this machine, on a server without keys
    kKey,    // an API key
    kToken,  // a token of a web page
  };
  Kind kind = Kind::kLocal;
  std::string id;                              // of the key; of a token: of its session
  unsigned scopes = 0;                         // a sum of Scope
  std::string bot;                             // the only bot that the sender may use. Empty: any
  std::string session;                         // kToken: the only session
  std::string user;                            // kToken: the owner of the session. Empty: unknown
  double per_second = 0;                       // the rate of a key. 0: unlimited
  std::vector<std::string> context_keys = {};  // kToken: the keys of `context` that the operator lets it send

  bool may(Scope scope) const { return scope == Scope::kNone || (scopes & static_cast<unsigned>(scope)) != 0; }
};

}  // namespace parley::server
