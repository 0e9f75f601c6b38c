// Skipped test cases, and the stores that a run covers.
//
// A program whose test cases were all left out ends with kSkippedExitCode, which ctest shows as skipped
// (SKIP_RETURN_CODE).
//
// PARLEY_TEST_STORES says which stores are tested: `local` those that need no server, `postgres` PostgreSQL alone, on
// the server that PARLEY_TEST_POSTGRES names; unset: all that there are. Test cases that need a server have the tag
// [postgres], those that run over each store the tag [stores]: ctest runs them for PostgreSQL as an entry of its own.
#pragma once

#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace parley::test {

inline constexpr int kSkippedExitCode = 77;

// Filled in by support/main.cc.
struct RunningTestCases {
  std::set<std::string> tags;     // of the current test case
  std::string name;               // likewise
  std::set<std::string> skipped;  // names
  std::size_t ended = 0;
};
inline RunningTestCases& running_test_cases() {
  static RunningTestCases cases;
  return cases;
}

// The test case returns after this.
inline void skip_test(const std::string& why) {
  WARN("left out: " << why);
  running_test_cases().skipped.insert(running_test_cases().name);
}

// Without the tag ctest would not run the test case for PostgreSQL.
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

// With CI=true, a test case without a server fails.
inline bool has_server() {
  if (is_set("PARLEY_TEST_POSTGRES")) return true;
  if (is_set("CI")) FAIL(kNoPostgres);
  return false;
}

// For a test case that needs a server: returns false and skips it without a server.
inline bool has_postgres() {
  require_tag("postgres");
  const bool has = has_server();
  if (!has) skip_test(kNoPostgres);
  return has;
}

// For a test case that runs over each store.
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
