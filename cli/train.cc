// `parley train` trains on a bot's examples ahead of time. It writes the model next to the bot file, where
// Catalog::load() finds it.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/latency.h"
#include "cli/learned.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

struct TrainOptions {
  std::string bot;
  std::string out;
  bool force = false;
  bool json = false;
};

// Says what the examples are worth, in the words of an author.
void print_report(const Learned& learned, const ExampleQuality& quality) {
  const auto percent = [](double share) { return fmt::format("{:.1f} %", 100 * share); };
  fmt::print("\nOf {} left out of the training:\n", counted(quality.in_scope, "example"));
  fmt::print("  {:>7} start an intent (confidence {:.2f} or more); {} of these start the right one\n",
             percent(quality.started), learned.act, percent(quality.started_right));
  if (quality.asked > 0)
    fmt::print("  {:>7} lead to \"did you mean\" (from {:.2f} on); {} of these questions offer the right intent\n",
               percent(quality.asked), learned.ask, percent(quality.asked_right));
  fmt::print("  {:>7} get the fallback\n", percent(1 - quality.started - quality.asked));
  if (quality.out_of_scope != 0) {
    fmt::print("Of {} of intents that the training did not know, {} get the fallback.\n",
               counted(quality.out_of_scope, "example"), percent(quality.refused));
  }
  fmt::print("The confidence is off by {:.3f} on average.\n", quality.calibration_error);
  if (quality.recommended_act == 0) {
    fmt::print("There are too few examples to recommend other bounds.\n");
  } else {
    fmt::print(
        "With 'likeness: {{act: {:.2f}, ask: {:.2f}}}', 95 % of the started intents and 85 % of the questions are "
        "right.\n",
        quality.recommended_act, quality.recommended_ask);
  }
}

Value quality_value(const ExampleQuality& quality) {
  return Value::Object{{"in_scope", static_cast<std::int64_t>(quality.in_scope)},
                       {"out_of_scope", static_cast<std::int64_t>(quality.out_of_scope)},
                       {"started", quality.started},
                       {"started_right", quality.started_right},
                       {"asked", quality.asked},
                       {"asked_right", quality.asked_right},
                       {"refused", quality.refused},
                       {"calibration_error", quality.calibration_error},
                       {"recommended_act", quality.recommended_act},
                       {"recommended_ask", quality.recommended_ask}};
}

Value report_of(const Catalog& catalog) {
  Value report = to_value(catalog.learned());
  report.if_object()->insert({"quality", quality_value(catalog.example_quality())});
  return report;
}

std::string training_summary(const Learned& learned) {
  return learned.why_not.empty() ? fmt::format("learned from {} of {}", counted(learned.examples, "example"),
                                               counted(learned.intents, "intent"))
                                 : fmt::format("nothing to train: {}", learned.why_not);
}

// Prints one report per language, because each has its own examples.
void print_reports(const Catalog& catalog) {
  for (const std::string& tag : catalog.languages()) {
    const Learned& learned = catalog.for_locale(tag).learned();
    fmt::print("{}: {}\n", printable(tag), training_summary(learned));
    if (learned.why_not.empty()) print_report(learned, catalog.for_locale(tag).example_quality());
  }
}

int train(const TrainOptions& options) {
  const std::string file = options.out.empty() ? options.bot + ".model" : options.out;
  const OutputRules rules{options.force, {options.bot}};
  if (auto checked = check_output(file, rules); !checked) return report(checked.error());
  CatalogOptions untrained;
  untrained.model = "none";  // otherwise load() would use the existing model
  const auto loaded = Catalog::load(options.bot, std::move(untrained));
  if (!loaded) return report(loaded.error());
  const Catalog& catalog = **loaded;
  const std::vector<std::string> languages = catalog.languages();
  const Stopwatch watch;
  const std::string model = catalog.model();
  const double seconds = watch.microseconds() / 1e6;
  const Learned& learned = catalog.learned();
  if (model.empty()) {
    return report({ErrorCode::kInvalidBot, fmt::format("nothing to train: {}", learned.why_not), {}});
  }
  if (const auto written = write_file(file, model, rules); !written) return report(written.error());
  if (!options.json) {
    const std::string what = languages.size() == 1 ? training_summary(learned) : counted(languages.size(), "language");
    fmt::print("{}: {:.1f} MB, {} in {:.1f} s\n", printable(file), static_cast<double>(model.size()) / 1e6, what,
               seconds);
    languages.size() == 1 ? print_report(learned, catalog.example_quality()) : print_reports(catalog);
    return kExitOk;
  }
  Value answer = report_of(catalog);
  answer.if_object()->insert(
      {{"file", file}, {"bytes", static_cast<std::int64_t>(model.size())}, {"seconds", seconds}});
  if (languages.size() > 1) {
    Value::Object each;
    for (const std::string& tag : languages) each[tag] = report_of(catalog.for_locale(tag));
    answer.if_object()->insert({"languages", std::move(each)});
  }
  fmt::print("{}\n", answer.to_json());
  return kExitOk;
}

}  // namespace

Command add_train(CLI::App& app) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* parser = add_command(
      app, "train", "Train on a bot's examples ahead of time",
      "parley train bot.yaml               # writes bot.yaml.model for all languages; loading bot.yaml uses it\n"
      "parley train bot.yaml --json");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("-o,--out", options->out, "Output file of the model (default: BOT.model)")->type_name("FILE");
  add_force(*parser, options->force);
  parser->add_flag("--json", options->json, "Print the result as JSON");
  return {parser, [options] { return train(*options); }};
}

}  // namespace parley::cli
