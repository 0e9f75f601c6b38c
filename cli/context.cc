// `parley context` prints the context that a language model or a person would get for a stored conversation.
// Tested by tests/cli/topics_test and sessions_test.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/context_view.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"

namespace parley::cli {
namespace {

struct ContextCommandOptions {
  Database database;
  std::string session;
  std::string bot;
  std::string consumer = "llm";
  std::int64_t budget = 0;
  std::string artifact;
  std::string clock;
  bool history = false;
  std::string tokens;
  bool raw = false;
  bool json = false;
};

Consumer consumer_of(const std::string& name) {
  for (Consumer each : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
    if (name == to_string(each)) return each;
  }
  return Consumer::kLlm;
}

// Prints a stored tool result, masked again unless --raw is set.
int print_artifact(const Setup& setup, const ContextCommandOptions& options) {
  const auto bytes = setup.engine->artifact(options.session, options.artifact, options.history, options.raw);
  if (!bytes) return report(with_history_hint(bytes.error()));
  if (options.json) {
    fmt::print("{}\n", Value(Value::Object{{"sha256", options.artifact}, {"text", *bytes}}).to_json());
  } else {
    print_lines(*bytes);
  }
  return kExitOk;
}

int context(const ContextCommandOptions& options) {
  if (auto allowed = check_raw(options.raw); !allowed) return report(allowed.error());
  SetupOptions setup_options{options.bot, options.database, {}, options.clock};
  setup_options.tokens = options.tokens;
  auto setup = open_engine_for_reading(setup_options, options.session);
  if (!setup) return report(setup.error());
  if (!options.artifact.empty()) return print_artifact(*setup, options);
  const auto made = setup->engine->context(
      options.session, {consumer_of(options.consumer), options.budget, options.history, options.raw});
  if (!made) return report(with_history_hint(made.error()));
  if (options.json) {
    fmt::print("{}\n", view_of(*made).to_json());
  } else {
    print_context(*made);
  }
  return kExitOk;
}

}  // namespace

Command add_context(CLI::App& app) {
  auto options = std::make_shared<ContextCommandOptions>();
  CLI::App* parser =
      add_command(app, "context", "Print the context of a conversation for a language model or a person",
                  "parley context s1 --db bot.db --bot bot.yaml                 # with the bot's `memory:`\n"
                  "parley context s1 --db bot.db --for agent                    # for a person who takes over\n"
                  "parley context s1 --db bot.db --budget 1000 --json | jq .messages\n"
                  "parley context s1 --db bot.db --history                      # with ended conversations\n"
                  "parley context s1 --db bot.db --artifact SHA256              # the full result of a tool");
  parser->add_option("SESSION", options->session, "The session id")->required();
  add_database(*parser, options->database);
  parser->add_option("--bot", options->bot, "The bot file (default: config/intents.yaml)")->type_name("FILE");
  parser->add_option("--for", options->consumer, "The consumer: classifier, planner, llm (default) or agent")
      ->check(CLI::IsMember({"classifier", "planner", "llm", "agent"}))
      ->option_text("CONSUMER");
  parser->add_option("--budget", options->budget, "Maximum number of tokens (default: the bot's)")
      ->check(CLI::Range(kMinContextTokens, std::int64_t{10'000'000}))
      ->option_text("N");
  parser->add_flag("--history", options->history, "Include ended and expired conversations of the session");
  parser->add_option("--artifact", options->artifact, "Print this stored tool result instead of the context")
      ->type_name("SHA256");
  parser->add_option("--clock", options->clock, "The current time (default: the system clock)")->type_name("ISO8601");
  parser
      ->add_option(
          "--tokens", options->tokens,
          "How to count tokens: estimate, cl100k_base or o200k_base (default: the settings, otherwise estimate)")
      ->check(CLI::IsMember({"estimate", "cl100k_base", "o200k_base"}))
      ->option_text("ENCODING");
  parser->add_flag("--raw", options->raw, "Show texts as stored, without masking private values");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return context(*options); }};
}

}  // namespace parley::cli
