// Tested by tests/server/simulations_test.
#include "server/hosted_bot.h"

#include <chrono>
#include <new>
#include <variant>

#include "parley/protocol.h"

namespace parley::server {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::seconds kRefusalCounts{5};

TimeMs time_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Result<Turn> HostedBot::handle(const AllowedRequest& allowed) {
  const Request& request = allowed.get();
  Result<Turn> turn = engine().handle(request);
  const bool is_refused = !turn && turn.error().code == ErrorCode::kStoreUnavailable;
  if (turn || is_refused) refused_at_ = is_refused ? SteadyClock::now().time_since_epoch().count() : 0;
  if (turn && !turn->duplicate && turn->seq > 0) {
    try {
      feed_.publish({turn->session, turn->seq, turn->status, turn->intent.value_or(""), turn->handed_off,
                     request.now.value_or(time_now())});
      if (webhooks_) tell_desk(request, *turn);
    } catch (const std::bad_alloc&) {  // the turn is stored, so its client gets the answer
    }
  }
  return turn;
}

bool HostedBot::has_refused_a_turn() const {
  const SteadyClock::rep at = refused_at_;
  return at != 0 && SteadyClock::now() - SteadyClock::time_point(SteadyClock::duration(at)) < kRefusalCounts;
}

void HostedBot::tell_desk(const Request& request, const Turn& turn) {
  Value::Object data{{"bot", id_}, {"session", turn.session}, {"seq", turn.seq}};
  for (const Step& step : turn.steps) {
    if (!std::holds_alternative<Handoff>(step)) continue;
    const Value view = to_value(step);
    data["handoff"] = *view.find("handoff");
    return webhooks_->add("session.handed_off", std::move(data));
  }
  const auto* event = std::get_if<SessionEvent>(&request.input);
  if (event && *event == SessionEvent::kGiveBack) return webhooks_->add("session.given_back", std::move(data));
  const auto* text = std::get_if<std::string>(&request.input);
  if (!text || !turn.handed_off) return;
  data["text"] = engine().redact(*text);
  webhooks_->add("session.message", std::move(data));
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
