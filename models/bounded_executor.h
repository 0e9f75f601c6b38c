// BoundedExecutor runs calls of models and callbacks of the embedding program that may never return. Each call runs on
// its own thread, and the caller stops waiting after a timeout. The number of running calls is limited. Calls that
// timed out count until they return.
//
// Invariant: a thread that timed out uses only its own data and the shared count of running calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "parley/result.h"

namespace parley::models {

enum class CallFailure {
  kNone,
  kFailed,    // the call returned an error
  kThrew,     // the call threw
  kTimedOut,  // the call has not returned in time
  kBusy,      // too many calls are running
};

struct CallAnswer {
  std::string text;
  CallFailure failure = CallFailure::kNone;
  std::chrono::milliseconds waited = {};  // how long the caller waited, rounded up
};

// Thread-safe.
class BoundedExecutor {
 public:
  explicit BoundedExecutor(int most);
  // `call` must own everything it uses.
  CallAnswer run(std::function<Result<std::string>()> call, std::chrono::milliseconds timeout);
  int running() const;

 private:
  struct Count;
  const int most_;
  std::shared_ptr<Count> count_;
};

}  // namespace parley::models
