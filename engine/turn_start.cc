// Tested by tests/engine/session_limits_test.cc, turn_limit_test.cc and ended_conversations_test.cc.
#include "engine/turn_start.h"

#include <utility>

#include "base/text.h"
#include "engine/input_hash.h"
#include "engine/session_access.h"
#include "engine/session_limits.h"
#include "engine/turn_planner.h"
#include "engine/turn_topics.h"
#include "engine/turn_usage.h"
#include "parley/act_queries.h"
#include "planner/planner.h"
#include "planner/response_renderer.h"

namespace parley::engine {
namespace {

std::string render(const TurnScope& scope, SessionState& state, const config::TextVariants& reply) {
  return planner::ResponseRenderer(scope.bot, state, scope.request.context, nullptr).say(reply);
}

// Sets the user of a session that had none.
void set_user(const TurnScope& scope, PendingCommit& pending) {
  if (scope.user.empty() || scope.user == pending.state.user) return;
  pending.state.user = scope.user;
  if (pending.is_new_session()) {
    pending.notes.user = scope.user;
  } else {
    pending.new_user = scope.user;
  }
}

// Starts another conversation if the current one is over. Returns why it is over.
EndReason replace_ended_conversation(const TurnScope& scope, PendingCommit& pending) {
  SessionState& state = pending.state;
  const EndReason reason = end_reason(state, scope.bot.session, scope.now, pending.turn.seq);
  if (reason == EndReason::kNone) return reason;
  pending.ended = current_conversation(state);
  close_topics(scope, pending);
  start_conversation(state, scope.now, pending.turn.seq, scope.services.ids->next());
  state.began_message = pending.first_message;
  return reason;
}

// Adds the oldest messages to the topics, and then trims them. If the topics cannot be updated, the messages stay until
// a later turn.
void trim_messages(const TurnScope& scope, PendingCommit& pending) {
  const bool trims = scope.bot.session.at_limit == config::Session::AtLimit::kTrim;
  const auto untrimmed = trims && scope.bot_services.memory.topics ? std::optional(pending.state) : std::nullopt;
  pending.first_kept_turn = trim_oldest(pending.state, scope.bot.session, pending.turn.seq);
  if (pending.first_kept_turn == 0 || !untrimmed) return;
  const auto added = add_to_topics(scope, untrimmed->messages);
  if (added && *added) return;
  pending.state = *untrimmed;
  pending.first_kept_turn = 0;
}

// Returns whether a request is accepted although the conversation has `max_turns` turns. A "start over" of the user is
// accepted, because it starts another conversation. The result of a call is accepted, because the call was made within
// the limit.
bool starts_over(const NluResult& nlu) { return nlu.act == Act::kReset || main_act(nlu.acts) == Act::kReset; }

bool passes_turn_limit(const TurnScope& scope, const SessionState& state) {
  const Request& request = scope.request;
  if (makes_room(request) || std::holds_alternative<ToolResult>(request.input)) return true;
  if (const auto* nlu = std::get_if<NluResult>(&request.input)) return starts_over(*nlu);
  const auto* text = std::get_if<std::string>(&request.input);
  return text &&
         main_act(scope.catalog.understand(base::valid_utf8(*text), nlu_context(scope, state)).acts) == Act::kReset;
}

}  // namespace

void say_reply(const TurnScope& scope, const config::TextVariants& reply, StoreGate& gate, PendingCommit& pending) {
  const std::string text = render(scope, pending.state, reply);
  if (text.empty()) return;
  add_message(pending, scope, Role::kAssistant, gate.hidden_text(text));
  pending.turn.steps.push_back(Say{text});
}

Result<StartedTurn> start_turn(const TurnScope& scope, const LoadedSession& loaded, StoreGate& gate,
                               PendingCommit& pending) {
  if (auto continues = check_continuation(scope, loaded); !continues) return Unexpected(continues.error());
  if (auto within = check_session_limits(scope, loaded); !within) return Unexpected(within.error());

  StartedTurn started;
  pending.stored_version = loaded.state.version;
  set_user(scope, pending);
  if (auto set = set_parent(scope, pending.is_new_session(), pending.state); !set) return Unexpected(set.error());

  Turn& turn = pending.turn;
  turn.session = scope.session;
  turn.id = scope.request.id.empty() ? scope.services.ids->next() : scope.request.id;
  turn.seq = pending.state.turns + 1;
  pending.input_hash = input_hash(scope.request, scope.session, scope.bot_services.input_hash_key);
  pending.first_message = pending.state.messages + 1;
  if (pending.is_new_session()) {
    if (loaded.had_expired) turn.reason = to_string(EndReason::kExpired);
    trim_messages(scope, pending);
    pending.state.greets = !scope.bot.on_start.steps.empty();
  } else {
    const bool was_open = pending.state.waiting || pending.state.handed_off;
    const EndReason reason = replace_ended_conversation(scope, pending);
    // A conversation that rolls over goes on for the user.
    const bool begins = reason == EndReason::kEnded || reason == EndReason::kExpired;
    if (begins) pending.state.greets = !scope.bot.on_start.steps.empty();
    turn.continued = reason == EndReason::kNone;
    turn.reason = to_string(reason);
    trim_messages(scope, pending);  // before the turn adds messages
    // The reply is added after the new conversation has started, so that it cannot quote values of the old one.
    if (was_open && reason == EndReason::kExpired) say_reply(scope, scope.bot.replies.expired, gate, pending);
  }
  add_request_usage(pending, scope.request.usage);
  started.trace =
      planner::adapt(scope.bot, pending.state, scope.bot_services.catalog->fingerprint(), type_validator(scope));
  started.is_refused = turn_limit(pending.state, scope.bot.session, turn.seq) == TurnLimit::kRefuse &&
                       !passes_turn_limit(scope, pending.state);
  return started;
}

Result<Turn> refuse_turn(const TurnScope& scope, PendingCommit& pending) {
  if (const auto* write = std::get_if<SessionWrite>(&scope.request.input)) {
    return Unexpected(ErrorCode::kLimitExceeded,
                      "'write': the conversation has reached the turn limit of its bot (session.max_turns: " +
                          std::to_string(scope.bot.session.max_turns) + "). Not written: " + additions_of(*write) +
                          ". Send the event 'reset' or 'end' first, or a write of 'keep_turns' alone");
  }
  Turn& turn = pending.turn;
  turn.reason = "max_turns";
  turn.seq = pending.state.turns;
  turn.continuation_id = pending.state.continuation_id;
  turn.say.push_back(render(scope, pending.state, scope.bot.replies.refused));
  turn.steps.push_back(Say{turn.say.back()});
  return std::move(turn);
}

}  // namespace parley::engine
