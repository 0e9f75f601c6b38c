// replay(): reads all conversations, plays each.
#include "parley/replay.h"

#include <algorithm>
#include <set>

#include "engine/coverage.h"
#include "engine/rehearsal.h"
#include "engine/scripts.h"

namespace parley {

Result<ReplayReport> replay(const std::shared_ptr<const Catalog>& catalog, const std::vector<std::string>& paths,
                            const ReplayOptions& options) {
  auto scripts = engine::read_scripts(paths);
  if (!scripts) return Unexpected(scripts.error());

  ReplayReport report;
  std::set<std::string> reached, rules;
  engine::BotShelf bots(catalog);
  for (const engine::Script& script : *scripts) {
    const engine::RehearsalOptions how{options.scratch_folder, options.restart_every_turn, {}};
    auto result = engine::Rehearsal(bots, script.fixture, script.file, how).run();
    if (!result) {
      result.error().message = script.file + ": " + result.error().message;
      return Unexpected(result.error());
    }
    if (!result->mismatches.empty()) ++report.failed;
    reached.insert(result->intents.begin(), result->intents.end());
    rules.insert(result->rules.begin(), result->rules.end());
    report.conversations.push_back(std::move(*result));
    if (options.on_result) {
      options.on_result(report.conversations.back(), report.conversations.size(), scripts->size());
    }
  }
  for (const std::string& intent : catalog->intents()) {
    if (reached.count(intent) == 0) report.uncovered.push_back(intent);
  }
  report.coverage = engine::coverage_of(catalog->definition(), rules);
  return report;
}

}  // namespace parley
