// Tested by tests/cli/check_test.
#include "cli/finding_groups.h"

#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>

namespace parley::cli {
namespace {

constexpr std::size_t kFewest = 4;  // a group of fewer is as short as its findings
constexpr std::size_t kNamed = 3;

struct Kind {
  const char* code;
  const char* message;  // of the group, after the number
  const char* hint;
};

constexpr Kind kKinds[] = {
    {"W514", "texts are not translated", "'parley translate' lists all of them"},
    {"W515", "intents have no words in this language", "add them under 'intents'"},
    {"W516", "translated texts do not occur in the bot", "correct or remove these entries"},
    {"W517", "translations leave out a placeholder", "add the placeholder where the translation needs it"},
};

// Returns null for a finding that always stands alone.
const Kind* kind_of(const Diagnostic& finding) {
  if (finding.word.empty()) return nullptr;
  const auto* kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& one) { return finding.code == one.code; });
  return kind == std::end(kKinds) ? nullptr : kind;
}

bool are_alike(const Diagnostic& a, const Diagnostic& b) {
  return kind_of(b) && std::tie(a.code, a.file, a.severity) == std::tie(b.code, b.file, b.severity);
}

}  // namespace

std::vector<Diagnostic> grouped(const std::vector<Diagnostic>& findings, std::size_t& hidden) {
  std::vector<Diagnostic> shown;
  for (auto finding = findings.begin(); finding != findings.end(); ++finding) {
    const Kind* kind = kind_of(*finding);
    const auto is_of_group = [&](const Diagnostic& other) { return are_alike(*finding, other); };
    const auto count =
        kind ? static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), is_of_group)) : 0;
    if (count < kFewest) {
      shown.push_back(*finding);
      continue;
    }
    if (std::any_of(findings.begin(), finding, is_of_group)) continue;  // counted with the first
    Diagnostic group = *finding;
    std::string words;
    std::size_t named = 0;
    for (auto other = finding; named < kNamed; ++other) {
      if (is_of_group(*other)) words += fmt::format("{}'{}'", named++ == 0 ? "" : ", ", other->word);
    }
    group.message = fmt::format("{} {}: {} and {} more", count, kind->message, words, count - kNamed);
    group.hint = kind->hint;
    hidden += count - 1;
    shown.push_back(std::move(group));
  }
  return shown;
}

}  // namespace parley::cli
