#include "cli/evaluation.h"

#include <set>

#include <fmt/format.h>

#include "cli/latency.h"
#include "cli/lines.h"
#include "cli/report.h"
#include "cli/terminal.h"

namespace parley::cli {

Result<Samples> read_samples(const std::string& path) {
  Samples samples;
  const Result<void> read = read_json_lines(path, [&](const Value& line) -> Result<void> {
    const Value* text = line.find("text");
    if (text == nullptr || text->if_string() == nullptr) return wrong_use("there is no 'text', or it is no string");
    const Value* intent = line.find("intent");
    if (intent == nullptr) {
      ++samples.skipped;
      return {};
    }
    if (!intent->is_null() && intent->if_string() == nullptr) return wrong_use("'intent' is neither a string nor null");
    samples.judged.push_back({*text->if_string(), intent->is_null() ? "" : *intent->if_string()});
    return {};
  });
  if (!read) return Unexpected(read.error());
  if (samples.judged.empty()) return wrong_use(fmt::format("no line of '{}' has an 'intent' to judge", path));
  return samples;
}

Evaluation evaluate(const Catalog& catalog, const std::vector<Sample>& samples, std::size_t failures_wanted) {
  Evaluation evaluation;
  evaluation.microseconds.reserve(samples.size());
  Progress progress("line", samples.size());
  for (const Sample& sample : samples) {
    const Stopwatch watch;
    const Understanding understanding = catalog.understand(sample.text);
    evaluation.microseconds.push_back(static_cast<float>(watch.microseconds()));
    const Candidate best = understanding.candidates.empty() ? Candidate{} : understanding.candidates.front();
    evaluation.scores.add(sample.intent, best.intent);
    if (best.intent != sample.intent && evaluation.failures.size() < failures_wanted) {
      evaluation.failures.push_back({sample, best.intent, best.rule});
    }
    progress.at(evaluation.microseconds.size());
  }
  const auto known = catalog.intents();
  std::set<std::string> unknown;
  for (const Sample& sample : samples) {
    if (!sample.intent.empty()) unknown.insert(sample.intent);
  }
  for (const std::string& intent : known) unknown.erase(intent);
  evaluation.unknown.assign(unknown.begin(), unknown.end());
  return evaluation;
}

}  // namespace parley::cli
