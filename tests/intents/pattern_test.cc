// Tests that a pattern that compiles its regex at the first use behaves like one that is compiled already.
#include "intents/pattern.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace parley::intents {
namespace {

TEST_CASE("a pattern that several threads use first finds the same in each of them") {
  constexpr int kThreads = 8;
  for (int round = 0; round < 50; ++round) {
    const Pattern pattern(R"(\b(?P<verb>cancel|stop)\w* .*\border (?P<number>\d{5})\b)");
    std::atomic<int> ready{0};
    std::atomic<int> found{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        const std::string text = "please stop my order 12345";
        ++ready;
        while (ready < kThreads) {
        }
        Pattern::Groups groups;
        if (pattern.find(text, 0, groups) && pattern.group(groups, "number") == "12345") ++found;
      });
    }
    for (std::thread& thread : threads) thread.join();
    REQUIRE(found == kThreads);
  }
}

TEST_CASE("a pattern can be moved before and after it compiles") {
  Pattern first("refund");
  Pattern second(std::move(first));
  CHECK(second.occurs_in("a Refund please"));
  first = std::move(second);
  CHECK(first.occurs_in("REFUND"));
  first = Pattern("order", Pattern::Case::kCounts);
  CHECK(first.occurs_in("my order"));
  CHECK_FALSE(first.occurs_in("my ORDER"));
}

TEST_CASE("an invalid pattern matches nothing and says why") {
  const Pattern pattern("(refund");
  Pattern::Groups groups;
  CHECK_FALSE(pattern.occurs_in("(refund"));
  CHECK_FALSE(pattern.covers("(refund"));
  CHECK_FALSE(pattern.find("(refund").has_value());
  CHECK_FALSE(pattern.find("(refund", 0, groups));
  CHECK_FALSE(pattern.is_valid());
  CHECK(pattern.problem() == "missing ): (refund");
  CHECK(pattern.regex() == "(refund");
}

}  // namespace
}  // namespace parley::intents
