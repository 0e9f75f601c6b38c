// The turn protocol: requests and turns as JSON objects, one per line. `parley run` uses it on its standard input and
// output. docs/protocol.md is the reference.
//
//   for (std::string line; std::getline(std::cin, line);) {
//     auto request = parley::parse_request(line);
//     auto turn = request ? engine->handle(*request) : parley::Unexpected(request.error());
//     std::cout << (turn ? parley::to_json(*turn) : parley::to_json(turn.error())) << '\n';
//   }
//
// All functions are thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn.h"
#include "parley/value.h"

namespace parley {

// The most values in the JSON of a request, counted as by Value::parse(). It bounds the memory of a request of 1 MiB.
inline constexpr std::size_t kMostRequestValues = 20'000;

// Reads one request. kInvalidRequest names the field that is missing, unknown or of the wrong type. kLimitExceeded: the
// request has more than kMostRequestValues values.
Result<Request> parse_request(std::string_view json);

// Returns the turn on one line, without a newline.
std::string to_json(const Turn& turn);

// Returns {"error": {"code", "message"}} on one line, without a newline.
std::string to_json(const Error& error);

// These functions return a Value, which a caller can add to its own JSON.
Value to_value(const Turn& turn);
Value to_value(const Step& step);
Value to_value(const Understanding& understanding);
Value to_value(const DialogAct& act);  // without values, which `params` and `answers` have
Value to_value(const Explanation& explanation);
Value to_value(const Diagnostic& diagnostic);

// Returns the part of the state that describes the dialog: `frames` (the last one is on top), `waiting`, `params`,
// `queue`, `offered`, `handed_off`, `unmatched`, `ended` and `turns`. Times are ISO 8601 in UTC. Values are as the
// state holds them, so values that the bot masks only outside the store are not masked.
Value to_value(const SessionState& state);

// Returns a hash of the turn without its session, message id, seq, continuation id, `duplicate`, explanation and
// idempotency keys. Turns with equal behaviour have equal hashes, if their calls have equal call ids.
std::string turn_hash(const Turn& turn);

}  // namespace parley
