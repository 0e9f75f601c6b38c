// The services that all turns of an engine share.
//
// Tested by tests/engine/engine_test.cc and tests/engine/memory_settings_test.cc.
#pragma once

#include <memory>
#include <string>

#include "context/service/context_service.h"
#include "engine/lease_owner.h"
#include "engine/redactor.h"
#include "engine/session_quota.h"
#include "engine/telemetry.h"
#include "engine/telemetry_names.h"
#include "engine/tool_runner.h"
#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/store.h"

namespace parley::engine {

// Everything that depends on the catalog. A turn takes it once, when it starts, and keeps it until it ends.
struct BotServices {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const TelemetryNames> names;
  Redactor redactor;
  MemoryOptions memory;  // the bot's, after EngineOptions::adjust_memory
  std::string user_key;  // EngineOptions::user_key

  const config::BotDefinition& definition() const { return catalog->definition(); }
};

struct EngineServices {
  std::shared_ptr<const BotServices> bot;
  std::shared_ptr<SessionStore> store;
  std::shared_ptr<Clock> clock;
  std::shared_ptr<IdSource> ids;
  Telemetry telemetry;
  ToolRunner tools;
  Limits limits;
  SessionQuota quota;
  std::unique_ptr<context::ContextService> contexts = {};
  LeaseOwner lease_owner = {};
};

}  // namespace parley::engine
