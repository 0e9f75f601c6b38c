// Tested by tests/engine/erasure_test.cc.
#include "engine/erasure.h"

#include <string>
#include <utility>
#include <vector>

namespace parley::engine {
namespace {

class Silenced {
 public:
  explicit Silenced(Telemetry& telemetry) : telemetry_(telemetry) {}
  ~Silenced() {
    for (const std::string& session : sessions_) telemetry_.silence().end(session);
  }
  Silenced(const Silenced&) = delete;
  Silenced& operator=(const Silenced&) = delete;

  void add(std::string_view session) {
    if (!telemetry_.is_on()) return;
    sessions_.push_back(telemetry_.hash_of(session));
    telemetry_.silence().begin(sessions_.back());
  }

 private:
  Telemetry& telemetry_;
  std::vector<std::string> sessions_;
};

Result<void> write_to_tables(const Telemetry& telemetry, TimeMs timeout) {
  const auto& sinks = telemetry.sinks();
  for (std::size_t i = 0; i < sinks.size(); ++i) {
    if (!dynamic_cast<const TelemetryTable*>(sinks[i].get()) || telemetry.flush_sink(i, timeout)) continue;
    return Unexpected(ErrorCode::kStoreUnavailable, "events are still to be written, and are not: telemetry " +
                                                        sinks[i]->where() + "; try again when it can be written to");
  }
  return {};
}

template <class Forget>
Result<ForgetReceipt> forget(EngineServices& place, TimeMs timeout, Forget forget) {
  if (auto written = write_to_tables(place.telemetry, timeout); !written) return Unexpected(written.error());
  Silenced silenced(place.telemetry);
  ForgetOptions options;
  options.telemetry = place.telemetry.sinks();
  options.telemetry_key = place.telemetry.key();
  options.before = [&](const std::vector<std::string>& sessions) {
    for (const std::string& session : sessions) silenced.add(session);
    return write_to_tables(place.telemetry, timeout);
  };
  Result<ForgetReceipt> receipt = forget(options);
  if (receipt && place.telemetry.is_on() && !place.telemetry.has_lasting_key()) {
    receipt->outside.push_back("telemetry of earlier engines: this one has no telemetry key to find it by");
  }
  return receipt;
}

}  // namespace

Result<ForgetReceipt> forget_session(EngineServices& place, std::string_view session, TimeMs timeout) {
  return forget(place, timeout,
                [&](const ForgetOptions& options) { return parley::forget_session(*place.store, session, options); });
}

Result<ForgetReceipt> forget_user(EngineServices& place, std::string_view user, TimeMs timeout) {
  const std::string hash = user.empty() ? std::string() : user_hash(user, place.user_key);
  return forget(place, timeout,
                [&](const ForgetOptions& options) { return parley::forget_user(*place.store, hash, options); });
}

}  // namespace parley::engine
