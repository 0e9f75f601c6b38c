// The turn protocol: Request and Turn as JSON objects, one per line. `parley run` speaks it on standard input
// and output; docs/protocol.md is its reference.
#pragma once

#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/turn.h"
#include "parley/value.h"

namespace parley {

// Reads one request. Strict: kInvalidRequest names the field that is missing, unknown or of the wrong type.
Result<Request> parse_request(std::string_view json);

// The answer, on one line.
std::string to_json(const Turn& turn);

// {"error": {"code", "message"}} on one line.
std::string to_json(const Error& error);

// The pieces, for a host that builds its own envelope.
Value to_value(const Turn& turn);
Value to_value(const Step& step);
Value to_value(const Understanding& understanding);
Value to_value(const Explanation& explanation);
Value to_value(const Diagnostic& diagnostic);

// A hash of what the turn says and does (not of its session, ids or explanation): equal for equal behaviour.
std::string turn_hash(const Turn& turn);

}  // namespace parley
