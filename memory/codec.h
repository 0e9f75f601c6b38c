// SessionState, Turn, SessionNotes and MessageDetails as JSON: what a store keeps and what the turn protocol carries.
//
// Invariants
//   1. Lossless: reading what was written gives an equal value. Two things JSON cannot say are replaced on
//      writing: bytes that are no UTF-8 (U+FFFD) and numbers that are not finite (null).
//   2. Strict on reading: an unknown member, a missing one that has no default, or one of the wrong type is
//      kStoreCorrupt, and the message names it ("frames[0].plan: expected an integer") without quoting any value.
//   3. A member that a stored state or turn lacks has its default, so that an idle session stays small.
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

// The answer object of the turn protocol, complete.
Value turn_to_value(const Turn& turn);
Value step_to_value(const Step& step);
Result<Turn> turn_from_value(const Value& value);

// The same object as a store keeps it: without the three members its row has already, and without defaults.
void append_turn_json(std::string& out, const Turn& turn);
Result<Turn> turn_from_json(std::string_view json, std::string_view session, std::string_view id, std::int64_t seq);
Result<Turn> turn_from_stored(Value value, std::string_view session, std::string_view id, std::int64_t seq);

// A host's notes. Without defaults, as a state is.
void append_notes_json(std::string& out, const SessionNotes& notes);
Result<SessionNotes> notes_from_json(std::string_view json);
Result<SessionNotes> notes_from_value(const Value& value);

// What a message came with. Without defaults, and nothing at all when all are.
void append_details_json(std::string& out, const MessageDetails& details);
std::string details_json(const MessageDetails& details);
Result<MessageDetails> details_from_json(std::string_view json);
Result<MessageDetails> details_from_value(const Value& value);
void read_details(ObjectReader& reader, MessageDetails& details);

// kLimitExceeded when one of the values is nested so deeply that what is written now could not be read again.
Result<void> check_depth(const SessionState& state, const Turn& turn);
Result<void> check_depth(const SessionNotes& notes);
Result<void> check_depth(const MessageDetails& details);

}  // namespace parley::memory
