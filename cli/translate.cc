// `parley translate` prints the texts of a bot that are not yet translated.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"

namespace parley::cli {
namespace {

struct TranslateOptions {
  std::string bot;
  std::string locale;
};

// Loads the bot and prints the texts that its translation lacks. Fails if the bot names a language without a
// translation file.
int translate(const TranslateOptions& options) {
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const auto untranslated = (*catalog)->untranslated(options.locale);
  if (!untranslated) return report(untranslated.error());
  fmt::print("{}", *untranslated);
  return kExitOk;
}

}  // namespace

Command add_translate(CLI::App& app) {
  auto options = std::make_shared<TranslateOptions>();
  CLI::App* parser = add_command(app, "translate", "List the untranslated texts of a bot as a file to fill in",
                                 "parley translate bot.yaml --to de > bot.de.yaml   # then: bot: {languages: [de]}\n"
                                 "parley translate bot.yaml --to de                 # texts that are still missing");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("--to", options->locale, "The language, as a BCP 47 tag such as de or pt-BR")
      ->required()
      ->type_name("LOCALE");
  add_no_cache(*parser);
  return {parser, [options] { return translate(*options); }};
}

}  // namespace parley::cli
