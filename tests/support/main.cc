// The main program of the tests: Catch2's, which tells a run that was left out from one that passed.
#define CATCH_CONFIG_RUNNER
#include <cstdio>

#include <catch2/catch.hpp>

#include "tests/support/left_out.h"

namespace {

using namespace parley::test;

class Watch : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;
  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    running_cases().name = info.name;
    running_cases().tags = {info.tags.begin(), info.tags.end()};
  }
  void testCaseEnded(const Catch::TestCaseStats&) override { ++running_cases().ended; }
};
CATCH_REGISTER_LISTENER(Watch)

}  // namespace

int main(int argc, char** argv) {
  if (is_only("postgres") && !is_set("PARLEY_TEST_POSTGRES")) {
    std::printf("left out: %s\n", kNoPostgres);
    return is_set("CI") ? 1 : kLeftOut;
  }
  Catch::Session session;
  session.configData().warnings = Catch::WarnAbout::NoTests;  // a filter that finds no test case fails
  if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
  const bool failed = session.run() != 0;  // otherwise 77 failed assertions would count as left out
  if (failed) return 1;
  const RunningCases& cases = running_cases();
  if (!cases.left_out.empty()) std::printf("%zu test cases were left out\n", cases.left_out.size());
  return cases.ended > 0 && cases.left_out.size() == cases.ended ? kLeftOut : 0;
}
