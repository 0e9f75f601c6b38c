// Creates an engine, runs its turns, and serves the calls about one session.
//
// Tested by tests/engine/engine_test.cc and tests/engine/sessions_test.cc.
#include <utility>

#include <unistd.h>

#include "base/trace_parent.h"
#include "engine/caught.h"
#include "engine/engine_impl.h"
#include "engine/erasure.h"
#include "engine/retention.h"
#include "engine/session_loader.h"
#include "engine/session_owner.h"
#include "parley/sessions.h"

namespace parley {

using engine::caught;

Result<Turn> Engine::Impl::handle(const Request& request) {
  const auto begun = services.telemetry.moment();
  Result<Turn> answer = caught(engine::kTurnFailed, [&] { return turns.run(request); });
  if (!answer) (void)caught(engine::kTurnFailed, [&] { return publish_error(answer.error(), request, begun); });
  return answer;
}

Result<void> Engine::Impl::publish_error(const Error& error, const Request& request,
                                         engine::TelemetryTombstones::Moment begun) const {
  auto events = events_of(request.session, begun);
  if (base::parse_trace_parent(request.trace_parent)) events.trace_parent(request.trace_parent);
  events.event("respond").text("status", "error").text("code", engine::SafeText::word(to_string(error.code)));
  events.send();
  return {};
}

Result<std::unique_ptr<Engine>> Engine::create(std::shared_ptr<const Catalog> catalog,
                                               std::shared_ptr<SessionStore> store, EngineOptions options) {
  if (!catalog || !store) return Unexpected(ErrorCode::kInvalidRequest, "an engine needs a catalog and a store");
  for (const auto& sink : options.telemetry) {
    if (!sink) return Unexpected(ErrorCode::kInvalidRequest, "EngineOptions::telemetry holds a null sink");
  }
  ToolFunctions tools = std::exchange(options.tools, {});
  std::shared_ptr<Clock> clock = options.clock ? options.clock : create_system_clock();
  std::shared_ptr<IdSource> ids = options.ids ? options.ids : create_random_ids();
  std::unique_ptr<Impl> impl(
      new Impl{options,
               {std::move(store), clock, std::move(ids), engine::Telemetry(options.telemetry, options.telemetry_key),
                engine::ToolRunner(clock), options.limits, engine::SessionQuota(options.limits)},
               ::getpid()});
  impl->services.own_sessions_only = options.own_sessions_only;
  if (options.model) impl->services.model = std::make_unique<engine::ModelClient>(options.model, impl->services.clock);
  if (auto used = impl->use(std::move(catalog), std::move(tools), nullptr); !used) return Unexpected(used.error());
  return std::unique_ptr<Engine>(new Engine(std::move(impl)));
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

// A forked child has none of the engine's threads, and the locks that these threads held stay locked. The destructor
// would wait for them forever, so in a child it does not destroy the engine's members.
Engine::~Engine() {
  if (impl_ && impl_->process != ::getpid()) (void)impl_.release();
}

Result<Turn> Engine::handle(const Request& request) { return impl_->handle(request); }

const Limits& Engine::limits() const { return impl_->options.limits; }

bool Engine::is_busy(std::string_view session) const { return impl_->turns.is_busy(session); }

Result<std::optional<Turn>> Engine::find_turn(std::string_view session, std::string_view message_id) {
  return caught("the turn could not be read: ",
                [&] { return engine::find_turn(impl_->services, session, message_id); });
}

bool Engine::flush_telemetry(std::chrono::milliseconds timeout) { return impl_->services.telemetry.flush(timeout); }
std::vector<TelemetryCounts> Engine::telemetry_counts() const { return impl_->services.telemetry.counts(); }

Result<ForgetReceipt> Engine::forget_session(std::string_view session, std::chrono::milliseconds timeout) {
  return caught("the session could not be forgotten: ",
                [&] { return engine::forget_session(impl_->services, session, timeout); });
}

Result<ForgetReceipt> Engine::forget_user(std::string_view user, std::chrono::milliseconds timeout) {
  return caught("the user could not be forgotten: ",
                [&] { return engine::forget_user(impl_->services, user, timeout); });
}

Result<bool> Engine::annotate(std::string_view session, SessionNotes notes) {
  return caught("the notes of the session could not be changed: ", [&]() -> Result<bool> {
    const auto bot = impl_->bot();
    const auto state = impl_->services.store->load(session);
    if (!state) return Unexpected(state.error());
    if (!*state) return false;
    const auto gone =
        engine::is_past_retention(*impl_->services.store, **state, bot->definition(), impl_->services.clock->now());
    if (!gone) return Unexpected(gone.error());
    if (*gone) return false;
    notes = bot->redactor->notes(std::move(notes), **state);
    return engine::annotate(*impl_->services.store, **state, std::move(notes));
  });
}

Result<std::string> Engine::session_of(std::string_view session, std::string_view user) const {
  return caught("the session could not be found: ",
                [&] { return engine::session_of(std::string(session), std::string(user), impl_->services); });
}

std::string Engine::user_hash(std::string_view user) const { return parley::user_hash(user, impl_->bot()->user_key); }

std::string Engine::redact(std::string_view text) const { return impl_->bot()->redactor->for_display(text); }

std::string Engine::redact(std::string_view text, const SessionState& state) const {
  return impl_->bot()->redactor->for_display(text, state);
}

}  // namespace parley
