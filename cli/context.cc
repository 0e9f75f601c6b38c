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

// Prints a stored tool result. --raw shows it without masking it again.
int print_artifact(const Setup& setup, const ContextCommandOptions& options) {
  const auto bytes = setup.engine->artifact(options.session, options.artifact, options.history, options.raw);
  if (!bytes) return report(with_way_out(bytes.error()));
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
  auto setup = open_engine_over(setup_options, options.session);
  if (!setup) return report(setup.error());
  if (!options.artifact.empty()) return print_artifact(*setup, options);
  const auto made = setup->engine->context(
      options.session, {consumer_of(options.consumer), options.budget, options.history, options.raw});
  if (!made) return report(with_way_out(made.error()));
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
      add_command(app, "context", "What a language model or a person would be handed of a conversation",
                  "parley context s1 --db bot.db --bot bot.yaml                 # as the bot's `memory:` says\n"
                  "parley context s1 --db bot.db --for agent                    # for a person who takes over\n"
                  "parley context s1 --db bot.db --budget 1000 --json | jq .messages\n"
                  "parley context s1 --db bot.db --history                      # ended conversations of it as well\n"
                  "parley context s1 --db bot.db --artifact SHA256              # a tool's whole result");
  parser->add_option("SESSION", options->session, "The session")->required();
  add_database(*parser, options->database);
  parser->add_option("--bot", options->bot, "The bot file (default: config/intents.yaml)")->type_name("FILE");
  parser->add_option("--for", options->consumer, "Whom it is for (default: llm)")
      ->check(CLI::IsMember({"classifier", "planner", "llm", "agent"}))
      ->type_name("WHOM");
  parser->add_option("--budget", options->budget, "At most so many tokens, instead of the bot's")
      ->check(CLI::Range(kMinContextTokens, std::int64_t{10'000'000}))
      ->type_name("N");
  parser->add_flag("--history", options->history,
                   "The ended conversations of the session as well, and one that is over by now");
  parser->add_option("--artifact", options->artifact, "Print this kept result of a tool in place of the context")
      ->type_name("SHA256");
  parser->add_option("--clock", options->clock, "The time it is (default: the machine's)")->type_name("ISO8601");
  parser->add_option("--tokens", options->tokens, "How tokens are counted (default: the settings, then estimate)")
      ->check(CLI::IsMember({"estimate", "cl100k_base", "o200k_base"}))
      ->type_name("HOW");
  parser->add_flag("--raw", options->raw, "As stored: what the bot calls private is not masked");
  parser->add_flag("--json", options->json, "As JSON");
  return {parser, [options] { return context(*options); }};
}

}  // namespace parley::cli
