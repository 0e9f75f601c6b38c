// `parley eval`: how well a bot finds the intents of messages, as figures and tables.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/evaluation.h"
#include "cli/help.h"
#include "cli/latency.h"
#include "cli/open.h"
#include "cli/report.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::size_t kConfusionsShown = 10;

struct Options {
  std::string bot;
  std::string data;
  std::size_t failures = 0;
  bool json = false;
};

std::string shown(const std::string& intent) { return intent.empty() ? "(none)" : printable(intent); }

Value intent_or_null(const std::string& intent) { return intent.empty() ? Value() : Value(intent); }

Value scores_value(const Scores& scores) {
  Value::Object out{{"accuracy", scores.accuracy()}};
  if (scores.in_scope_lines() > 0) out["in_scope_accuracy"] = scores.in_scope_accuracy();
  if (const IntentScore none = scores.out_of_scope(); none.expected > 0) {
    out["oos_recall"] = none.recall();
    out["oos_precision"] = none.precision();
  }
  Value::Object by_intent;
  for (const IntentScore& score : scores.by_intent()) {
    by_intent[score.intent] =
        Value::Object{{"count", score.expected}, {"precision", score.precision()}, {"recall", score.recall()}};
  }
  out["by_intent"] = std::move(by_intent);
  Value::Array confusions;
  for (const Confusion& confusion : scores.confusions()) {
    confusions.push_back(Value::Object{{"expected", intent_or_null(confusion.expected)},
                                       {"predicted", intent_or_null(confusion.predicted)},
                                       {"count", confusion.count}});
  }
  out["confusion"] = std::move(confusions);
  return out;
}

void print_json(const Evaluation& evaluation, const Options& options, std::int64_t skipped) {
  const Latencies us = summarise(evaluation.microseconds);
  Value::Object answer{{"lines", evaluation.scores.lines()},
                       {"skipped", skipped},
                       {"intent", scores_value(evaluation.scores)},
                       {"us", Value::Object{{"p50", tenths(us.p50)}, {"p99", tenths(us.p99)}}}};
  if (!evaluation.unknown.empty()) {
    answer["unknown_intents"] = Value::Array(evaluation.unknown.begin(), evaluation.unknown.end());
  }
  if (options.failures > 0) {
    Value::Array failures;
    for (const Failure& failure : evaluation.failures) {
      failures.push_back(Value::Object{{"text", failure.sample.text},
                                       {"expected", intent_or_null(failure.sample.intent)},
                                       {"predicted", intent_or_null(failure.predicted)},
                                       {"rule", failure.rule}});
    }
    answer["failures"] = std::move(failures);
  }
  fmt::print("{}\n", Value(std::move(answer)).to_json());
}

void print_tables(const Scores& scores) {
  Table intents({{"intent"},
                 {"count", Table::Align::kRight},
                 {"precision", Table::Align::kRight},
                 {"recall", Table::Align::kRight}});
  for (const IntentScore& score : scores.by_intent()) {
    intents.add({shown(score.intent), std::to_string(score.expected), fmt::format("{:.3f}", score.precision()),
                 fmt::format("{:.3f}", score.recall())});
  }
  fmt::print("\n");
  intents.print();

  const std::vector<Confusion> confusions = scores.confusions();
  if (confusions.empty()) return;
  Table confused({{"times", Table::Align::kRight}, {"expected"}, {"predicted"}});
  for (std::size_t i = 0; i < std::min(confusions.size(), kConfusionsShown); ++i) {
    confused.add({std::to_string(confusions[i].count), shown(confusions[i].expected), shown(confusions[i].predicted)});
  }
  fmt::print("\n");
  confused.print();
}

void print_text(const Evaluation& evaluation, std::int64_t skipped) {
  const Scores& scores = evaluation.scores;
  const Latencies us = summarise(evaluation.microseconds);
  fmt::print("{} lines judged", scores.lines());
  if (skipped > 0) fmt::print(", {} without an intent skipped", skipped);
  fmt::print("\n");
  if (!evaluation.unknown.empty()) {
    fmt::print("{} of their intents are not in this bot: {}\n", evaluation.unknown.size(),
               printable(fmt::format("{}", fmt::join(evaluation.unknown, ", "))));
  }
  fmt::print("\naccuracy           {:.3f}\n", scores.accuracy());
  const IntentScore none = scores.out_of_scope();
  if (none.expected > 0) {
    fmt::print("  in scope         {:.3f} of {} lines\n", scores.in_scope_accuracy(), scores.in_scope_lines());
    fmt::print("out of scope       {:.3f} recall, {:.3f} precision, {} lines\n", none.recall(), none.precision(),
               none.expected);
  }
  fmt::print("time per message   {:.1f} us p50, {:.1f} us p99\n", us.p50, us.p99);
  print_tables(scores);
  if (!evaluation.failures.empty()) fmt::print("\n");
  for (const Failure& failure : evaluation.failures) {
    fmt::print("{}\n  expected {}, predicted {}{}\n", paint(printable(failure.sample.text), Colour::kStrong),
               shown(failure.sample.intent), shown(failure.predicted),
               failure.rule.empty() ? "" : " by " + printable(failure.rule));
  }
}

int eval(const Options& options) {
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const Result<Samples> samples = read_samples(options.data);
  if (!samples) return report(samples.error());
  const Evaluation evaluation = evaluate(**catalog, samples->judged, options.failures);
  if (options.json) {
    print_json(evaluation, options, samples->skipped);
  } else {
    print_text(evaluation, samples->skipped);
  }
  return kFine;
}

}  // namespace

Command add_eval(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* parser =
      add_command(app, "eval", "Measure how well a bot finds the intents of messages",
                  "parley eval bot.yaml test.jsonl               # lines of {\"text\": ..., \"intent\": ...}\n"
                  "parley eval bot.yaml test.jsonl --failures 20\n"
                  "parley eval bot.yaml test.jsonl --json        # null as intent: out of scope");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("DATA", options->data, "JSON Lines with \"text\" and \"intent\"")->required();
  parser->add_option("--failures", options->failures, "Show the first N messages that were not understood as expected")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000'000}))
      ->option_text("N");
  parser->add_flag("--json", options->json, "Answer in JSON");
  return {parser, [options] { return eval(*options); }};
}

}  // namespace parley::cli
