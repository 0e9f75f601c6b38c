// `parley eval` measures how well a bot recognizes the intents and values of messages.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/evaluation.h"
#include "cli/help.h"
#include "cli/latency.h"
#include "cli/open.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::size_t kConfusionsShown = 10;

struct EvalOptions {
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

Value::Object rates(const ValueScore& score) { return {{"precision", score.precision()}, {"recall", score.recall()}}; }

Value spans_value(const ValueScores& spans) {
  const auto with_f1 = [](const ValueScore& score) {
    Value::Object out = rates(score);
    out["f1"] = score.f1();
    return out;
  };
  Value::Object out = with_f1(spans.total()), by_param;
  for (const ValueScore& score : spans.by_name()) {
    Value::Object param = with_f1(score);
    param["count"] = score.expected;
    by_param[score.name] = std::move(param);
  }
  out["lines"] = spans.lines();
  out["by_param"] = std::move(by_param);
  out["lines_without"] = spans.empty_lines();
  out["false_positives"] = spans.false_lines();
  return out;
}

Value entities_value(const ValueScores& entities) {
  Value::Object by_type;
  for (const ValueScore& score : entities.by_name()) {
    Value::Object type = rates(score);
    type["count"] = score.expected;
    type["cases"] = score.lines;
    type["exact"] = score.exact();
    by_type[score.name] = std::move(type);
  }
  return Value::Object{{"lines", entities.lines()}, {"exact", entities.exact()}, {"by_type", std::move(by_type)}};
}

void print_json(const Evaluation& evaluation, const EvalOptions& options, std::int64_t skipped) {
  const Latencies us = summarise(evaluation.microseconds);
  Value::Object answer{
      {"lines", static_cast<std::int64_t>(evaluation.microseconds.size())},
      {"skipped", skipped},
      {"us", Value::Object{{"p50", tenths(us.p50)}, {"p99", tenths(us.p99)}, {"max", tenths(us.max)}}}};
  if (evaluation.intents.lines() > 0) {
    answer["intent"] = scores_value(evaluation.intents);
    answer["bands"] = evaluation.bands.to_value();
  }
  if (evaluation.params_lines > 0) {
    answer["params"] = Value::Object{{"lines", evaluation.params_lines}, {"exact", evaluation.params_exact}};
  }
  if (evaluation.spans.lines() > 0) answer["spans"] = spans_value(evaluation.spans);
  if (evaluation.entities.lines() > 0) answer["entities"] = entities_value(evaluation.entities);
  if (!evaluation.unknown.empty()) {
    answer["unknown_intents"] = Value::Array(evaluation.unknown.begin(), evaluation.unknown.end());
  }
  if (options.failures > 0) {
    Value::Array failures;
    for (const Failure& failure : evaluation.failures) {
      failures.push_back(
          Value::Object{{"text", failure.text}, {"expected", failure.expected}, {"found", failure.found}});
    }
    answer["failures"] = std::move(failures);
  }
  fmt::print("{}\n", Value(std::move(answer)).to_json());
}

void print_intents(const Scores& scores) {
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

void print_bands(const BandScores& bands) {
  if (bands.ask().lines == 0) return;
  const auto print = [](const char* title, const BandScores::Band& band, const char* right) {
    fmt::print("{:<19}{} lines, {} {}\n", title, band.lines, band.right, right);
  };
  print("starts an intent", bands.act(), "the right one");
  print("asks which", bands.ask(), "offer the right one");
  print("fallback", bands.fallback(), "out of scope");
  fmt::print("confidence         off by {:.3f} on average\n", bands.calibration_error());
}

void print_intent_figures(const Evaluation& evaluation) {
  const Scores& scores = evaluation.intents;
  if (!evaluation.unknown.empty()) {
    fmt::print("{} intents of the data are not in this bot: {}\n", evaluation.unknown.size(),
               printable(fmt::format("{}", fmt::join(evaluation.unknown, ", "))));
  }
  fmt::print("\naccuracy           {:.3f}\n", scores.accuracy());
  const IntentScore none = scores.out_of_scope();
  if (none.expected > 0) {
    fmt::print("  in scope         {:.3f} of {} lines\n", scores.in_scope_accuracy(), scores.in_scope_lines());
    fmt::print("out of scope       {:.3f} recall, {:.3f} precision, {} lines\n", none.recall(), none.precision(),
               none.expected);
  }
  print_bands(evaluation.bands);
  if (evaluation.params_lines > 0) {
    fmt::print("intent and params  {} of {} lines exact\n", evaluation.params_exact, evaluation.params_lines);
  }
}

void print_values(const ValueScores& scores, const char* title, const char* name) {
  const ValueScore total = scores.total();
  fmt::print("\n{:<19}{:.3f} precision, {:.3f} recall, {:.3f} F1\n", title, total.precision(), total.recall(),
             total.f1());
  fmt::print("  lines            {} of {} exact\n", scores.exact_lines(), scores.lines());
  if (scores.empty_lines() > 0) {
    fmt::print("  false positives  on {} of {} lines without a value\n", scores.false_lines(), scores.empty_lines());
  }
  Table table({{name},
               {"count", Table::Align::kRight},
               {"precision", Table::Align::kRight},
               {"recall", Table::Align::kRight},
               {"F1", Table::Align::kRight},
               {"lines", Table::Align::kRight},
               {"exact", Table::Align::kRight}});
  for (const ValueScore& score : scores.by_name()) {
    table.add({printable(score.name), std::to_string(score.expected), fmt::format("{:.3f}", score.precision()),
               fmt::format("{:.3f}", score.recall()), fmt::format("{:.3f}", score.f1()), std::to_string(score.lines),
               std::to_string(score.exact_lines)});
  }
  fmt::print("\n");
  table.print();
}

void print_text(const Evaluation& evaluation, std::int64_t skipped) {
  const Latencies us = summarise(evaluation.microseconds);
  fmt::print("{} lines evaluated", evaluation.microseconds.size());
  if (skipped > 0) fmt::print(", {} without expectations skipped", skipped);
  fmt::print("\n");
  if (evaluation.intents.lines() > 0) print_intent_figures(evaluation);
  fmt::print("time per message   {:.1f} us p50, {:.1f} us p99, {:.1f} us max\n", us.p50, us.p99, us.max);
  if (evaluation.intents.lines() > 0) print_intents(evaluation.intents);
  if (evaluation.spans.lines() > 0) print_values(evaluation.spans, "values of params", "param");
  if (evaluation.entities.lines() > 0) print_values(evaluation.entities, "entities", "type");
  if (!evaluation.failures.empty()) fmt::print("\n");
  for (const Failure& failure : evaluation.failures) {
    fmt::print("{}\n  expected {}\n  found    {}\n", paint(printable(failure.text), Colour::kStrong),
               printable(failure.expected), printable(failure.found));
  }
}

int eval(const EvalOptions& options) {
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const Result<Samples> samples = read_samples(options.data);
  if (!samples) return report(samples.error());
  const Result<Evaluation> evaluation = evaluate(*catalog, samples->labelled, options.failures);
  if (!evaluation) return report(evaluation.error());
  if (options.json) {
    print_json(*evaluation, options, samples->skipped);
  } else {
    print_text(*evaluation, samples->skipped);
  }
  return kExitOk;
}

}  // namespace

Command add_eval(CLI::App& app) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* parser =
      add_command(app, "eval", "Measure how well a bot understands messages",
                  "parley eval bot.yaml test.jsonl --failures 20\n"
                  "parley eval bot.yaml test.jsonl --json\n\n"
                  "Each line contains the expected results:\n"
                  "  {\"text\": \"money back\", \"intent\": \"refund\"}     null: out of scope\n"
                  "  ... \"params\": {\"order\": 7}                       with the intent: exactly these\n"
                  "  {\"text\": \"for 2\", \"waiting_for_param\": \"people\", \"spans\": [[\"people\", 4, 5]]}\n"
                  "  {\"text\": \"by 5 May\", \"types\": [\"date\"], \"now\": \"2026-03-02T09:00:00\",\n"
                  "   \"entities\": [{\"type\": \"date\", \"start\": 3, \"end\": 8, \"value\": [\"2026-05-05\"]}]}\n"
                  "Positions count characters; the end is exclusive. \"context\" holds facts from the channel.");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("DATA", options->data, "JSON Lines with \"text\" and the expected results")->required();
  parser->add_option("--failures", options->failures, "Show the first N messages with a wrong result")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000'000}))
      ->option_text("N");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return eval(*options); }};
}

}  // namespace parley::cli
