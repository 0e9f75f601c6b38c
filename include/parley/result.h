// Result<T> and Error: how every fallible call of parley answers.
//
// No exception leaves the public API. A call that can fail returns Result<T>: either a T or an Error
// that says what went wrong in words an operator can act on. The names are those of std::expected, which
// is meant to take this place once C++23 is the floor.
//
// Odd user input is never an Error: the planner answers it. Errors are for the host (a broken bot file, a
// store that cannot be reached, a request that is not a request).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace parley {

// Stable: a code keeps its meaning and its name (see to_string) for ever.
enum class ErrorCode {
  kInvalidBot,        // the bot file has errors; `diagnostics` lists all of them
  kInvalidRequest,    // a request that is no JSON, lacks a field or has one too many
  kMessageTooLong,    // a message over Limits::max_message_bytes; nothing was stored
  kInvalidFixture,    // a conversation file that cannot be read; `diagnostics` says where
  kUnknownTool,       // a function for a tool that the bot does not declare
  kUnknownCall,       // a tool_result for a call nobody is waiting for
  kLateResult,        // a tool_result for a call of a conversation that is over: recorded with its call, nothing else
  kUnknownSession,    // a session id the store does not hold
  kSessionExists,     // a session id the store holds already
  kSessionExpired,    // a session that must go on, and whose time is over
  kStaleVersion,      // somebody else wrote the session since it was loaded
  kStoreUnavailable,  // the store could not be opened, is locked, full or read-only
  kStoreTooNew,       // the database was written by a newer parley; it is left untouched
  kStoreCorrupt,      // the store's content contradicts itself; it is left untouched
  kFileUnreadable,    // a file that is not there or may not be read
  kLimitExceeded,     // one of Limits was reached; the message names it
  kInternal,          // no memory, what a host threw, or a broken promise inside parley: please report that
};

// "invalid_bot", "store_too_new", ...: the form used in JSON.
const char* to_string(ErrorCode code);

enum class Severity { kError, kWarning };

// One finding in a file. Lines and columns start at 1; a column counts Unicode code points.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;  // "E203", "W501": stable, explained in docs/bot-format.md
  std::string file;
  int line = 0;  // 0: the finding is about the file as a whole
  int column = 0;
  std::string word;     // the offending piece of the file, as written
  std::string message;  // "unknown param 'oder_id'"
  std::string hint;     // "did you mean 'order_id'?"; may be empty

  // `file:line:col: error[E203]: unknown param 'oder_id'; did you mean 'order_id'?`
  std::string to_string() const;
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;                  // one sentence, no user's text in it
  std::vector<Diagnostic> diagnostics;  // for kInvalidBot and kInvalidFixture: every finding

  // The message, then one line per diagnostic.
  std::string to_string() const;
};

// What an Error is made into a Result with: `return Unexpected(Error{...})`.
struct Unexpected {
  explicit Unexpected(Error e) : error(std::move(e)) {}
  Unexpected(ErrorCode code, std::string message) : error{code, std::move(message), {}} {}
  Error error;
};

// A T or an Error. Reading the one that is not there is a programming error and terminates.
// Not thread-safe; owns what it holds.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Unexpected failure) : held_(std::in_place_index<1>, std::move(failure.error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & noexcept { return std::get<0>(held_); }
  const T& value() const& noexcept { return std::get<0>(held_); }
  T value() && noexcept { return std::get<0>(std::move(held_)); }  // by value: a loop over it keeps it alive
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }

  Error& error() & noexcept { return std::get<1>(held_); }
  const Error& error() const& noexcept { return std::get<1>(held_); }

 private:
  std::variant<T, Error> held_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() : held_() {}
  Result(Unexpected failure) : held_(std::in_place_index<1>, std::move(failure.error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  Error& error() & noexcept { return std::get<1>(held_); }
  const Error& error() const& noexcept { return std::get<1>(held_); }

 private:
  std::variant<std::monostate, Error> held_;
};

}  // namespace parley
