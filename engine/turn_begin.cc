// How a turn begins: what is stored is loaded, what was answered is answered again, what a crash interrupted is
// brought to its end, and what is over begins anew.
// Tested by tests/engine/redelivery_test.cc and crash_test.cc.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "engine/retention.h"
#include "engine/session_lifetime.h"
#include "engine/turn_work.h"
#include "intents/classifier.h"
#include "parley/sessions.h"

namespace parley::engine {
namespace {

Unexpected conversation_is_over() {
  return Unexpected(ErrorCode::kSessionExpired,
                    "the conversation of this 'continuation_id' is over; begin another with 'session'");
}

// The fields by which a write adds to a session, by name: "messages, params".
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

}  // namespace

// While another engine runs a tool for this session, its turn is waited for.
Result<void> TurnWork::load(bool went_on) {
  constexpr TimeMs kLongestPause = 200;
  for (TimeMs pause = 2;; pause = std::min(2 * pause, kLongestPause)) {
    auto stored = place_.store->load(request_.session);
    if (!stored) return Unexpected(stored.error());
    state_ = *stored ? std::move(**stored) : SessionState();
    if (*stored) {
      const auto erased = erase_past_retention();
      if (!erased) return Unexpected(erased.error());
      if (*erased) continue;  // it is not there now, or another process has written it meanwhile
    }
    if (!is_run_elsewhere()) break;
    place_.clock->sleep_for(pause);
  }
  stored_version_ = state_.version;
  gate_.learn(state_);
  if (stored_version_ == 0 && went_on) {
    return Unexpected(ErrorCode::kUnknownSession, "the session was erased while the turn was being worked out");
  }
  if (stored_version_ == 0) {
    if (auto begun = begin_session(); !begun) return begun;
  }
  choose_language();
  return {};
}

// A conversation that is replayed or imported has old times, and goes on at the time of its requests. A time to come
// erases nothing: what the machine's clock keeps stays.
Result<bool> TurnWork::is_past_retention(const SessionState& state) const {
  const TimeMs now = std::min(now_, place_.clock->now());
  return engine::is_past_retention(*place_.store, state, place_.catalog->definition(), now);
}

Result<bool> TurnWork::erase_past_retention() {
  auto past = is_past_retention(state_);
  if (!past || !*past) return past;
  const TimeMs expired_at = place_.clock->now() - place_.catalog->definition().session.retention;
  const auto erased = place_.store->erase({{request_.session, state_.version, expired_at}});
  if (!erased) return Unexpected(erased.error());
  return true;
}

bool TurnWork::is_run_elsewhere() const {
  if (!state_.waiting || !state_.waiting->started) return false;
  const PendingInput& waiting = *state_.waiting;
  return waiting.runner != place_.runner.name() && place_.clock->now() < waiting.running_until &&
         !LeaseOwner::is_gone(waiting.runner);
}

Result<void> TurnWork::begin_session() {
  const auto expired = place_.store->expired(request_.session);
  if (!expired) return Unexpected(expired.error());
  had_expired_ = expired->has_value();
  state_.session = request_.session;
  state_.continuation_id = place_.ids->next();
  state_.created_at = state_.updated_at = state_.began_at = now_;
  state_.began_turn = state_.began_message = 1;
  state_.bot = bot_->id;
  state_.config_hash = place_.catalog->fingerprint();
  return {};
}

// What the channel says of the user's language holds until it says something else.
void TurnWork::choose_language() {
  if (const auto locale = intents::locale_in(request_.context)) state_.locale = locale->tag();
  catalog_ = &place_.catalog->in(state_.locale);
  bot_ = &catalog_->definition();
}

Result<std::optional<Turn>> TurnWork::answered_before() {
  if (!request_.id.empty() && stored_version_ > 0) {
    auto found = place_.store->find_turn(request_.session, request_.id);
    if (!found) return Unexpected(found.error());
    if (*found && (*found)->complete) {
      Turn turn = std::move((*found)->turn);
      // A message id is the session's, and may be of another conversation. The answer to a reset is the first of the
      // next one.
      const std::string& asked_for = request_.continuation_id;
      const bool resets = turn.continued && turn.seq == state_.began_turn;
      if (!asked_for.empty() && turn.continuation_id != asked_for && !resets) return conversation_is_over();
      turn.duplicate = true;
      // A call that the host is still to run is stored with all that it is called with.
      auto* call = turn.steps.empty() ? nullptr : std::get_if<ToolCall>(&turn.steps.back());
      const bool is_open = call && state_.waiting && state_.waiting->call;
      if (is_open && state_.waiting->call->call_id == call->call_id) *call = *state_.waiting->call;
      return std::optional<Turn>(std::move(turn));
    }
  }
  return finish_interrupted();
}

// A call that was running when a process died: its outcome is found out or declared unknown, and the turn that
// made it is brought to its end before anything else happens in the session.
Result<std::optional<Turn>> TurnWork::finish_interrupted() {
  if (!state_.waiting || !state_.waiting->started) return std::optional<Turn>();
  auto interrupted = place_.store->find_turn(request_.session, state_.last_message_id);
  if (!interrupted) return Unexpected(interrupted.error());
  if (!*interrupted) return Unexpected(ErrorCode::kStoreCorrupt, "the turn of a running tool call is not in the store");
  turn_ = std::move((*interrupted)->turn);

  const config::Tool* tool = bot_->find_tool(state_.waiting->call->name);
  planner::adapt(*bot_, state_, place_.catalog->fingerprint());
  events_.at(now_, turn_.seq, state_);
  if (state_.waiting && tool) {
    ToolOutcome outcome{ToolOutcome::Kind::kUnknown, {}, "the process ended while the tool was running", {}};
    if (tool->idempotent && place_.tools.who_runs(*tool) != ToolRunner::Runs::kHost) {
      auto repeated = run_tool(*tool);
      if (!repeated) return Unexpected(repeated.error());
      outcome = std::move(*repeated);
    } else {
      note_outcome(outcome, waited_us());
    }
    if (auto planned = plan(std::move(outcome)); !planned) return Unexpected(planned.error());
  }
  if (auto committed = commit(/*complete=*/true); !committed) return Unexpected(committed.error());
  if (turn_.id == request_.id) return std::optional<Turn>(std::move(turn_));
  turn_ = Turn();
  trace_.clear();
  has_effects_ = false;  // those of the turn that was interrupted are stored
  return std::optional<Turn>();
}

// The conversation that the request names goes on with this turn.
Result<void> TurnWork::check_continuation() const {
  if (request_.continuation_id.empty()) return {};
  const bool is_over = stored_version_ == 0 || state_.continuation_id != request_.continuation_id ||
                       over(state_, bot_->session, now_, state_.turns + 1) != Over::kNo;
  return is_over ? Result<void>(conversation_is_over()) : Result<void>();
}

// Whoever has an id must not get into the conversation of another user with it.
Result<void> TurnWork::check_owner() const {
  if (request_.continuation_id.empty() || request_.user.empty() || state_.user.empty()) return {};
  if (user_hash(request_.user, place_.user_key) == state_.user) return {};
  return Unexpected(ErrorCode::kInvalidRequest, "the conversation of this 'continuation_id' is another user's");
}

// Whether the session may have another turn.
Result<void> TurnWork::admit() {
  const bool is_new = stored_version_ == 0;
  if (request_.must_exist && (is_new || over(state_, bot_->session, now_, state_.turns + 1) == Over::kExpired)) {
    return is_new && !had_expired_
               ? Unexpected(ErrorCode::kUnknownSession, "there is no such session, and none was to be begun")
               : Unexpected(ErrorCode::kSessionExpired, "the session has expired, and none was to be begun");
  }
  // What a tool has done is heard in any case.
  if (!std::holds_alternative<ToolResult>(request_.input) && !makes_room()) {
    if (auto within = place_.quota.check(state_); !within) return within;
  }
  if (is_new) {
    if (auto room = place_.quota.admit(*place_.store); !room) return room;
  }
  if (auto noted = note_user(); !noted) return noted;
  return go_on_from_parent();
}

Result<void> TurnWork::go_on_from_parent() {
  if (request_.parent == state_.parent || request_.parent.empty()) return {};
  if (stored_version_ > 0) {
    return Unexpected(ErrorCode::kInvalidRequest, "'parent' is for the message that begins a session");
  }
  const auto parent = place_.store->load(request_.parent);
  if (!parent) return Unexpected(parent.error());
  const auto gone = *parent ? is_past_retention(**parent) : Result<bool>(true);
  if (!gone) return Unexpected(gone.error());
  if (*gone) return Unexpected(ErrorCode::kUnknownSession, "no session of the name in 'parent' is stored");
  if ((*parent)->user != state_.user) {
    return Unexpected(ErrorCode::kInvalidRequest, "the session in 'parent' is another user's");
  }
  if (is_over(**parent, bot_->session, now_)) {
    return Unexpected(ErrorCode::kSessionExpired, "the conversation of the session in 'parent' is over");
  }
  state_.parent = request_.parent;
  state_.parent_turn = std::max<std::int64_t>((*parent)->began_turn, 1);
  state_.parent_messages = (*parent)->messages;
  return {};
}

// Kept as a hash. Noted in the store before the turn that says it is: noting it twice does no harm.
Result<void> TurnWork::note_user() {
  if (request_.user.empty()) return {};
  const std::string hash = user_hash(request_.user, place_.user_key);
  if (hash == state_.user) return {};
  state_.user = hash;
  notes_.user = hash;
  if (stored_version_ == 0) return {};
  auto summary = place_.store->summary(request_.session);
  if (!summary) return Unexpected(summary.error());
  if (!*summary) return {};
  (*summary)->notes.user = hash;
  auto noted = place_.store->annotate(request_.session, (*summary)->notes);
  return noted ? Result<void>() : Unexpected(noted.error());
}

// A conversation that is over is told by `reason`; what was open in it is gone. True: a question was open, and the user
// is to be told that it is not.
bool TurnWork::begin_anew_when_over() {
  if (stored_version_ == 0) {
    if (had_expired_) turn_.reason = to_string(Over::kExpired);
    return false;
  }
  const Over why = over(state_, bot_->session, now_, turn_.seq);
  turn_.continued = why == Over::kNo;
  if (turn_.continued) return false;
  turn_.reason = to_string(why);
  const bool had_question = why == Over::kExpired && state_.waiting;
  ended_ = conversation();
  close_conversation();
  begin_anew(state_, now_, turn_.seq, place_.ids->next());
  state_.began_message = first_message_;
  return had_question;
}

// Before the answer proper.
void TurnWork::say_first(const config::TextVariants& wording) {
  const std::string text = planner::ResponseRenderer(*bot_, state_, request_.context, nullptr).say(wording);
  if (text.empty()) return;
  remember(Role::kAssistant, gate_.hidden_text(text));
  turn_.steps.push_back(Say{text});
}

// Messages that the bot will trim belong to the topics of their own conversation, which nothing is added to from now
// on.
void TurnWork::close_conversation() {
  if (stored_version_ == 0 || !place_.memory.topics || bot_->session.at_limit != config::Session::AtLimit::kTrim)
    return;
  (void)keep_in_topics(first_message_ - 1);
}

// The turn has judged whether its session is past the retention; ContextService would judge it by the machine's clock.
Result<bool> TurnWork::keep_in_topics(std::int64_t upto) {
  const auto stored = place_.store->load(request_.session);
  if (!stored) return Unexpected(stored.error());
  if (!*stored) return false;
  return place_.recall->keep_in_topics(**stored, upto);
}

// What goes is in the topics first; as long as it cannot be put there, it stays.
void TurnWork::trim_oldest() {
  const bool trims = bot_->session.at_limit == config::Session::AtLimit::kTrim;
  const auto untrimmed = trims && place_.memory.topics ? std::optional(state_) : std::nullopt;
  first_kept_turn_ = trim(state_, bot_->session, turn_.seq);
  if (first_kept_turn_ == 0 || !untrimmed) return;
  const auto kept = keep_in_topics(untrimmed->messages);
  if (kept && *kept) return;
  state_ = *untrimmed;
  first_kept_turn_ = 0;
}

// No limit stops what the host clears a session with: a reset, the end, a prune.
bool TurnWork::makes_room() const {
  if (const auto* event = std::get_if<SessionEvent>(&request_.input)) return *event != SessionEvent::kSilence;
  const auto* write = std::get_if<SessionWrite>(&request_.input);
  return write && write->keep_turns > 0 && additions_of(*write).empty();
}

// A user's "start over" makes room, too. The result of a call is heard: the call was made within the limit.
bool TurnWork::passes_turn_limit() const {
  if (makes_room() || std::holds_alternative<ToolResult>(request_.input)) return true;
  if (const auto* own = std::get_if<OwnUnderstanding>(&request_.input)) return own->act == Act::kReset;
  const auto* text = std::get_if<std::string>(&request_.input);
  return text && catalog_->understand(base::valid_utf8(*text), nlu_context()).act == Act::kReset;
}

// A session with all the turns it may have. Nothing is stored: it must not grow by what it refuses. A user is told so;
// a host, which waits for no reply, gets an error that names what was not written.
Result<Turn> TurnWork::refused() {
  if (const auto* write = std::get_if<SessionWrite>(&request_.input)) {
    return Unexpected(ErrorCode::kLimitExceeded,
                      "'write': the conversation has all the turns that its bot allows (session.max_turns: " +
                          std::to_string(bot_->session.max_turns) + "). Nothing was written: no " +
                          additions_of(*write) +
                          ". Send the event 'reset' or 'end' first, or a write of 'keep_turns' alone");
  }
  turn_.reason = "max_turns";
  turn_.seq = state_.turns;
  turn_.continuation_id = state_.continuation_id;
  turn_.say.push_back(planner::ResponseRenderer(*bot_, state_, request_.context, nullptr).say(bot_->replies.refused));
  turn_.steps.push_back(Say{turn_.say.back()});
  return std::move(turn_);
}

}  // namespace parley::engine
