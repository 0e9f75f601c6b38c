// Skipped test cases, and the stores that a run covers.
//
// A program that skipped all of its test cases exits with kSkippedExitCode, which ctest shows as skipped
// (SKIP_RETURN_CODE).
//
// PARLEY_TEST_STORES selects the tested stores. `local`: stores that need no server. `postgres`: only PostgreSQL, on
// the server that PARLEY_TEST_POSTGRES names. Unset: all available stores.
//
// Test cases that need a server have the tag [postgres]; test cases that run over each store have the tag [stores].
// ctest runs both for PostgreSQL as a separate test.
#pragma once

#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace parley::test {

inline constexpr int kSkippedExitCode = 77;

// tests/support/main.cc sets these members.
struct RunningTestCases {
  std::set<std::string> tags;     // of the current test case
  std::string name;               // of the current test case
  std::set<std::string> skipped;  // names of skipped test cases
  std::size_t ended = 0;
};
inline RunningTestCases& running_test_cases() {
  static RunningTestCases cases;
  return cases;
}

// Marks the current test case as skipped. The test case must return afterwards.
inline void skip_test(const std::string& why) {
  WARN("left out: " << why);
  running_test_cases().skipped.insert(running_test_cases().name);
}

// Without the tag, ctest would not run the test case for PostgreSQL.
inline void require_tag(const char* tag) {
  if (running_test_cases().tags.count(tag) == 0) FAIL("this test case needs the tag [" << tag << "]");
}

inline bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }
inline bool is_only(std::string_view stores) {
  const char* wanted = std::getenv("PARLEY_TEST_STORES");
  return wanted && wanted == stores;
}

inline constexpr char kNoPostgres[] =
    "no PostgreSQL: PARLEY_TEST_POSTGRES is not set. Run with: scripts/dev-postgres run COMMAND";

// With CI=true, a test case that needs a server fails if there is none.
inline bool has_server() {
  if (is_set("PARLEY_TEST_POSTGRES")) return true;
  if (is_set("CI")) FAIL(kNoPostgres);
  return false;
}

// Call it in a test case that needs a server. Without a server, skips the test case and returns false.
inline bool has_postgres() {
  require_tag("postgres");
  const bool has = has_server();
  if (!has) skip_test(kNoPostgres);
  return has;
}

// Call it in a test case that runs over each store.
inline bool tests_local_stores() {
  require_tag("stores");
  return !is_only("postgres");
}
inline bool tests_postgres() {
  require_tag("stores");
  if (is_only("local")) return false;
  const bool has = has_server();
  if (!has) WARN(kNoPostgres);
  return has;
}

}  // namespace parley::test
