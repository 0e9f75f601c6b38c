// `parley explain` shows why a bot understands a message as it does, and why other intents did not match.
#include <algorithm>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/explanation_view.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/terminal.h"
#include "parley/protocol.h"

namespace parley::cli {
namespace {

struct ExplainOptions {
  std::string bot;
  std::string text;
  std::string waiting;
  std::string context;
  std::string clock;
  bool json = false;
};

// Splits "refund.order_id" into the open intent and the param asked for. Ids may contain dots.
Result<void> set_waiting(const std::string& waiting, const Catalog& catalog, NluContext& nlu_context) {
  const auto intents = catalog.intents();
  for (std::size_t dot = waiting.find('.'); dot != std::string::npos; dot = waiting.find('.', dot + 1)) {
    const std::string intent = waiting.substr(0, dot);
    if (std::find(intents.begin(), intents.end(), intent) == intents.end()) continue;
    nlu_context.intent = intent;
    nlu_context.waiting_for_param = waiting.substr(dot + 1);
    return {};
  }
  return usage_error(
      fmt::format("invalid --waiting '{}'; use an intent of this bot, a dot and a param, such as {}.PARAM", waiting,
                  intents.empty() ? "INTENT" : intents.front()));
}

Result<NluContext> nlu_context_of(const ExplainOptions& options, const Catalog& catalog) {
  NluContext nlu_context;
  const auto clock = open_clock(options.clock);
  if (!clock) return Unexpected(clock.error());
  nlu_context.now = (*clock)->now();
  if (!options.waiting.empty()) {
    if (auto set = set_waiting(options.waiting, catalog, nlu_context); !set) return Unexpected(set.error());
  }
  Result<Value> context = read_context(options.context);
  if (!context) return Unexpected(context.error());
  nlu_context.context = std::move(*context);
  return nlu_context;
}

int explain(const ExplainOptions& options) {
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  const Result<NluContext> nlu_context = nlu_context_of(options, **catalog);
  if (!nlu_context) return report(nlu_context.error());
  const Value* locale = nlu_context->context.find("locale");
  const Catalog& bot = (*catalog)->for_locale(locale ? locale->to_text() : "");
  const Value explanation = to_value(bot.explain(options.text, *nlu_context));
  if (options.json) {
    fmt::print("{}\n", explanation.to_json());
  } else {
    fmt::print("text    {}\n", printable(options.text));
    print_explanation(explanation);
  }
  return kExitOk;
}

}  // namespace

Command add_explain(CLI::App& app) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* parser =
      add_command(app, "explain", "Explain how a bot understands a message, and why other intents did not match",
                  "parley explain config/intents.yaml 'I want my money back'\n"
                  "parley explain bot.yaml 'O-12345' --waiting refund.order_id --json\n"
                  "parley explain bot.yaml 'cancel my order' --context '{\"logged_in\": true}'");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("TEXT", options->text, "The message")->required();
  parser->add_option("--waiting", options->waiting, "Interpret the message as the answer to this open question")
      ->type_name("INTENT.PARAM");
  parser->add_option("--context", options->context, "Facts from the channel, for `when`")->type_name("JSON");
  parser->add_option("--clock", options->clock, "The current time, for values such as \"tomorrow\" (default: now)")
      ->type_name("ISO8601");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return explain(*options); }};
}

}  // namespace parley::cli
