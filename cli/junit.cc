// Tested by tests/cli/replay_test.
#include "cli/junit.h"

#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/terminal.h"

namespace parley::cli {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {  // XML does not allow control characters
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string failure(std::string_view summary, std::string_view body) {
  return fmt::format("      <failure message=\"{}\">{}</failure>\n", escaped(summary), body);
}

std::string case_of(const ConversationResult& conversation) {
  std::string out =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(conversation.file), escaped(conversation.name));
  if (conversation.mismatches.empty()) return out + "/>\n";
  out += ">\n";
  for (const Mismatch& mismatch : conversation.mismatches) {
    const std::string body =
        fmt::format("{}:{} turn {}\nuser: {}\nexpected {}: {}\nactual {}: {}\n", escaped(mismatch.file), mismatch.line,
                    mismatch.turn, escaped(mismatch.user), escaped(mismatch.field), escaped(mismatch.expected),
                    escaped(mismatch.field), escaped(mismatch.actual));
    out += failure(fmt::format("turn {}: {} is not as expected", mismatch.turn, mismatch.field), body);
  }
  return out + "    </testcase>\n";
}

std::string suite_of(std::string_view name, std::size_t tests, std::size_t failures, std::string_view cases) {
  return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n{}  </testsuite>\n", escaped(name), tests,
                     failures, cases);
}

}  // namespace

std::string junit_of(const ReplayReport& report, bool uncovered_fails) {
  std::map<std::string, std::vector<const ConversationResult*>> by_file;
  for (const ConversationResult& conversation : report.conversations) {
    by_file[conversation.file].push_back(&conversation);
  }
  std::string suites;
  for (const auto& [file, conversations] : by_file) {
    std::string cases;
    std::size_t failures = 0;
    for (const ConversationResult* conversation : conversations) {
      cases += case_of(*conversation);
      failures += conversation->mismatches.empty() ? 0 : 1;
    }
    suites += suite_of(file, conversations.size(), failures, cases);
  }
  std::size_t tests = report.conversations.size();
  auto failures = static_cast<std::size_t>(report.failed);
  if (uncovered_fails && !report.uncovered.empty()) {
    std::string cases;
    for (const std::string& intent : report.uncovered) {
      cases += fmt::format("    <testcase classname=\"coverage\" name=\"{}\">\n{}    </testcase>\n", escaped(intent),
                           failure("no conversation reaches this intent", ""));
    }
    suites += suite_of("coverage", report.uncovered.size(), report.uncovered.size(), cases);
    tests += report.uncovered.size();
    failures += report.uncovered.size();
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\">\n{}</testsuites>\n", tests,
      failures, suites);
}

}  // namespace parley::cli
