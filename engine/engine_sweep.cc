// Sweeps the store of an engine: erases expired items, and sessions past their retention.
//
// Tested by tests/engine/sessions_test.cc and retention_test.cc.
#include "engine/caught.h"
#include "engine/engine_impl.h"
#include "parley/sessions.h"

namespace parley {

using engine::caught;

Result<SweepReport> Engine::Impl::sweep() {
  auto report = caught("the store could not be swept: ", [&] { return sweep_store(); });
  if (!report) (void)caught("", [&] { return publish_failed_sweep(report.error()); });
  return report;
}

// The engine's sweeper thread has no caller to return an error to, so telemetry reports it.
Result<void> Engine::Impl::publish_failed_sweep(const Error& error) {
  auto events = events_of({});
  events.event("session").text("what", "sweep_failed").text("code", engine::SafeText::word(to_string(error.code)));
  events.send();
  return {};
}

Result<SweepReport> Engine::Impl::sweep_store() {
  const auto used = bot();
  const config::BotDefinition& bot = used->definition();
  SweepReport report;
  const auto dropped = services.store->drop_expired_items(services.clock->now());
  if (!dropped) return Unexpected(dropped.error());
  report.items = static_cast<std::int64_t>(*dropped);
  if (bot.session.retention > 0) {
    if (auto erased = erase_past_retention(bot, report); !erased) return Unexpected(erased.error());
  }
  // The report and its event contain the erased sessions even if the rest of the sweep fails.
  auto ended = caught("the sessions that remain could not be counted: ", [&] { return finish_sweep(bot, report); });
  if (!ended) {
    report.failed_after = ended.error().message;
    (void)caught("", [&] { return publish_failed_sweep(ended.error()); });
  }
  if (report.erased > 0 || report.unread > 0) {
    auto events = events_of({});
    {
      auto event = events.event("session");
      event.text("what", "swept").count("sessions", report.erased);
      if (ended) event.count("remaining", report.remaining);
      event.count("unread", report.unread);
    }
    events.send();
  }
  return report;
}

Result<void> Engine::Impl::erase_past_retention(const config::BotDefinition& bot, SweepReport& report) {
  const TimeMs before = services.clock->now() - bot.session.retention;
  const auto pruned = prune_sessions(*services.store, {before, bot.id, /*as_expired=*/true, /*dry_run=*/false});
  if (!pruned) return Unexpected(pruned.error());
  report.erased = pruned->erased;
  report.unread = pruned->refusals;
  return {};
}

Result<void> Engine::Impl::finish_sweep(const config::BotDefinition& bot, SweepReport& report) {
  if (bot.session.retention > 0) {
    // The store remembers the names of erased sessions for a second retention period. Until then, the response to a
    // late message says that its session has expired.
    auto forgotten = services.store->forget_expired(services.clock->now() - 2 * bot.session.retention);
    if (!forgotten) return Unexpected(forgotten.error());
  }
  const auto remaining = services.store->unarchived();
  if (!remaining) return Unexpected(remaining.error());
  report.remaining = *remaining;
  return {};
}

Result<SweepReport> Engine::sweep() { return impl_->sweep(); }

}  // namespace parley
