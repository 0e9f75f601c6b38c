// The main program of the tests. It runs Catch2 and has a separate exit code for runs that skipped all tests.
#define CATCH_CONFIG_RUNNER
#include <cstdio>

#include <catch2/catch.hpp>

#include "tests/support/skipped_tests.h"

namespace {

using namespace parley::test;

class TestListener : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;
  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    running_test_cases().name = info.name;
    running_test_cases().tags = {info.tags.begin(), info.tags.end()};
  }
  void testCaseEnded(const Catch::TestCaseStats&) override { ++running_test_cases().ended; }
};
CATCH_REGISTER_LISTENER(TestListener)

}  // namespace

int main(int argc, char** argv) {
  if (is_only("postgres") && !is_set("PARLEY_TEST_POSTGRES")) {
    std::printf("left out: %s\n", kNoPostgres);
    return is_set("CI") ? 1 : kSkippedExitCode;
  }
  Catch::Session session;
  session.configData().warnings = Catch::WarnAbout::NoTests;  // a filter that finds no test case fails
  if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
  const bool failed = session.run() != 0;  // otherwise 77 failed assertions would count as skipped
  if (failed) return 1;
  const RunningTestCases& cases = running_test_cases();
  if (!cases.skipped.empty()) std::printf("%zu test cases were left out\n", cases.skipped.size());
  return cases.ended > 0 && cases.skipped.size() == cases.ended ? kSkippedExitCode : 0;
}
