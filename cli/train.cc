// `parley train` trains on a bot's examples ahead of time. It writes the model next to the bot file, where
// Catalog::load() finds it.
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
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
#include "cli/training_view.h"

namespace parley::cli {
namespace {

struct TrainOptions {
  std::string bot;
  std::string out;
  bool force = false;
  bool all = false;
  bool json = false;
};

// Whether the file is a model, of this or another version of parley. Such a file can be made again, so that it may be
// replaced without --force.
bool is_model(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::array<char, 16> begin{};
  file.read(begin.data(), begin.size());
  const std::string_view name(begin.data(), static_cast<std::size_t>(file.gcount()));
  return name.starts_with("parley models\n") || name.starts_with("parley scorer ");
}

Value report_of(const Catalog& catalog) {
  Value report = to_value(catalog.learned());
  report.if_object()->insert({"quality", to_value(catalog.example_quality())});
  return report;
}

std::string training_summary(const Learned& learned) {
  return learned.why_not.empty() ? fmt::format("learned from {} of {}", counted(learned.examples, "example"),
                                               counted(learned.intents, "intent"))
                                 : fmt::format("nothing to train: {}", learned.why_not);
}

// Prints one report per language, because each has its own examples.
void print_reports(const Catalog& catalog, bool all) {
  for (const std::string& tag : catalog.languages()) {
    const Learned& learned = catalog.for_locale(tag).learned();
    fmt::print("{}: {}\n", printable(tag), training_summary(learned));
    if (learned.why_not.empty()) print_quality(learned, catalog.for_locale(tag).example_quality(), all);
  }
}

int train(const TrainOptions& options) {
  const std::string file = options.out.empty() ? options.bot + ".model" : options.out;
  const OutputRules rules{options.force || is_model(file), {options.bot}};
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
    languages.size() == 1 ? print_quality(learned, catalog.example_quality(), options.all)
                          : print_reports(catalog, options.all);
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
  parser->add_flag("--all", options->all, "Say of every intent what its examples are worth");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  return {parser, [options] { return train(*options); }};
}

}  // namespace parley::cli
