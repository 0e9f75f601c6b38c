// The values that do not change while a turn runs, and the values that its attempts share.
//
// Tested by tests/engine/redelivery_test.cc and tests/engine/threads_test.cc.
#pragma once

#include <optional>
#include <string>

#include "config/definition.h"
#include "engine/engine_services.h"
#include "engine/model_client.h"
#include "engine/understanding_context.h"
#include "parley/turn.h"

namespace parley::engine {

// A valid request that may have a turn.
struct Admission {
  const Request& request;
  std::string session;  // the session with the request's `continuation_id`, or the one for its `session` and `user`
  std::shared_ptr<const BotServices> bot;
};

// The state that all attempts at a turn share. The engine tries a turn again if another process stored a turn of the
// session first.
struct TurnAttempts {
  int conflicts = 0;             // failed attempts
  bool session_existed = false;  // in an earlier attempt; a session that was erased since then is not created again
  bool tool_has_run = false;     // a tool has run and its outcome is not stored, so the turn must not be tried again
  // How the language model read the message in an earlier attempt. Unset: it was not asked.
  std::optional<ModelReply> model_reply = {};
  // How it answered from passages in an earlier attempt. Unset: it was not asked.
  std::optional<ModelReply> document_reply = {};
  ModelSpending model_spending = {};
};

// One attempt at a turn.
struct TurnScope {
  EngineServices& services;
  TurnStore& store;  // *services.store
  const BotServices& bot_services;
  const Request& request;
  const std::string& session;
  TimeMs now;                        // the time of the request, or of the clock
  const Catalog& catalog;            // in the session's language
  const config::BotDefinition& bot;  // the definition of `catalog`
  std::string user = {};             // the request's user as a hash. Empty: unknown
};

inline NluContext nlu_context(const TurnScope& scope, const SessionState& state) {
  return understanding_context(scope.bot, state, scope.request.context, scope.now);
}

}  // namespace parley::engine
