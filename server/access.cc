// Tested by tests/server/access_test.
#include "server/access.h"

#include <array>

namespace parley::server {
namespace {

constexpr std::array kScopes{Scope::kTurn,  Scope::kRead, Scope::kClear,   Scope::kWrite, Scope::kAgent,
                             Scope::kAdmin, Scope::kMint, Scope::kMetrics, Scope::kTools};

}  // namespace

const char* to_string(Scope scope) {
  switch (scope) {
    case Scope::kNone: return "none";
    case Scope::kTurn: return "turn";
    case Scope::kRead: return "read";
    case Scope::kClear: return "clear";
    case Scope::kWrite: return "write";
    case Scope::kAgent: return "agent";
    case Scope::kAdmin: return "admin";
    case Scope::kMint: return "mint";
    case Scope::kMetrics: return "metrics";
    case Scope::kTools: return "tools";
  }
  return "none";
}

std::optional<Scope> scope_named(std::string_view name) {
  for (const Scope scope : kScopes) {
    if (name == to_string(scope)) return scope;
  }
  return std::nullopt;
}

std::vector<std::string> scope_names(unsigned scopes) {
  std::vector<std::string> names;
  for (const Scope scope : kScopes) {
    if ((scopes & static_cast<unsigned>(scope)) != 0) names.emplace_back(to_string(scope));
  }
  return names;
}

}  // namespace parley::server
