// Result<T> and Error: the return type of every call of parley that can fail. No exception leaves the public API.
//
//   parley::Result<parley::Value> value = parley::Value::parse("{\"a\": 1}");
//   if (!value) return std::cerr << value.error().to_string() << '\n', 1;
//   std::cout << value->to_json() << '\n';
//
// The interface is a part of the interface of std::expected, which can replace Result when parley requires C++23.
//
// An Error is for the caller and its operator: a broken bot file, an unreachable store, an invalid request. An
// unexpected message of a user is never an Error: the bot replies to it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace parley {

// Stable: a code never changes its meaning or its name.
enum class ErrorCode {
  kInvalidBot,        // the bot file has errors; `diagnostics` lists all of them
  kInvalidRequest,    // an argument or a request is invalid; the message names the field or the option
  kMessageTooLong,    // the message is longer than Limits::max_message_bytes; nothing was stored
  kInvalidFixture,    // a conversation file is invalid; `diagnostics` lists all errors
  kUnknownTool,       // a function for a tool that the bot does not declare
  kUnknownCall,       // a tool result for a call that does not wait for one
  kLateResult,        // a tool result for a call of a conversation that has ended; only the call's outcome was recorded
  kMessageIdReused,   // a message id that was used before in its session, with another input
  kUnknownSession,    // the store does not hold the session
  kSessionExists,     // the store already holds a session of this name
  kSessionExpired,    // the request continues a conversation that is over
  kStaleVersion,      // another writer has changed the session since it was loaded
  kStoreUnavailable,  // the store cannot be opened, is locked, full or read-only; the same call may succeed later
  kStoreTooNew,       // a newer parley wrote the database; it was not changed
  kStoreCorrupt,      // the data in the store is damaged; it was not changed
  kFileUnreadable,    // a file does not exist or cannot be read
  kLimitExceeded,     // a limit was reached; the message names it
  kSessionBusy,       // too many turns of the session wait for each other; the same call may succeed later
  kInternal,          // out of memory, an exception of the caller's code, or a defect of parley, which please report
};

// The name in JSON: "invalid_bot", "store_too_new", ...
const char* to_string(ErrorCode code);

enum class Severity { kError, kWarning };

// One error or warning in a file. Lines and columns start at 1. Columns count Unicode code points.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;  // "E203", "W501": stable, explained in docs/bot-format.md
  std::string file;
  int line = 0;  // 0: the diagnostic is about the whole file
  int column = 0;
  std::string word;     // the part of the file that is wrong, as written
  std::string message;  // "unknown param 'oder_id'"
  std::string hint;     // "did you mean 'order_id'?". May be empty

  // `file:line:col: error[E203]: unknown param 'oder_id'; did you mean 'order_id'?`
  std::string to_string() const;
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;                  // one sentence, which contains no text of a user
  std::vector<Diagnostic> diagnostics;  // for kInvalidBot and kInvalidFixture: every error

  // The message, then one line per diagnostic.
  std::string to_string() const;
};

// Turns an Error into a failed Result: `return Unexpected(ErrorCode::kInternal, "...");`.
struct Unexpected {
  explicit Unexpected(Error e) : error(std::move(e)) {}
  Unexpected(ErrorCode code, std::string message) : error{code, std::move(message), {}} {}
  Error error;
};

// Holds a T or an Error, and owns it. Calling value() without a T, or error() without an Error, is a programming error
// and terminates the process. Not thread-safe.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Unexpected failure) : held_(std::in_place_index<1>, std::move(failure.error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & noexcept { return std::get<0>(held_); }
  const T& value() const& noexcept { return std::get<0>(held_); }
  // By value, so that a range-for over a temporary Result is valid.
  T value() && noexcept { return std::get<0>(std::move(held_)); }
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
