// Test cases that cannot run here, and which stores a run is about.
//
// A program whose test cases were all left out ends with kLeftOut, which ctest shows as skipped (SKIP_RETURN_CODE).
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

inline constexpr int kLeftOut = 77;

// Filled in by support/main.cc.
struct RunningCases {
  std::set<std::string> tags;      // of the test case that runs
  std::string name;                // likewise
  std::set<std::string> left_out;  // names
  std::size_t ended = 0;
};
inline RunningCases& running_cases() {
  static RunningCases cases;
  return cases;
}

// The test case returns after this.
inline void leave_out(const std::string& why) {
  WARN("left out: " << why);
  running_cases().left_out.insert(running_cases().name);
}

// Without the tag ctest would not run the test case for PostgreSQL.
inline void require_tag(const char* tag) {
  if (running_cases().tags.count(tag) == 0) FAIL("this test case needs the tag [" << tag << "]");
}

inline bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }
inline bool is_only(std::string_view stores) {
  const char* wanted = std::getenv("PARLEY_TEST_STORES");
  return wanted && wanted == stores;
}

inline constexpr char kNoPostgres[] =
    "no PostgreSQL: PARLEY_TEST_POSTGRES is not set. Run with: scripts/dev-postgres run COMMAND";

// Where everything must be tested (CI=true), a test case without a server fails.
inline bool has_server() {
  if (is_set("PARLEY_TEST_POSTGRES")) return true;
  if (is_set("CI")) FAIL(kNoPostgres);
  return false;
}

// For a test case that needs a server: false, and it is left out.
inline bool has_postgres() {
  require_tag("postgres");
  const bool has = has_server();
  if (!has) leave_out(kNoPostgres);
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
