// TurnDraft holds a turn between its start and its commit. The stages read the draft and add to it.
//
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <string>
#include <vector>

#include "engine/pending_commit.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "engine/turn_telemetry.h"
#include "parley/trace.h"
#include "parley/value.h"

namespace parley::engine {

// The contents of Turn::explain and Turn::trace.
struct TurnExplanation {
  std::vector<std::string> trace;     // all decisions as texts, in order; a text has names and never a value
  std::vector<TraceEvent> decisions;  // the planner's decisions
  Value understanding;                // null: the request did not ask for it, or has no text

  void add(const std::vector<std::string>& texts) { trace.insert(trace.end(), texts.begin(), texts.end()); }
  void add(const std::vector<TraceEvent>& events) {
    for (const TraceEvent& event : events) trace.push_back(to_string(event));
    decisions.insert(decisions.end(), events.begin(), events.end());
  }
};

struct TurnDraft {
  const TurnScope& scope;
  StoreGate& gate;  // knows the private values of the turn
  TurnTelemetry& telemetry;
  TurnAttempts& attempts;
  PendingCommit& pending;
  TurnExplanation explanation = {};
};

}  // namespace parley::engine
