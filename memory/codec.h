// Converts SessionState, Turn, SessionNotes and MessageDetails to JSON and back, for stores and for the turn protocol.
//
// Invariants
//   1. Lossless: reading written JSON gives an equal value. There are two exceptions, because
//      JSON cannot express them: invalid UTF-8 becomes U+FFFD, and numbers that are not finite become null.
//   2. Strict on reading: a member that is unknown, required but missing, or of the wrong type is kStoreCorrupt. The
//      message names the member ("frames[0].plan: expected an integer") and quotes no value.
//   3. A member that is missing from a stored state or turn has its default value, so that an idle session stays small.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/session.h"
#include "parley/store.h"
#include "parley/turn.h"
#include "parley/value.h"

namespace parley::memory {

class ObjectReader;

void append_state_json(std::string& out, const SessionState& state);
Result<SessionState> state_from_json(std::string_view json);
Result<SessionState> state_from_value(const Value& value);

// Convert the parts of a state that depend on the open intents: frames, the open question, values, queued intents.
// Nothing is appended if the state has none of them.
void append_open_parts_json(std::string& out, const SessionState& state);
Result<void> read_open_parts(std::string_view json, SessionState& state);  // after config_hash

// Convert a turn to the complete response object of the protocol, and back.
Value turn_to_value(const Turn& turn);
Value step_to_value(const Step& step);
Result<Turn> turn_from_value(const Value& value);
// Takes Handoff::open from its JSON. Returns false if the value is no list of intents with their params.
bool take_open(Value value, Handoff& handoff);

// Convert a turn to the JSON that a store keeps, and back. The JSON has no `session`, `id` and `seq`, which have their
// own columns, and no members with their default value. It also has no `complete`, which the caller sets.
void append_turn_json(std::string& out, const StoredTurn& stored);
Result<StoredTurn> turn_from_json(std::string_view json, std::string_view session, std::string_view id,
                                  std::int64_t seq);
Result<StoredTurn> turn_from_stored(Value value, std::string_view session, std::string_view id, std::int64_t seq);

// Convert the notes of the embedding program. Members with their default value are left out.
void append_notes_json(std::string& out, const SessionNotes& notes);
Result<SessionNotes> notes_from_json(std::string_view json);
Result<SessionNotes> notes_from_value(const Value& value);

// Convert a message's details. Members with their default value are left out. If all members have their default value,
// the JSON is the empty text.
void append_details_json(std::string& out, const MessageDetails& details);
std::string details_json(const MessageDetails& details);
Result<MessageDetails> details_from_json(std::string_view json);
Result<MessageDetails> details_from_value(const Value& value);
void read_details(ObjectReader& reader, MessageDetails& details);

// kLimitExceeded: a value is nested so deeply that it could be written but not read again.
Result<void> check_depth(const SessionState& state, const Turn& turn);
Result<void> check_depth(const SessionNotes& notes);
Result<void> check_depth(const MessageDetails& details);

}  // namespace parley::memory
