// `parley sample` prints sentences that an intent's rules, templates and examples accept.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

struct SampleOptions {
  std::string bot;
  std::string intent;
  std::size_t count = 10;
  unsigned long long seed = 1;
  bool json = false;
};

int sample(const SampleOptions& options) {
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  std::vector<std::string> intents = (*catalog)->intents();
  if (!options.intent.empty()) {
    if (std::find(intents.begin(), intents.end(), options.intent) == intents.end()) {
      return report(usage_error(fmt::format("unknown intent '{}' in {}; its intents are: {}", options.intent,
                                            options.bot, fmt::join(intents, ", ")))
                        .error);
    }
    intents = {options.intent};
  }
  for (const std::string& intent : intents) {
    for (const std::string& text : (*catalog)->sample(intent, options.count, options.seed)) {
      if (options.json) {
        fmt::print("{}\n", Value(Value::Object{{"text", text}, {"intent", intent}}).to_json());
      } else if (options.intent.empty()) {
        fmt::print("{:<24} {}\n", printable(intent), printable(text));
      } else {
        fmt::print("{}\n", printable(text));
      }
    }
  }
  return kExitOk;
}

}  // namespace

Command add_sample(CLI::App& app) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* parser = add_command(app, "sample", "Show sentences that an intent accepts",
                                 "parley sample config/intents.yaml cancel_order\n"
                                 "parley sample bot.yaml -n 3                   # for every intent\n"
                                 "parley sample bot.yaml --json > data.jsonl    # input of parley eval");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("INTENT", options->intent, "Only this intent (default: all)");
  parser->add_option("-n,--count", options->count, "Maximum number of sentences per intent (default: 10)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}))
      ->option_text("N");
  parser->add_option("--seed", options->seed, "Seed of the random selection (default: 1)")->option_text("N");
  parser->add_flag("--json", options->json, "Print JSON Lines with text and intent");
  add_no_cache(*parser);
  return {parser, [options] { return sample(*options); }};
}

}  // namespace parley::cli
