// Tested by tests/server/simulations_test.
#include "server/hosted_bot.h"

#include <chrono>

namespace parley::server {
namespace {

TimeMs time_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Result<Turn> HostedBot::handle(const Request& request) {
  Result<Turn> turn = engine().handle(request);
  if (turn && !turn->duplicate && turn->seq > 0) {
    feed_.publish({turn->session, turn->seq, turn->status, turn->intent.value_or(""), turn->handed_off,
                   request.now.value_or(time_now())});
  }
  return turn;
}

Result<bool> HostedBot::reload() {
  const std::lock_guard lock(reloading_);
  auto catalog = parts_.load();
  if (!catalog) return Unexpected(catalog.error());
  if ((*catalog)->fingerprint() == this->catalog()->fingerprint()) return false;
  ToolFunctions functions;
  if (parts_.tools) {
    auto tools = parts_.tools(**catalog);
    if (!tools) return Unexpected(tools.error());
    functions = std::move(*tools);
  }
  (*catalog)->warm_up();
  const auto replaced = engine().replace_catalog(*catalog, std::move(functions));
  if (!replaced) return Unexpected(replaced.error());
  return true;
}

std::string HostedBot::of_catalog(const std::string& name, const std::function<std::string(const Catalog&)>& make) {
  const auto current = catalog();
  const std::lock_guard lock(making_);
  if (made_for_ != current->fingerprint()) made_.clear();
  made_for_ = current->fingerprint();
  const auto found = made_.find(name);
  return found != made_.end() ? found->second : made_[name] = make(*current);
}

}  // namespace parley::server
