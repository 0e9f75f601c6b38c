// Tested by tests/cli/settings_test.
#include "cli/environment.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/settings.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::string_view kPrefix = "PARLEY_";
constexpr std::size_t kMaxDistance = 3;

// The beginnings of the variables of parley's own tests and scripts.
constexpr std::string_view kOthers[] = {"PARLEY_TEST_", "PARLEY_TORTURE", "PARLEY_POSTGRES_", "PARLEY_FUZZ",
                                        "PARLEY_SEED",  "PARLEY_SOURCE_", "PARLEY_SECRET_"};

std::vector<std::string> known_variables() {
  std::vector<std::string> known = {"PARLEY_KEYS", "PARLEY_USER_KEY", "PARLEY_TELEMETRY_KEY"};
  for (const std::string_view variable : setting_variables()) known.emplace_back(variable);
  std::sort(known.begin(), known.end());
  return known;
}

// Returns the smallest number of edits (change, insert, delete) that turn `name` into `known` or into a prefix of it.
std::size_t mistakes_in(std::string_view name, std::string_view known) {
  std::vector<std::size_t> row(known.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < name.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < known.size(); ++j) {
      const std::size_t changed = diagonal + (name[i] == known[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return *std::min_element(row.begin(), row.end());
}

std::string probably_meant(std::string_view name, const std::vector<std::string>& known) {
  std::size_t fewest = kMaxDistance;
  for (const std::string& each : known) fewest = std::min(fewest, mistakes_in(name, each));
  std::vector<std::string> nearest;
  std::copy_if(known.begin(), known.end(), std::back_inserter(nearest),
               [&](const std::string& each) { return mistakes_in(name, each) == fewest; });
  return nearest.empty() ? fmt::format("known variables are {}", fmt::join(known, ", "))
                         : fmt::format("did you mean {}?", fmt::join(nearest, " or "));
}

}  // namespace

void warn_of_unknown_variables() {
  const std::vector<std::string> known = known_variables();
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view variable(*entry);
    const std::string_view name = variable.substr(0, variable.find('='));
    const auto begins_with = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
    if (!begins_with(kPrefix) || std::any_of(std::begin(kOthers), std::end(kOthers), begins_with)) continue;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    fmt::print(stderr, "parley: unknown environment variable {} has no effect; {}\n", printable(name),
               probably_meant(name, known));
  }
}

}  // namespace parley::cli
