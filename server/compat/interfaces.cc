#include "server/compat/interfaces.h"

#include <array>
#include <utility>

#include "server/compat/ag_ui.h"
#include "server/compat/mcp.h"
#include "server/compat/openai.h"
#include "server/compat/rasa.h"

namespace parley::server {
namespace {

struct Interface {
  Compat id;
  std::string_view name;
  std::vector<Route> (*routes)();
};

constexpr std::array kInterfaces{
    Interface{Compat::kRasa, "rasa", rasa_routes},
    Interface{Compat::kOpenAi, "openai", openai_routes},
    Interface{Compat::kAgUi, "ag-ui", ag_ui_routes},
    Interface{Compat::kMcp, "mcp", mcp_routes},
};

}  // namespace

std::optional<Compat> compat_named(std::string_view name) {
  for (const Interface& one : kInterfaces) {
    if (one.name == name) return one.id;
  }
  return std::nullopt;
}

std::vector<Route> compat_routes(unsigned compat) {
  std::vector<Route> routes;
  for (const Interface& one : kInterfaces) {
    if ((compat & static_cast<unsigned>(one.id)) == 0) continue;
    for (Route& route : one.routes()) routes.push_back(std::move(route));
  }
  return routes;
}

}  // namespace parley::server
