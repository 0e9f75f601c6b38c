// The turns of an engine, and its calls about one session.
#include <algorithm>
#include <functional>
#include <new>

#include <unistd.h>

#include "engine/caught.h"
#include "engine/engine_impl.h"
#include "engine/erasure.h"
#include "engine/request_limits.h"
#include "engine/retention.h"
#include "parley/sessions.h"

namespace parley {

using engine::caught;

namespace {

constexpr const char* kTurn = "the turn could not be worked out: ";

// Another process wrote the session in between: load it again and try again, after a pause that grows and that is
// not the same in two engines. In all about five seconds.
constexpr int kMaxConflicts = 60;
TimeMs pause_after(int conflicts, const std::string& runner) {
  const TimeMs longest = TimeMs{1} << std::min(conflicts, 7);
  return static_cast<TimeMs>(std::hash<std::string>()(runner + std::to_string(conflicts)) %
                             static_cast<std::size_t>(longest));
}

void note_effects(Error& error) {
  try {
    error.message += "; a tool had already run in this turn";
  } catch (const std::bad_alloc&) {
    error.message = "a tool had run";  // what fits into a string itself
  }
}

}  // namespace

// ---- turns ----------------------------------------------------------------------------------------------

Result<Turn> Engine::Impl::handle(const Request& request) {
  const auto begun = place.telemetry.moment();
  Result<Turn> answer = caught(kTurn, [&] { return work_out(request); });
  if (!answer) (void)caught(kTurn, [&] { return tell_of(answer.error(), request.session, begun); });
  return answer;
}

Result<void> Engine::Impl::tell_of(const Error& error, std::string_view session,
                                   engine::TelemetryTombstones::Moment begun) const {
  auto events = events_of(session, begun);
  events.event("respond").text("status", "error").text("code", engine::SafeText::word(to_string(error.code)));
  events.send();
  return {};
}

Result<Turn> Engine::Impl::work_out(const Request& request) {
  if (auto checked = engine::check_request(request, place.limits, place.catalog->definition()); !checked) {
    return Unexpected(checked.error());
  }
  if (request.continuation_id.empty()) return take_turn(request);
  auto session = session_named_by(request.continuation_id);
  if (!session) return Unexpected(session.error());
  Request named = request;
  named.session = std::move(*session);
  return take_turn(named);
}

// TurnWork judges whether the conversation goes on: a redelivery and a late result are heard when it does not.
Result<std::string> Engine::Impl::session_named_by(std::string_view continuation_id) const {
  auto found = place.store->find_conversation(continuation_id);
  if (!found) return Unexpected(found.error());
  if (!*found) return Unexpected(ErrorCode::kUnknownSession, "no conversation has this 'continuation_id'");
  if (!(*found)->session.empty()) return std::move((**found).session);
  return Unexpected(ErrorCode::kSessionExpired,
                    "the conversation of this 'continuation_id' is over; begin another with 'session'");
}

Result<Turn> Engine::Impl::take_turn(const Request& request) {
  const auto turn = queue.enter(request.session);
  bool went_on = false;
  for (int conflicts = 0;; ++conflicts) {
    engine::TurnWork work(place, request);
    Result<Turn> answer = caught(kTurn, [&] { return work.run(conflicts, went_on); });
    if (answer) return answer;
    if (work.has_effects()) {
      note_effects(answer.error());
      return answer;
    }
    if (answer.error().code != ErrorCode::kStaleVersion || conflicts == kMaxConflicts) return answer;
    went_on = went_on || work.goes_on();
    place.clock->sleep_for(pause_after(conflicts, place.runner.name()));
  }
}

// ---- an engine ------------------------------------------------------------------------------------------

Result<std::unique_ptr<Engine>> Engine::create(std::shared_ptr<const Catalog> catalog,
                                               std::shared_ptr<SessionStore> store, EngineOptions options) {
  if (!catalog || !store) return Unexpected(ErrorCode::kInvalidRequest, "an engine needs a catalog and a store");
  for (const auto& sink : options.telemetry) {
    if (!sink) return Unexpected(ErrorCode::kInvalidRequest, "EngineOptions::telemetry holds a null sink");
  }
  std::shared_ptr<Clock> clock = options.clock ? options.clock : system_clock();
  std::unique_ptr<Impl> impl(
      new Impl{{catalog, std::move(store), clock, options.ids ? options.ids : random_ids(),
                engine::Telemetry(*catalog, options.telemetry, options.telemetry_key),
                engine::Redactor(catalog, options.telemetry_key, options.user_key), engine::ToolRunner(clock),
                options.limits, engine::SessionQuota(options.limits), options.user_key, nullptr},
               {},
               ::getpid(),
               {}});
  Impl& made = *impl;
  made.place.memory = catalog->definition().memory;
  if (options.adjust_memory) {
    const auto adjusted = caught("the bot's memory could not be adjusted: ", [&]() -> Result<void> {
      options.adjust_memory(made.place.memory);
      return {};
    });
    if (!adjusted) return Unexpected(adjusted.error());
  }
  auto recall = made.make_recall(options);
  if (!recall) return Unexpected(recall.error());
  made.place.recall = std::move(*recall);
  const config::BotDefinition& bot = catalog->definition();
  if (bot.session.retention > 0 || made.place.memory.offload)
    made.sweeper.start(options.sweep_every, [&made] { (void)made.sweep(); });
  return std::unique_ptr<Engine>(new Engine(std::move(impl)));
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

// The threads of an engine are not in a forked child, and what they held there is held for ever: to wait for either
// would never end. All of it is left to the end of the child.
Engine::~Engine() {
  if (impl_ && impl_->process != ::getpid()) (void)impl_.release();
}

Result<void> Engine::register_tool(const std::string& name, ToolFunction function) {
  if (!impl_->place.catalog->definition().find_tool(name)) {
    return Unexpected(ErrorCode::kUnknownTool, "the bot declares no tool '" + name + "'; add it under `tools:`");
  }
  impl_->place.tools.add(name, std::move(function));
  return {};
}

Result<Turn> Engine::handle(const Request& request) { return impl_->handle(request); }

bool Engine::flush_telemetry(TimeMs timeout) { return impl_->place.telemetry.flush(timeout); }
std::vector<TelemetryCounts> Engine::telemetry_counts() const { return impl_->place.telemetry.counts(); }

Result<ForgetReceipt> Engine::forget_session(std::string_view session, TimeMs timeout) {
  return caught("the session could not be forgotten: ",
                [&] { return engine::forget_session(impl_->place, session, timeout); });
}

Result<ForgetReceipt> Engine::forget_user(std::string_view user, TimeMs timeout) {
  return caught("the user could not be forgotten: ", [&] { return engine::forget_user(impl_->place, user, timeout); });
}

Result<bool> Engine::annotate(std::string_view session, SessionNotes notes) {
  return caught("the session could not be noted on: ", [&]() -> Result<bool> {
    const engine::Redactor& redactor = impl_->place.redactor;
    const auto state = impl_->place.store->load(session);
    if (!state) return Unexpected(state.error());
    if (!*state) return false;
    const auto gone = engine::is_past_retention(*impl_->place.store, **state, impl_->place.catalog->definition(),
                                                impl_->place.clock->now());
    if (!gone) return Unexpected(gone.error());
    if (*gone) return false;
    notes = redactor.notes(std::move(notes), **state);
    return impl_->place.store->annotate(session, notes);
  });
}

std::string Engine::user_hash(std::string_view user) const { return parley::user_hash(user, impl_->place.user_key); }

std::string Engine::redact(std::string_view text) const { return impl_->place.redactor.for_display(text); }

std::string Engine::redact(std::string_view text, const SessionState& state) const {
  return impl_->place.redactor.for_display(text, state);
}

}  // namespace parley
