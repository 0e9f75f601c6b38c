// What the example scorer is worth on a data set: trains on one file, asks it about the other.
//
//   scorer_eval TRAIN.jsonl DEV.jsonl...
//
// Lines of {"text", "intent"}; no intent, "oos" or an intent that training has not seen is out of scope. Prints one
// line: how often the best intent is right in scope, the same when it must reach the threshold too, how much of what is
// out of scope stays under it, and how long it took.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "intents/scoring/linear_scorer.h"
#include "parley/value.h"

namespace {

using parley::intents::scoring::Example;
using parley::intents::scoring::IntentScore;
using parley::intents::scoring::LinearScorer;

std::optional<std::vector<Example>> read(const char* path) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  std::vector<Example> examples;
  for (std::string line; std::getline(in, line);) {
    const auto value = parley::Value::parse(line);
    const parley::Value* text = value ? value->at_path("text") : nullptr;
    if (text == nullptr || text->if_string() == nullptr) return std::nullopt;
    const parley::Value* intent = value->at_path("intent");
    const std::string* name = intent == nullptr ? nullptr : intent->if_string();
    examples.push_back({*text->if_string(), name == nullptr || *name == "oos" ? "" : *name});
  }
  return examples;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double percent(std::size_t part, std::size_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

struct Tally {
  std::size_t in_scope = 0, right = 0, right_and_taken = 0, out_of_scope = 0, refused = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: scorer_eval TRAIN.jsonl DEV.jsonl...\n", stderr);
    return 2;
  }
  std::vector<std::vector<Example>> files;
  for (int i = 1; i < count; ++i) {
    auto examples = read(arguments[i]);
    if (!examples) {
      std::fprintf(stderr, "%s: cannot be read as lines of {\"text\", \"intent\"}\n", arguments[i]);
      return 1;
    }
    files.push_back(std::move(*examples));
  }

  const double start = seconds();
  const LinearScorer scorer = LinearScorer::train(files[0]);
  const double trained = seconds();
  std::set<std::string> known;
  for (const Example& example : files[0]) known.insert(example.intent);

  Tally tally;
  for (std::size_t file = 1; file < files.size(); ++file) {
    for (const Example& example : files[file]) {
      const IntentScore best = scorer.score(example.text).front();
      const bool is_taken = best.probability >= scorer.threshold();
      if (known.count(example.intent) == 0) {
        ++tally.out_of_scope;
        tally.refused += is_taken ? 0 : 1;
      } else {
        ++tally.in_scope;
        tally.right += best.intent == example.intent ? 1 : 0;
        tally.right_and_taken += best.intent == example.intent && is_taken ? 1 : 0;
      }
    }
  }
  const double asked = seconds() - trained;
  std::printf(
      "{\"examples\":%zu,\"intents\":%zu,\"in_scope\":%zu,\"accuracy\":%.2f,\"threshold\":%.3f,\"accuracy_at_"
      "threshold\":%.2f,"
      "\"out_of_scope\":%zu,\"oos_recall\":%.2f,\"train_s\":%.2f,\"score_us\":%.1f,\"model_mb\":%.1f}\n",
      files[0].size(), known.size(), tally.in_scope, percent(tally.right, tally.in_scope), scorer.threshold(),
      percent(tally.right_and_taken, tally.in_scope), tally.out_of_scope, percent(tally.refused, tally.out_of_scope),
      trained - start, 1e6 * asked / static_cast<double>(tally.in_scope + tally.out_of_scope),
      static_cast<double>(scorer.save("").size()) / 1e6);
}
