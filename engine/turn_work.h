// TurnWork: one turn, from the request to the answer. The way of docs/design.md, a function a line:
//
//   load -> seen before? -> finish what a crash interrupted -> begin anew when expired -> fit to a changed bot
//        -> understand -> plan, run tools -> commit -> telemetry -> answer
//
// Requires: the session's place at the head of its queue, for as long as the object lives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/redactor.h"
#include "engine/telemetry.h"
#include "engine/tool_runner.h"
#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/store.h"
#include "planner/planner.h"

namespace parley::engine {

// What all turns of an engine share.
struct Workplace {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<SessionStore> store;
  std::shared_ptr<Clock> clock;
  std::shared_ptr<IdSource> ids;
  Telemetry telemetry;
  Redactor redactor;
  ToolRunner tools;
  Limits limits;
};

class TurnWork {
 public:
  TurnWork(Workplace& place, const Request& request);

  Result<Turn> run();

  // A tool has run in this turn: it must not be run again by trying the turn again.
  bool has_effects() const { return has_effects_; }

 private:
  Result<void> load();
  void choose_language();
  Result<std::optional<Turn>> answered_before();
  Result<std::optional<Turn>> finish_interrupted();
  void begin_anew_when_over();
  Result<planner::Event> read_input();
  Understanding understand(const std::string& text);
  Situation situation() const;

  Result<void> plan(planner::Event event);
  void judge_offer(ToolOutcome& outcome) const;
  Result<ToolOutcome> run_tool(const config::Tool& tool);
  Result<void> commit(bool complete);

  void apply(planner::Transition transition);
  void note_outcome(const std::string& tool, const ToolOutcome& outcome);
  std::vector<std::string> recap();
  void remember(Role role, std::string text);

  Workplace& place_;
  const Request& request_;
  const Catalog* catalog_;  // in the session's language
  const config::BotDefinition* bot_;
  Telemetry::Turn telemetry_;
  TimeMs now_ = 0;
  SessionState state_;
  std::int64_t stored_version_ = 0;  // what the store holds
  StoredTurn stored_;
  Turn& turn_ = stored_.turn;
  std::vector<Message> messages_;  // of this turn, not yet stored
  std::vector<std::string> trace_;
  Value explanation_;
  bool has_effects_ = false;
};

}  // namespace parley::engine
