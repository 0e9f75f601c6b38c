// Stage "call": runs the tool that the planner calls, and adds its outcome to the turn.
#pragma once

#include <cstdint>
#include <string>

#include "engine/turn_draft.h"
#include "parley/result.h"
#include "parley/store.h"
#include "parley/tool.h"

namespace parley::engine {

// Runs the call that the session waits for. A call of a function is stored as started before it runs, so that a crash
// while it runs is recognized. Adds the outcome to the draft.
Result<ToolOutcome> run_tool(TurnDraft& draft, const config::Tool& tool);

// Adds the outcome of the call that the session waits for: its record, usage, message and event.
void add_outcome(TurnDraft& draft, const ToolOutcome& outcome, std::int64_t took_us);

// Adds the record of the call that the session waits for. A mock has no effects and needs no record.
void record_call(PendingCommit& pending, const TurnScope& scope, CallRecord::Status status, TimeMs ended_at);

// Adds the message of an outcome. It holds the tool's name and the kind of outcome (seed F36), and in its metadata the
// redacted result, if the bot keeps results.
void add_tool_message(PendingCommit& pending, const TurnScope& scope, StoreGate& gate, const std::string& tool,
                      const std::string& call_id, const ToolOutcome& outcome);

// Validates an offer of a tool like a value from a user, and names its values by param. An offer with an invalid value
// is dropped.
void validate_offer(const TurnScope& scope, const SessionState& state, ToolOutcome& outcome);

bool is_awaited(const SessionState& state, const std::string& call_id);
// How long the session has waited for the result of a call, in microseconds. 0 after the clock was set back.
std::int64_t waited_us(const TurnScope& scope, const SessionState& state);
CallRecord::Status status_after(ToolOutcome::Kind kind);
Unexpected unknown_call();

}  // namespace parley::engine
