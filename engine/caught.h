// caught: a call whose exceptions are errors.
// Tested by tests/audit/caller_failures_test.cc and tests/engine/turn_events_test.cc.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <typeinfo>

#include "parley/result.h"

namespace parley::engine {

// What a host's function or the machine throws is an error of the call. It may hold anything that was said, so only its
// kind is told; and there may be no memory to tell it with, but for what fits into a string itself.
template <class Call>
auto caught(const char* what, Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return Unexpected(ErrorCode::kInternal, "out of memory");
  } catch (const std::exception& exception) {
    return Unexpected(ErrorCode::kInternal, std::string(what) + typeid(exception).name() + " was thrown");
  } catch (...) {
    return Unexpected(ErrorCode::kInternal, std::string(what) + "something was thrown that is no exception");
  }
}

}  // namespace parley::engine
