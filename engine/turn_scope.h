// The values that stay the same while a turn runs, and those that its attempts share.
//
// Tested by tests/engine/redelivery_test.cc and tests/engine/threads_test.cc.
#pragma once

#include <string>

#include "config/definition.h"
#include "engine/engine_services.h"
#include "engine/understanding_context.h"
#include "parley/turn.h"

namespace parley::engine {

// A valid request that may have a turn.
struct Admission {
  const Request& request;
  std::string session;  // from `session`, or found by `continuation_id`
  std::shared_ptr<const BotServices> bot;
};

// Another process may store a turn of the session first. The engine then tries the turn again.
struct TurnAttempts {
  int conflicts = 0;             // failed attempts
  bool session_existed = false;  // in an earlier attempt. A session that was erased since is not created again
  bool tool_has_run = false;     // and its outcome is not stored: the turn must not be tried again
};

// One attempt at a turn.
struct TurnScope {
  EngineServices& services;
  TurnStore& store;  // the same as services.store
  const BotServices& bot_services;
  const Request& request;
  const std::string& session;
  TimeMs now;                        // the request's, or the clock's
  const Catalog& catalog;            // in the session's language
  const config::BotDefinition& bot;  // likewise
};

inline NluContext nlu_context(const TurnScope& scope, const SessionState& state) {
  return understanding_context(scope.bot, state, scope.request.context, scope.now);
}

}  // namespace parley::engine
