// Tests calls with a timeout and a limit on their number.
#include "models/bounded_executor.h"

#include <future>
#include <stdexcept>

#include <catch2/catch.hpp>

using namespace parley;
using models::BoundedExecutor;
using models::CallAnswer;
using models::CallFailure;

namespace {

constexpr std::chrono::milliseconds kLong = std::chrono::minutes(1), kShort(20);

}  // namespace

TEST_CASE("a call returns its result, and a call that throws has another outcome than a refused call") {
  BoundedExecutor calls(1);
  const CallAnswer good = calls.run([] { return Result<std::string>("text"); }, kLong);
  CHECK(good.text == "text");
  CHECK(good.failure == CallFailure::kNone);
  const auto fails = []() -> Result<std::string> { return Unexpected(ErrorCode::kLimitExceeded, "away"); };
  CHECK(calls.run(fails, kLong).failure == CallFailure::kFailed);
  CHECK(calls.run([]() -> Result<std::string> { throw std::runtime_error("no"); }, kLong).failure ==
        CallFailure::kThrew);
  CHECK(calls.run([]() -> Result<std::string> { throw 7; }, kLong).failure == CallFailure::kThrew);
  CHECK(calls.running() == 0);
}

TEST_CASE("calls that time out are abandoned, and count as running until they return") {
  std::promise<void> released;
  const std::shared_future<void> release = released.get_future().share();
  BoundedExecutor calls(2);
  const auto blocks = [release] {
    release.wait();
    return Result<std::string>("too late");
  };
  CHECK(calls.run(blocks, kShort).failure == CallFailure::kTimedOut);
  CHECK(calls.run(blocks, std::chrono::milliseconds(0)).failure == CallFailure::kTimedOut);
  CHECK(calls.running() == 2);
  CHECK(calls.run(blocks, kShort).failure == CallFailure::kBusy);
  released.set_value();
  while (calls.running() > 0) std::this_thread::yield();
  CHECK(calls.run(blocks, kLong).text == "too late");
}

TEST_CASE("an abandoned call may outlive its caller") {
  std::promise<void> released, ended;
  {
    BoundedExecutor calls(1);
    const auto blocks = [release = released.get_future().share(), &ended] {
      release.wait();
      ended.set_value();
      return Result<std::string>("too late");
    };
    CHECK(calls.run(blocks, kShort).failure == CallFailure::kTimedOut);
  }
  released.set_value();
  ended.get_future().wait();
}
