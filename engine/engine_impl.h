// The members of an engine, and the helpers that its calls share. These files define the functions:
//   engine.cc         turns, and calls about one session
//   engine_catalog.cc the bot, and its replacement
//   engine_memory.cc  contexts, summaries and topics
//   engine_sweep.cc   erasure of old items and sessions
//
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include <sys/types.h>

#include "config/definition.h"
#include "engine/engine_services.h"
#include "engine/sweeper.h"
#include "engine/turn_executor.h"
#include "parley/engine.h"

namespace parley {

struct Engine::Impl {
  const EngineOptions options;  // `tools` is empty here, because BotServices holds the tools
  engine::EngineServices services;
  const pid_t process;  // the process that created the engine; another process is a forked child
  engine::TurnExecutor turns{services};

  std::mutex replacing{};  // held while the bot is replaced

  engine::Sweeper sweeper{};  // the last member, because its thread uses the others until it is destroyed

  std::shared_ptr<const engine::BotServices> bot() const { return services.bot.get(); }

  // engine.cc
  Result<Turn> handle(const Request& request);
  Result<void> publish_error(const Error& error, const Request& request,
                             engine::TelemetryTombstones::Moment begun) const;

  // Returns a batch for the events of an operation that is not a turn. `begun` is the moment at which it began.
  engine::Telemetry::Batch events_of(std::string_view session) const {
    return events_of(session, services.telemetry.moment());
  }
  engine::Telemetry::Batch events_of(std::string_view session, engine::TelemetryTombstones::Moment begun) const {
    return events_of(*bot(), session, begun);
  }

  // Returns a batch that shows the names of this bot.
  engine::Telemetry::Batch events_of(const engine::BotServices& bot, std::string_view session,
                                     engine::TelemetryTombstones::Moment begun) const {
    engine::Telemetry::Batch events(services.telemetry, bot.report_context, session, begun);
    events.at(services.clock->now(), bot.definition().id);
    return events;
  }

  // engine_catalog.cc
  Result<void> use(std::shared_ptr<const Catalog> catalog, ToolFunctions tools, const engine::BotServices* former);
  Result<void> replace(std::shared_ptr<const Catalog> catalog, ToolFunctions tools);
  Result<MemoryOptions> memory_of(const config::BotDefinition& bot) const;
  context::ContextServiceTools context_tools(const engine::BotServices& bot) const;
  void publish_summary(const engine::BotServices& bot, std::string_view session, const Summary& summary,
                       std::int64_t upto) const;

  // engine_memory.cc
  Result<void> change_topics(std::string_view session, const context::ContextService::TopicChange& change);

  // engine_sweep.cc
  Result<SweepReport> sweep();
  Result<void> publish_failed_sweep(const Error& error);
  Result<SweepReport> sweep_store();
  Result<void> erase_past_retention(const config::BotDefinition& bot, SweepReport& report);
  Result<void> finish_sweep(const config::BotDefinition& bot, SweepReport& report);
};

}  // namespace parley
