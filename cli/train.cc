// `parley train`: learns from a bot's examples ahead of time, into a file that loading the bot finds beside it.
#include <cstdint>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/latency.h"
#include "cli/learned.h"
#include "cli/report.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

struct Options {
  std::string bot;
  std::string out;
  bool force = false;
  bool json = false;
};

void print_report(const std::string& file, std::size_t bytes, const Learned& learned, double seconds) {
  fmt::print("{}: {:.1f} MB, learned from {} of {} in {:.1f} s\n", printable(file), static_cast<double>(bytes) / 1e6,
             counted(learned.examples, "example"), counted(learned.intents, "intent"), seconds);
  fmt::print("chosen threshold {:.2f}: with it, {:.1f} % of examples held aside were taken for their own intent,\n",
             learned.chosen, 100 * learned.right);
  fmt::print("and {:.1f} % of those whose whole intent was held aside were taken for none, as strangers should be\n",
             100 * learned.refused);
  if (learned.threshold != learned.chosen) fmt::print("the bot has its own threshold: {:.2f}\n", learned.threshold);
}

int train(const Options& options) {
  const std::string file = options.out.empty() ? options.bot + ".model" : options.out;
  const OutputRules rules{options.force, {options.bot}};
  if (auto may = check_output(file, rules); !may) return report(may.error());
  const auto bytes = read_file(options.bot);
  if (!bytes) return report(bytes.error());
  const auto catalog = Catalog::parse(*bytes, options.bot);  // not load(): it would take a model that is there
  if (!catalog) return report(catalog.error());
  const Stopwatch watch;
  const Learned& learned = (*catalog)->learned();
  const double seconds = watch.microseconds() / 1e6;
  if (!learned.why_not.empty()) {
    return report({ErrorCode::kInvalidBot, fmt::format("there is nothing to train: {}", learned.why_not), {}});
  }
  const std::string model = (*catalog)->model();
  if (const auto written = write_file(file, model, rules); !written) return report(written.error());
  if (!options.json) {
    print_report(file, model.size(), learned, seconds);
    return kFine;
  }
  Value answer = to_value(learned);
  answer.if_object()->insert(
      {{"file", file}, {"bytes", static_cast<std::int64_t>(model.size())}, {"seconds", seconds}});
  fmt::print("{}\n", answer.to_json());
  return kFine;
}

}  // namespace

Command add_train(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* parser =
      add_command(app, "train", "Learn from a bot's examples ahead of time",
                  "parley train bot.yaml               # writes bot.yaml.model, which loading bot.yaml finds\n"
                  "parley train bot.yaml --json");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("-o,--out", options->out, "Where to write the model (default: BOT.model)")->type_name("FILE");
  add_force(*parser, options->force);
  parser->add_flag("--json", options->json, "Answer in JSON");
  return {parser, [options] { return train(*options); }};
}

}  // namespace parley::cli
