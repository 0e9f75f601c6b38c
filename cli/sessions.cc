// `parley sessions` queries and maintains the sessions of a database.
#include "cli/sessions.h"

#include <CLI/CLI.hpp>

#include "cli/help.h"
#include "cli/open.h"
#include "parley/sessions.h"

namespace parley::cli {

std::string hash_of_user(std::string_view user) { return user_hash(user, user_key()); }

Command add_sessions(CLI::App& app) {
  CLI::App* parser = add_command(app, "sessions", "List, show and manage the sessions of a database",
                                 "parley sessions list --db bot.db\n"
                                 "parley sessions show s1 --db bot.db --bot bot.yaml   # private values masked\n"
                                 "parley sessions prune --older-than 30d --db bot.db --dry-run\n"
                                 "parley sessions export --db bot.db > sessions.jsonl");
  parser->require_subcommand(1);
  std::vector<Command> commands = add_session_queries(*parser);
  for (auto* add : {add_session_admin, add_session_io}) {
    for (Command& command : add(*parser)) commands.push_back(std::move(command));
  }
  return {parser, [commands] {
            for (const Command& command : commands) {
              if (command.parser->parsed()) return command.run();
            }
            return kExitUsage;
          }};
}

}  // namespace parley::cli
