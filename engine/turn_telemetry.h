// Stage "publish": TurnTelemetry collects the events of a turn in their order, and sends them after the commit
// (docs/telemetry.md). It also measures how long the store takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/pending_commit.h"
#include "engine/telemetry.h"
#include "engine/turn_scope.h"
#include "parley/trace.h"
#include "parley/understanding.h"

namespace parley::engine {

class TurnTelemetry {
 public:
  // The measured time of the turn begins here.
  TurnTelemetry(const EngineServices& services, const Admission& admission, const TurnAttempts& attempts);

  bool is_on() const { return is_on_; }  // whether any sink gets the events

  // Sets the time, the turn number and the session state of all later events.
  void describe(const TurnScope& scope, const PendingCommit& pending);

  std::int64_t lap() { return events_.lap(); }  // microseconds since the last lap
  void loaded() { load_us_ = lap(); }
  void committed();  // adds the time since the last lap to the commit time; call lap() before the commit

  // Adds `changes`, which adapted the state to a changed bot, to the next event "planned".
  void migrated(std::vector<TraceEvent> changes) { migration_ = std::move(changes); }

  void publish_received(const TurnScope& scope, const PendingCommit& pending);
  void publish_understood(const TurnScope& scope, const SessionState& state, std::string_view text,
                          const Understanding& heard, const NluContext& nlu_context);
  // `task`: "read", "document" or "rephrase".
  void publish_model(const char* task, const ModelReply& reply, bool helped);
  void publish_external_nlu(const std::vector<DialogAct>& acts);
  void publish_planned(const TurnScope& scope, const PendingCommit& pending, const std::vector<const char*>& steps,
                       const std::vector<TraceEvent>& trace);
  void publish_outcome(const std::string& tool, const ToolOutcome& outcome, std::int64_t took_us);
  void publish_late_result(const TurnScope& scope, const PendingCommit& pending, const CallRecord& call,
                           const ToolOutcome& outcome);
  // Adds the last events and sends all events. Call it after the commit. If memory runs out, the events are dropped and
  // no error is returned, because the turn is already stored.
  void publish_answered(const TurnScope& scope, const PendingCommit& pending);
  void send() { events_.send(); }

 private:
  Telemetry::Batch events_;
  const bool is_on_;
  const std::int64_t conflicts_;
  std::vector<TraceEvent> migration_;
  std::int64_t load_us_ = 0, commit_us_ = 0, commits_ = 0;
};

}  // namespace parley::engine
