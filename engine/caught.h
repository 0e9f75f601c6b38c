// caught() calls a function and converts its exceptions to errors.
//
// Tested by tests/engine/caller_mistakes_test.cc.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <typeinfo>

#include "parley/result.h"

namespace parley::engine {

inline constexpr char kTurnFailed[] = "the turn could not be processed: ";

// Calls `call` and returns its result. An exception of the caller's functions or of the system becomes kInternal. The
// error begins with `what` and names only the type of the exception, because its text may contain private values. The
// text "out of memory" is so short that std::string allocates no memory for it.
template <class Call>
auto caught(const char* what, Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return Unexpected(ErrorCode::kInternal, "out of memory");
  } catch (const std::exception& exception) {
    return Unexpected(ErrorCode::kInternal, std::string(what) + typeid(exception).name() + " was thrown");
  } catch (...) {
    return Unexpected(ErrorCode::kInternal, std::string(what) + "a value that is not a std::exception was thrown");
  }
}

}  // namespace parley::engine
