// TurnWork: one turn, from the request to the answer. The way of docs/design.md, a function a line:
//
//   load -> seen before? -> finish what a crash interrupted -> a late tool result? -> admit -> begin anew when over
//        -> fit to a changed bot -> understand -> plan, run tools -> commit -> telemetry -> answer
//
// Up to "begin anew" it stands in turn_begin.cc and late_result.cc; understanding and planning in turn_work.cc, tools
// in turn_tools.cc, and the commit in turn_commit.cc.
//
// Requires: the session's place at the head of its queue, for as long as the object lives.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "context/service/context_service.h"
#include "engine/lease_owner.h"
#include "engine/redactor.h"
#include "engine/session_quota.h"
#include "engine/store_gate.h"
#include "engine/telemetry.h"
#include "engine/tool_runner.h"
#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/store.h"
#include "planner/planner.h"

namespace parley::engine {

// What all turns of an engine share.
struct EngineServices {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<SessionStore> store;
  std::shared_ptr<Clock> clock;
  std::shared_ptr<IdSource> ids;
  Telemetry telemetry;
  Redactor redactor;
  ToolRunner tools;
  Limits limits;
  SessionQuota quota;
  std::string user_key;
  std::unique_ptr<context::ContextService> recall;
  LeaseOwner runner = {};
  MemoryOptions memory = {};  // the bot's, as the host has adjusted it
};

CallRecord::Status status_after(ToolOutcome::Kind kind);
Unexpected unknown_call();
const std::string* spoken(const Step& step);  // what the user is told by it; null: nothing

class TurnWork {
 public:
  TurnWork(EngineServices& place, const Request& request);

  // `conflicts`: how often this turn was tried before, and another process was quicker. `went_on`: the session was
  // there then. What was erased meanwhile does not begin anew.
  Result<Turn> run(int conflicts = 0, bool went_on = false);

  // A tool has run in this turn, and how it ended is not stored: it must not be run again by trying the turn again.
  bool has_effects() const { return has_effects_; }
  bool goes_on() const { return stored_version_ > 0; }  // the session was there when it was loaded

 private:
  // turn_begin.cc
  Result<void> load(bool went_on);
  Result<bool> is_past_retention(const SessionState& state) const;
  Result<bool> erase_past_retention();
  bool is_run_elsewhere() const;
  Result<void> begin_session();
  void choose_language();
  Result<std::optional<Turn>> answered_before();
  Result<std::optional<Turn>> finish_interrupted();
  Result<void> check_continuation() const;
  Result<void> check_owner() const;
  Result<void> admit();
  Result<void> note_user();
  Result<void> go_on_from_parent();
  bool begin_anew_when_over();
  void say_first(const config::TextVariants& wording);
  void trim_oldest();
  void close_conversation();
  Result<bool> keep_in_topics(std::int64_t upto);
  bool makes_room() const;
  bool passes_turn_limit() const;
  Result<Turn> refused();

  // turn_write.cc
  Result<void> write(const SessionWrite& write);
  Result<void> note_begin(const SessionWrite& write);
  void remember_written(const SessionWrite::Text& message);
  Result<void> prune(std::int64_t keep_turns);
  Result<void> forget_before(std::int64_t first_kept_turn, std::int64_t trimmed, std::int64_t kept_bytes);
  // late_result.cc
  bool is_awaited(const std::string& call_id) const;
  Result<void> take_late_result();
  Result<void> record_late(const CallRecord& call, const ToolOutcome& outcome);
  void tell_late_result();

  // turn_work.cc
  Result<planner::Event> read_input();
  Understanding understand(const std::string& text);
  NluContext nlu_context() const;

  Result<void> plan(planner::Event event);
  Result<void> apply(planner::Transition transition, bool resets);
  Result<std::vector<std::string>> recap();
  void follow_reset();

  // turn_tools.cc
  void judge_offer(ToolOutcome& outcome) const;
  Result<ToolOutcome> run_tool(const config::Tool& tool);
  void record(const ToolCall& call, CallRecord::Status status, TimeMs ended_at);
  void note_outcome(const ToolOutcome& outcome, std::int64_t took_us);
  void remember_outcome(const std::string& tool, const std::string& call_id, const ToolOutcome& outcome);

  // turn_commit.cc
  EndedConversation conversation() const;  // the current one, as it will be kept when it has ended
  void remember(Role role, std::string text, MessageDetails details = {});
  void pass_the_gate();
  Result<void> commit(bool complete);

  // turn_usage.cc
  void add_usage(const Usage& usage);
  void add_request_usage();
  void keep_usage();

  // turn_events.cc
  void tell_received();
  void tell_understood(std::string_view text, const Understanding& heard, const NluContext& now);
  void tell_judged(const Understanding& judged);
  void tell_planned(const std::vector<std::string>& steps, const std::vector<std::string>& trace);
  void tell_outcome(const PendingInput& waiting, const ToolOutcome& outcome, std::int64_t took_us);
  std::int64_t waited_us() const;  // for the result of a tool that the host runs
  void tell_answered();

  EngineServices& place_;
  const Request& request_;
  const Catalog* catalog_;  // in the session's language
  const config::BotDefinition* bot_;
  Telemetry::Batch events_;
  TimeMs now_ = 0;
  SessionState state_;
  std::int64_t stored_version_ = 0;  // what the store holds
  std::int64_t first_message_ = 1;   // the seq of this turn's first message
  Turn turn_;
  StoreGate gate_;                          // for all that is stored of it
  std::vector<Message> messages_;           // of this turn, not yet stored; and so the next
  std::map<std::int64_t, Usage> usage_of_;  // of those, by seq: what tools reported
  std::optional<Usage> usage_due_;          // the request's, counted and not yet with a message
  std::vector<CallRecord> calls_;
  SessionNotes notes_;
  std::optional<EndedConversation> ended_;  // by this turn, and not yet stored
  std::int64_t first_kept_turn_ = 0;
  bool had_expired_ = false;  // a session of this name, of which nothing is left
  std::vector<std::string> trace_;
  Value explanation_;
  bool has_effects_ = false;
  std::int64_t load_us_ = 0, commit_us_ = 0, commits_ = 0, conflicts_ = 0;  // for telemetry
};

}  // namespace parley::engine
