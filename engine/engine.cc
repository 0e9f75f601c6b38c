// Engine: its creation, turns, and calls about one session.
//
// Tested by tests/engine/engine_test.cc and tests/engine/sessions_test.cc.
#include <utility>

#include <unistd.h>

#include "engine/caught.h"
#include "engine/engine_impl.h"
#include "engine/erasure.h"
#include "engine/retention.h"
#include "parley/sessions.h"

namespace parley {

using engine::caught;

Result<Turn> Engine::Impl::handle(const Request& request) {
  const auto begun = services.telemetry.moment();
  Result<Turn> answer = caught(engine::kTurnFailed, [&] { return turns.run(request); });
  if (!answer) (void)caught(engine::kTurnFailed, [&] { return publish_error(answer.error(), request.session, begun); });
  return answer;
}

Result<void> Engine::Impl::publish_error(const Error& error, std::string_view session,
                                         engine::TelemetryTombstones::Moment begun) const {
  auto events = events_of(session, begun);
  events.event("respond").text("status", "error").text("code", engine::SafeText::word(to_string(error.code)));
  events.send();
  return {};
}

namespace {

Result<std::shared_ptr<const engine::BotServices>> bot_services(std::shared_ptr<const Catalog> catalog,
                                                                const EngineOptions& options) {
  const config::BotDefinition& bot = catalog->definition();
  MemoryOptions memory = bot.memory;
  if (options.adjust_memory) {
    const auto adjusted = caught("the bot's memory could not be adjusted: ", [&]() -> Result<void> {
      options.adjust_memory(memory);
      return {};
    });
    if (!adjusted) return Unexpected(adjusted.error());
  }
  auto names = std::make_shared<const engine::TelemetryNames>(bot);
  engine::Redactor redactor(catalog, options.telemetry_key, options.user_key);
  return std::make_shared<const engine::BotServices>(engine::BotServices{
      std::move(catalog), std::move(names), std::move(redactor), std::move(memory), options.user_key});
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::create(std::shared_ptr<const Catalog> catalog,
                                               std::shared_ptr<SessionStore> store, EngineOptions options) {
  if (!catalog || !store) return Unexpected(ErrorCode::kInvalidRequest, "an engine needs a catalog and a store");
  for (const auto& sink : options.telemetry) {
    if (!sink) return Unexpected(ErrorCode::kInvalidRequest, "EngineOptions::telemetry holds a null sink");
  }
  auto bot = bot_services(std::move(catalog), options);
  if (!bot) return Unexpected(bot.error());
  std::shared_ptr<Clock> clock = options.clock ? options.clock : create_system_clock();
  std::unique_ptr<Impl> impl(
      new Impl{{std::move(*bot), std::move(store), clock, options.ids ? options.ids : create_random_ids(),
                engine::Telemetry(options.telemetry, options.telemetry_key), engine::ToolRunner(clock), options.limits,
                engine::SessionQuota(options.limits)},
               ::getpid()});
  auto contexts = impl->make_context_service(options);
  if (!contexts) return Unexpected(contexts.error());
  impl->services.contexts = std::move(*contexts);
  const engine::BotServices& used = *impl->services.bot;
  if (used.definition().session.retention > 0 || used.memory.offload) {
    impl->sweeper.start(options.sweep_every, [&made = *impl] { (void)made.sweep(); });
  }
  return std::unique_ptr<Engine>(new Engine(std::move(impl)));
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

// A forked child has none of the engine's threads, and locks that they held stay locked. Waiting for either would never
// end, so the child does not destroy the engine.
Engine::~Engine() {
  if (impl_ && impl_->process != ::getpid()) (void)impl_.release();
}

Result<void> Engine::register_tool(const std::string& name, ToolFunction function) {
  if (!impl_->bot()->definition().find_tool(name)) {
    return Unexpected(ErrorCode::kUnknownTool, "the bot declares no tool '" + name + "'; add it under `tools:`");
  }
  impl_->services.tools.add(name, std::move(function));
  return {};
}

Result<Turn> Engine::handle(const Request& request) { return impl_->handle(request); }

bool Engine::flush_telemetry(TimeMs timeout) { return impl_->services.telemetry.flush(timeout); }
std::vector<TelemetryCounts> Engine::telemetry_counts() const { return impl_->services.telemetry.counts(); }

Result<ForgetReceipt> Engine::forget_session(std::string_view session, TimeMs timeout) {
  return caught("the session could not be forgotten: ",
                [&] { return engine::forget_session(impl_->services, session, timeout); });
}

Result<ForgetReceipt> Engine::forget_user(std::string_view user, TimeMs timeout) {
  return caught("the user could not be forgotten: ",
                [&] { return engine::forget_user(impl_->services, user, timeout); });
}

Result<bool> Engine::annotate(std::string_view session, SessionNotes notes) {
  return caught("the session could not be noted on: ", [&]() -> Result<bool> {
    const auto bot = impl_->bot();
    const auto state = impl_->services.store->load(session);
    if (!state) return Unexpected(state.error());
    if (!*state) return false;
    const auto gone =
        engine::is_past_retention(*impl_->services.store, **state, bot->definition(), impl_->services.clock->now());
    if (!gone) return Unexpected(gone.error());
    if (*gone) return false;
    notes = bot->redactor.notes(std::move(notes), **state);
    return impl_->services.store->annotate(session, notes);
  });
}

std::string Engine::user_hash(std::string_view user) const { return parley::user_hash(user, impl_->bot()->user_key); }

std::string Engine::redact(std::string_view text) const { return impl_->bot()->redactor.for_display(text); }

std::string Engine::redact(std::string_view text, const SessionState& state) const {
  return impl_->bot()->redactor.for_display(text, state);
}

}  // namespace parley
