// The stored form of a state in SQLite: its numbers and names as bytes (base/byte_codec.h), and its open parts, which
// most sessions do not have, as JSON.
//
// A state that an older version stored is JSON, and is read as well. The export shows every state as JSON
// (memory/codec.h).
//
// Invariants
//   1. Lossless, with the exceptions of codec.h for the open parts.
//   2. Bytes that were changed are kStoreCorrupt, and the message quotes none of them.
//   3. A form never changes, because databases keep it. A changed form gets a new number.
//
// Tested by tests/memory/state_form_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/session.h"

namespace parley::memory {

std::string state_form(const SessionState& state);
Result<SessionState> state_from_form(std::string_view form);

}  // namespace parley::memory
