// TurnDraft: a turn between its start and its commit. Stages read it and add to it.
//
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <string>
#include <vector>

#include "engine/pending_commit.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "engine/turn_telemetry.h"
#include "parley/value.h"

namespace parley::engine {

// For Turn::explain.
struct TurnExplanation {
  std::vector<std::string> trace;  // the rules that applied, in order: names, never a value
  Value understanding;             // null: the request did not ask for it, or has no text

  void add(std::vector<std::string> rules) {
    trace.insert(trace.end(), std::make_move_iterator(rules.begin()), std::make_move_iterator(rules.end()));
  }
};

struct TurnDraft {
  const TurnScope& scope;
  StoreGate& gate;  // knows the private values of the turn
  TurnTelemetry& telemetry;
  TurnAttempts& attempts;
  PendingCommit pending;
  TurnExplanation explanation = {};
};

}  // namespace parley::engine
