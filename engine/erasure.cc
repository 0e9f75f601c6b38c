// Tested by tests/engine/erasure_test.cc.
#include "engine/erasure.h"

#include <string>
#include <utility>
#include <vector>

namespace parley::engine {
namespace {

class TombstoneGuard {
 public:
  explicit TombstoneGuard(Telemetry& telemetry) : telemetry_(telemetry) {}
  ~TombstoneGuard() {
    for (const std::string& session : sessions_) telemetry_.tombstones().end(session);
  }
  TombstoneGuard(const TombstoneGuard&) = delete;
  TombstoneGuard& operator=(const TombstoneGuard&) = delete;

  void add(std::string_view session) {
    if (!telemetry_.is_on()) return;
    sessions_.push_back(telemetry_.hash_of(session));
    telemetry_.tombstones().begin(sessions_.back());
  }

 private:
  Telemetry& telemetry_;
  std::vector<std::string> sessions_;
};

Result<void> write_to_tables(const Telemetry& telemetry, std::chrono::milliseconds timeout) {
  const auto& sinks = telemetry.sinks();
  for (std::size_t i = 0; i < sinks.size(); ++i) {
    if (!dynamic_cast<const TelemetryTable*>(sinks[i].get()) || telemetry.flush_sink(i, timeout)) continue;
    return Unexpected(ErrorCode::kStoreUnavailable, "queued telemetry events cannot be written: telemetry " +
                                                        sinks[i]->where() + "; try again when it accepts writes");
  }
  return {};
}

template <class Forget>
Result<ForgetReceipt> erase(EngineServices& services, std::chrono::milliseconds timeout, Forget forget) {
  if (auto written = write_to_tables(services.telemetry, timeout); !written) return Unexpected(written.error());
  TombstoneGuard tombstones(services.telemetry);
  ForgetOptions options;
  options.telemetry = services.telemetry.sinks();
  options.telemetry_key = services.telemetry.key();
  options.before = [&](const std::vector<std::string>& sessions) {
    for (const std::string& session : sessions) tombstones.add(session);
    return write_to_tables(services.telemetry, timeout);
  };
  Result<ForgetReceipt> receipt = forget(options);
  if (receipt && services.telemetry.is_on() && !services.telemetry.has_lasting_key()) {
    receipt->outside.push_back("telemetry of earlier engines: this one has no telemetry key to find it by");
  }
  return receipt;
}

}  // namespace

Result<ForgetReceipt> forget_session(EngineServices& services, std::string_view session,
                                     std::chrono::milliseconds timeout) {
  auto receipt = erase(services, timeout, [&](const ForgetOptions& options) {
    return parley::forget_session(*services.store, session, options);
  });
  services.recent_answers.forget(session);
  return receipt;
}

Result<ForgetReceipt> forget_user(EngineServices& services, std::string_view user, std::chrono::milliseconds timeout) {
  const std::string hash = user.empty() ? std::string() : user_hash(user, services.bot.get()->user_key);
  auto receipt = erase(services, timeout, [&](const ForgetOptions& options) {
    return parley::forget_user(*services.store, hash, options);
  });
  services.recent_answers.forget_all();
  return receipt;
}

}  // namespace parley::engine
