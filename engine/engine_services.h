// The services that all turns of an engine share.
//
// Tested by tests/engine/engine_test.cc, memory_settings_test.cc and replace_catalog_test.cc.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/sip_hash.h"
#include "context/service/context_service.h"
#include "engine/knowledge_base.h"
#include "engine/lease_owner.h"
#include "engine/model_client.h"
#include "engine/recent_answers.h"
#include "engine/redactor.h"
#include "engine/session_quota.h"
#include "engine/telemetry.h"
#include "engine/tool_runner.h"
#include "engine/turn_report.h"
#include "intents/catalog_access.h"
#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/store.h"

namespace parley::engine {

// The services that depend on the catalog. A turn, a sweep or a context uses the same BotServices from its start to its
// end, even if the engine gets another bot meanwhile.
struct BotServices {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const Redactor> redactor;
  std::shared_ptr<const ReportContext> report_context;  // of telemetry
  MemoryOptions memory;                                 // the bot's memory options, after EngineOptions::adjust_memory
  std::string user_key;                                 // EngineOptions::user_key
  base::SipKey input_hash_key;                          // of StoredTurn::input_hash (engine/input_hash.h)
  ToolFunctions tools;                                  // functions of the caller, for tools that the bot declares
  std::unique_ptr<context::ContextService> contexts = {};
  std::shared_ptr<const KnowledgeBase> knowledge = {};  // null: the bot has none

  const config::BotDefinition& definition() const { return intents::definition_of(*catalog); }
};

// Holds the bot that new turns use. Another thread may replace it. Thread-safe.
class CurrentBot {
 public:
  // Null until the engine is complete.
  std::shared_ptr<const BotServices> get() const {
    const std::lock_guard lock(mutex_);
    return bot_;
  }
  void set(std::shared_ptr<const BotServices> bot) {
    const std::lock_guard lock(mutex_);
    bot_.swap(bot);  // so the former bot, if this is its last owner, is destroyed after the lock is released
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const BotServices> bot_;
};

struct EngineServices {
  std::shared_ptr<SessionStore> store;
  std::shared_ptr<Clock> clock;
  std::shared_ptr<IdSource> ids;
  Telemetry telemetry;
  ToolRunner tools;
  Limits limits;
  SessionQuota quota;
  CurrentBot bot = {};
  LeaseOwner lease_owner = {};
  std::unique_ptr<ModelClient> model = {};  // null: the engine has no language model
  bool own_sessions_only = false;           // EngineOptions::own_sessions_only
  RecentAnswers recent_answers = {};
};

}  // namespace parley::engine
