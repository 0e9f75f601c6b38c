// Tested by tests/engine/continuation_test.cc, session_limits_test.cc and sessions_test.cc.
#include "engine/session_access.h"

#include <algorithm>

#include "engine/session_limits.h"
#include "engine/session_loader.h"
#include "engine/session_owner.h"

namespace parley::engine {

std::string additions_of(const SessionWrite& write) {
  std::string names;
  const auto add = [&](bool is_set, const char* name) {
    if (is_set) names.append(names.empty() ? "" : ", ").append(name);
  };
  add(!write.messages.empty(), "messages");
  add(!write.intent.empty(), "intent");
  add(!write.params.empty(), "params");
  add(write.waiting_for_param.has_value(), "waiting_for_param");
  add(!write.title.empty(), "title");
  add(!write.system_prompt.empty(), "system_prompt");
  add(!write.tags.empty(), "tags");
  add(!write.metadata.empty(), "metadata");
  return names;
}

bool makes_room(const Request& request) {
  if (const auto* event = std::get_if<SessionEvent>(&request.input)) {
    return *event == SessionEvent::kEnd || *event == SessionEvent::kReset;
  }
  const auto* write = std::get_if<SessionWrite>(&request.input);
  return write && write->keep_turns > 0 && additions_of(*write).empty();
}

Result<void> check_continuation(const TurnScope& scope, const LoadedSession& loaded) {
  const std::string& wanted = scope.request.continuation_id;
  if (wanted.empty()) return {};
  const SessionState& state = loaded.state;
  const bool continues = !loaded.is_new() && state.continuation_id == wanted &&
                         end_reason(state, scope.bot.session, scope.now, state.turns + 1) == EndReason::kNone;
  return continues ? Result<void>() : Result<void>(conversation_is_over());
}

Result<void> check_session_limits(const TurnScope& scope, const LoadedSession& loaded) {
  const Request& request = scope.request;
  const SessionState& state = loaded.state;
  const auto has_expired = [&] {
    return end_reason(state, scope.bot.session, scope.now, state.turns + 1) == EndReason::kExpired;
  };
  if (request.must_exist && (loaded.is_new() || has_expired())) {
    return loaded.is_new() && !loaded.had_expired
               ? Unexpected(ErrorCode::kUnknownSession,
                            "session not found; the request sets must_exist, so no session was created")
               : Unexpected(ErrorCode::kSessionExpired,
                            "the session has expired; the request sets must_exist, so no session was created");
  }
  // The outcome of a tool call is accepted even at the limit.
  if (!std::holds_alternative<ToolResult>(request.input) && !makes_room(request)) {
    if (auto within = check_usage(state, scope.services.limits); !within) return within;
  }
  return loaded.is_new() ? scope.services.quota.admit(*scope.services.store) : Result<void>();
}

Result<void> set_parent(const TurnScope& scope, bool is_new_session, SessionState& state) {
  const std::string& name = scope.request.parent;
  if (name == state.parent || name.empty()) return {};
  if (!is_new_session) {
    return Unexpected(ErrorCode::kInvalidRequest, "'parent' is for the message that begins a session");
  }
  const auto parent = scope.store.load(name);
  if (!parent) return Unexpected(parent.error());
  if (*parent) {
    if (auto own = check_own_session(**parent, scope.services, scope.bot_services); !own) return own;
  }
  const auto is_gone =
      *parent ? is_past_retention(scope.services, scope.bot_services, **parent, scope.now) : Result<bool>(true);
  if (!is_gone) return Unexpected(is_gone.error());
  if (*is_gone) return Unexpected(ErrorCode::kUnknownSession, "the session in 'parent' is not stored");
  const auto owner = owner_of(scope.store, **parent);
  if (!owner) return Unexpected(owner.error());
  if (*owner != state.user) {
    return Unexpected(ErrorCode::kInvalidRequest, "the session in 'parent' belongs to another user");
  }
  if (is_over(**parent, scope.bot.session, scope.now)) {
    return Unexpected(ErrorCode::kSessionExpired, "the conversation of the session in 'parent' is over");
  }
  state.parent = name;
  state.parent_conversation = (*parent)->continuation_id;
  state.parent_turn = std::max<std::int64_t>((*parent)->began_turn, 1);
  state.parent_messages = (*parent)->messages;
  return {};
}

}  // namespace parley::engine
