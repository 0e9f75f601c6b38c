// Tested by tests/cli/files_test.
#include "cli/errors.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

const char* next_step(ErrorCode code) {
  switch (code) {
    case ErrorCode::kStoreUnavailable:
      return "Check that you may read and write the file and its folder, that no other program locks it, and that a "
             "server runs and accepts your login.";
    case ErrorCode::kStoreTooNew: return "Use the version of parley that wrote it, or a newer one.";
    case ErrorCode::kStoreCorrupt:
      return "parley has not changed it. If a key is missing, restore the right key file. If an SQLite file of "
             "sessions is damaged, `parley salvage` recovers the intact sessions.";
    case ErrorCode::kUnknownSession: return "`parley sessions list --db PATH` lists the sessions.";
    case ErrorCode::kInternal: return "Unless memory ran out, this is a bug in parley; please report it.";
    default: return "";
  }
}

// Whether an error message already says what to do. It does if it has a semicolon or a second sentence.
bool says_what_to_do(const std::string& message) {
  return message.find("; ") != std::string::npos || message.find(". ") != std::string::npos;
}

std::string hint_for(const Error& error) {
  const bool has_advice = error.code == ErrorCode::kStoreUnavailable && says_what_to_do(error.message);
  return has_advice ? "" : next_step(error.code);
}

int exit_code(const Error& error) {
  const bool misused = error.code == ErrorCode::kInvalidRequest || error.code == ErrorCode::kFileUnreadable;
  return misused ? kExitUsage : kFailed;
}

}  // namespace

int report(const Error& error) {
  fmt::print(stderr, "parley: {}\n", printable(error.message));
  for (const Diagnostic& finding : error.diagnostics) fmt::print(stderr, "{}\n", printable(finding.to_string()));
  if (const std::string hint = hint_for(error); !hint.empty()) fmt::print(stderr, "{}\n", hint);
  return exit_code(error);
}

Unexpected usage_error(std::string_view sentence) { return {ErrorCode::kInvalidRequest, std::string(sentence)}; }

std::string errno_text(int error) {
  std::string text = std::strerror(error);
  const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (is_word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

void print_finding(const Diagnostic& finding) {
  const std::string line = printable(finding.to_string());
  const Colour colour = finding.severity == Severity::kError ? Colour::kBad : Colour::kNotice;
  // The position stays uncolored, so that editors recognize it. The severity and the rest are colored.
  const std::size_t position = line.find(finding.severity == Severity::kError ? ": error" : ": warning");
  if (position == std::string::npos) {
    fmt::print("{}\n", paint(line, colour));
  } else {
    fmt::print("{}: {}\n", line.substr(0, position), paint(line.substr(position + 2), colour));
  }
}

}  // namespace parley::cli
