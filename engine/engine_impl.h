// What an engine consists of, and what its calls share. Its parts:
//   engine.cc         turns, and the calls that are about one session
//   engine_memory.cc  contexts, summaries and topics
//   engine_sweep.cc   what goes by age
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

#include "config/definition.h"
#include "engine/session_locks.h"
#include "engine/sweeper.h"
#include "engine/turn_work.h"
#include "parley/engine.h"

namespace parley {

struct Engine::Impl {
  engine::EngineServices place;
  engine::SessionLocks queue;

  const pid_t process;  // that made it

  engine::Sweeper sweeper;  // the last member: it uses the others until it is gone

  // engine.cc
  Result<Turn> handle(const Request& request);
  Result<void> tell_of(const Error& error, std::string_view session, engine::TelemetryTombstones::Moment begun) const;
  Result<Turn> work_out(const Request& request);
  Result<std::string> session_named_by(std::string_view continuation_id) const;
  Result<Turn> take_turn(const Request& request);

  // Of something other than a turn.
  engine::Telemetry::Batch events_of(std::string_view session) const {
    return events_of(session, place.telemetry.moment());
  }
  engine::Telemetry::Batch events_of(std::string_view session, engine::TelemetryTombstones::Moment begun) const {
    engine::Telemetry::Batch events(place.telemetry, session, begun);
    events.at(place.clock->now(), place.catalog->definition().id);
    return events;
  }

  // engine_memory.cc
  Result<std::unique_ptr<context::ContextService>> make_recall(const EngineOptions& options);
  Result<void> change_topics(std::string_view session, const context::ContextService::TopicChange& change);

  // engine_sweep.cc
  Result<SweepReport> sweep();
  Result<void> tell_failed_sweep(const Error& error);
  Result<SweepReport> sweep_store();
  Result<void> erase_past_retention(const config::BotDefinition& bot, SweepReport& report);
  Result<void> finish_sweep(const config::BotDefinition& bot, SweepReport& report);
};

}  // namespace parley
