// `parley sessions`: what a database holds. Other people's conversations, so by default it shows what went on and not
// what was said: values and texts appear masked by the bot's own redaction (--bot) or when asked for as stored (--raw).
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/moment.h"
#include "cli/open.h"
#include "cli/outline.h"
#include "cli/report.h"
#include "cli/session_view.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

struct Options {
  std::string session;
  std::string db;
  std::string bot;
  bool raw = false;
  bool json = false;
  std::size_t limit = 20;
};

Value to_value(const SessionSummary& summary) {
  return Value::Object{{"session", summary.session},
                       {"bot", summary.bot},
                       {"created_at", format_moment(summary.created_at)},
                       {"updated_at", format_moment(summary.updated_at)},
                       {"turns", summary.turns},
                       {"messages", summary.messages},
                       {"last_intent", summary.last_intent ? Value(*summary.last_intent) : Value()},
                       {"waiting_for_param", summary.waiting_for_param ? Value(*summary.waiting_for_param) : Value()}};
}

int list(const Options& options) {
  const auto store = open_existing_store(options.db);
  if (!store) return report(store.error());
  const auto summaries = (*store)->list(options.limit);
  if (!summaries) return report(summaries.error());
  if (options.json) {
    Value::Array rows;
    for (const SessionSummary& summary : *summaries) rows.push_back(to_value(summary));
    fmt::print("{}\n", Value(Value::Object{{"sessions", std::move(rows)}}).to_json());
    return kFine;
  }
  if (summaries->empty()) fmt::print("There is no session in {}.\n", options.db);
  print_sessions(*summaries);
  if (summaries->size() == options.limit) fmt::print("The newest {}; --limit shows more.\n", options.limit);
  return kFine;
}

// What the session's bot calls private, masked. Another bot's redaction would know other secrets, so it is refused.
Result<Mask> mask_of(const std::string& bot, const SessionState& state) {
  const auto catalog = open_bot(bot);
  if (!catalog) return Unexpected(catalog.error());
  if ((*catalog)->id() != state.bot) {
    return wrong_use(
        fmt::format("the session belongs to the bot {}, and {} is the bot {}", state.bot, bot, (*catalog)->id()));
  }
  auto engine = Engine::create(*catalog, memory_store());
  if (!engine) return Unexpected(engine.error());
  return Mask([engine = std::shared_ptr<Engine>(std::move(*engine)), state](const std::string& text) {
    return engine->redact(text, state);
  });
}

Result<Mask> mask_for(const Options& options, const SessionState& state) {
  if (options.raw) return Mask([](const std::string& text) { return text; });
  if (options.bot.empty()) return Mask(hide_everything);
  return mask_of(options.bot, state);
}

int show(const Options& options) {
  const auto store = open_existing_store(options.db);
  if (!store) return report(store.error());
  const auto state = (*store)->load(options.session);
  if (!state) return report(state.error());
  if (!*state) {
    return report({ErrorCode::kUnknownSession, fmt::format("there is no session '{}'", options.session), {}});
  }
  const auto messages = (*store)->messages(options.session, options.limit);
  if (!messages) return report(messages.error());

  const Result<Mask> mask = mask_for(options, **state);
  if (!mask) return report(mask.error());

  const char* shown = options.raw ? "as stored" : (options.bot.empty() ? "hidden" : "masked");
  Value::Object view = view_of(**state, *mask);
  Value::Array rows;
  for (const Message& message : *messages) rows.push_back(view_of(message, *mask));
  if (options.json) {
    view["values"] = shown;
    view["messages"] = std::move(rows);
    fmt::print("{}\n", Value(std::move(view)).to_json());
    return kFine;
  }
  fmt::print("{}", outline(Value(std::move(view))));
  if (!messages->empty()) fmt::print("\n");
  print_messages(*messages, *mask);
  if (options.bot.empty()) {
    fmt::print("\n{}\n", options.raw
                             ? "Values and texts are shown as they are stored."
                             : "Values and texts are hidden: --bot FILE shows them with what is private masked, "
                               "--raw as they are stored.");
  }
  return kFine;
}

}  // namespace

Command add_sessions(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* parser = add_command(app, "sessions", "Look at the sessions of a database",
                                 "parley sessions list --db bot.db\n"
                                 "parley sessions show s1 --db bot.db --bot bot.yaml   # private values masked\n"
                                 "parley sessions list --db bot.db --limit 100 --json");
  parser->require_subcommand(1);

  CLI::App* list_parser =
      add_command(*parser, "list", "The sessions, newest first", "parley sessions list --db bot.db");
  CLI::App* show_parser = add_command(*parser, "show", "One session: where it stands and what was said",
                                      "parley sessions show s1 --db bot.db --bot bot.yaml\n"
                                      "parley sessions show s1 --db bot.db --raw --json");
  show_parser->add_option("SESSION", options->session, "The session's id")->required();
  show_parser->add_option("--bot", options->bot, "The session's bot: shows values and texts, private ones masked")
      ->type_name("FILE");
  show_parser->add_flag("--raw", options->raw, "Show values and texts as they are stored");
  for (CLI::App* command : {list_parser, show_parser}) {
    command->add_option("--db", options->db, "The SQLite file")->required()->type_name("PATH");
    command->add_option("--limit", options->limit, "At most so many sessions or messages (default: 20)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->option_text("N");
    command->add_flag("--json", options->json, "Answer in JSON");
  }
  return {parser, [options, list_parser] { return list_parser->parsed() ? list(*options) : show(*options); }};
}

}  // namespace parley::cli
