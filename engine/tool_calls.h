// Stage "call": runs the tool that the planner calls, and adds its outcome to the turn.
#pragma once

#include <cstdint>
#include <string>

#include "engine/turn_draft.h"
#include "parley/result.h"
#include "parley/store.h"
#include "parley/tool.h"

namespace parley::engine {

// Runs the call that the session waits for. Before a function runs, its call is stored as started, so that a crash
// during the call is recognized. Adds the outcome to the draft.
Result<ToolOutcome> run_tool(TurnDraft& draft, const config::Tool& tool);

// Adds the outcome of the call that the session waits for: its record, usage, message and event.
void add_outcome(TurnDraft& draft, const ToolOutcome& outcome, std::int64_t took_us);

// Adds the record of the call that the session waits for. A mock has no effects and needs no record.
void record_call(PendingCommit& pending, const TurnScope& scope, CallRecord::Status status, TimeMs ended_at);

// Adds the message of an outcome. Its text has the tool's name and the kind of outcome (seed F36). Its metadata has the
// redacted result, if the bot keeps results.
void add_tool_message(PendingCommit& pending, const TurnScope& scope, StoreGate& gate, const std::string& tool,
                      const std::string& call_id, const ToolOutcome& outcome);

// Validates the values of a tool's offer like values from a user, and replaces argument names by param names. Drops the
// offer if a value is invalid.
void validate_offer(const TurnScope& scope, const SessionState& state, ToolOutcome& outcome);

bool is_awaited(const SessionState& state, const std::string& call_id);
// Returns how long the session has waited for the result of a call, in microseconds; 0 if the clock was set back.
std::int64_t waited_us(const TurnScope& scope, const SessionState& state);
CallRecord::Status status_after(ToolOutcome::Kind kind);
Unexpected unknown_call();

}  // namespace parley::engine
