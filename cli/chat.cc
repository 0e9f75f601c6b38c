// `parley chat` runs a conversation with a bot; slash commands inspect it.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/chat_session.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/prompt.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "parley/sessions.h"

namespace parley::cli {
namespace {

struct ChatOptions {
  SetupOptions setup;
  std::string session;
  std::string continuation_id;
  bool resume = false;
  std::string user;
  std::string context;
};

struct Slash {
  const char* name;
  const char* argument;
  const char* description;
  std::function<void(Chat&, const std::string& argument)> run;
};

const std::vector<Slash>& slash_commands() {
  static const std::vector<Slash> all = {
      {"/why", "", "explain the last turn", [](Chat& chat, const std::string&) { chat.why(); }},
      {"/state", "", "show the dialog state", [](Chat& chat, const std::string&) { chat.state(); }},
      {"/params", "", "show the filled params", [](Chat& chat, const std::string&) { chat.params(); }},
      {"/history", "", "show the messages", [](Chat& chat, const std::string&) { chat.history(); }},
      {"/context", "[TOKENS]", "show the context for a language model",
       [](Chat& chat, const std::string& tokens) { chat.context(tokens); }},
      {"/compact", "[recap]", "summarize all but the newest exchange; recap: without the summarizer if it fails",
       [](Chat& chat, const std::string& how) { chat.compact(how); }},
      {"/topics", "", "show the topics of the conversation", [](Chat& chat, const std::string&) { chat.topics(); }},
      {"/sessions", "", "list the sessions", [](Chat& chat, const std::string&) { chat.sessions(); }},
      {"/load", "ID", "continue another session", [](Chat& chat, const std::string& id) { chat.load(id); }},
      {"/new", "[ID]", "start a new session", [](Chat& chat, const std::string& id) { chat.start_new(id); }},
      {"/save", "", "show the last stored turn; every turn is stored before its reply",
       [](Chat& chat, const std::string&) { chat.save(); }},
      {"/clear", "", "clear the screen only", [](Chat& chat, const std::string&) { chat.clear_view(); }},
      {"/reset", "", "restart the conversation in this session", [](Chat& chat, const std::string&) { chat.reset(); }},
      {"/forget", "", "erase this session from the store", [](Chat& chat, const std::string&) { chat.forget(); }},
      {"/agent", "TEXT", "answer as the person who has the conversation",
       [](Chat& chat, const std::string& text) { chat.answer_as_agent(text); }},
      {"/back", "[resume]", "give the conversation back to the bot; resume: with what was open",
       [](Chat& chat, const std::string& how) { chat.give_back(how); }},
      {"/fail", "[WHY]", "report that the pending tool call failed",
       [](Chat& chat, const std::string& why) { chat.fail(why); }},
  };
  return all;
}

void print_slash_help() {
  Table table({{"command"}, {"description"}});
  for (const Slash& slash : slash_commands()) {
    table.add({fmt::format("{} {}", slash.name, slash.argument), slash.description});
  }
  table.add({"/help", "show this list"});
  table.add({"/quit", "quit; Ctrl-D does the same"});
  table.print();
}

// Runs a slash command. Returns false if the user quits.
bool run_slash_command(Chat& chat, const std::string& line) {
  const std::size_t blank = line.find(' ');
  const std::string name = line.substr(0, blank);
  const std::size_t word = line.find_first_not_of(' ', blank);
  const std::string argument = blank == std::string::npos || word == std::string::npos ? "" : line.substr(word);
  if (name == "/quit") return false;
  const auto& all = slash_commands();
  const auto slash = std::find_if(all.begin(), all.end(), [&](const Slash& s) { return name == s.name; });
  if (slash != all.end()) {
    slash->run(chat, argument);
  } else if (name == "/help") {
    print_slash_help();
  } else {
    chat.note(fmt::format("unknown command {}; /help lists the commands", printable(name)));
  }
  return true;
}

std::string empty_error(const std::string& text) { return text.empty() ? "must not be empty" : ""; }

// Returns the latest session with this bot, of the given user or of any user.
Result<std::string> latest_session(const Setup& setup, const ChatOptions& options, TimeMs now) {
  const std::string of_user = options.user.empty() ? "" : fmt::format(" of user '{}'", printable(options.user));
  SessionQuery query;
  query.limit = 1;
  query.bot = setup.catalog->id();
  if (!options.user.empty()) query.user = setup.engine->user_hash(options.user);
  const auto latest = setup.store->list(query);
  if (!latest) return Unexpected(latest.error());
  if (latest->empty()) {
    return Unexpected(ErrorCode::kUnknownSession,
                      fmt::format("{} has no session{} with the bot {}; omit --resume to start one",
                                  options.setup.database.path, of_user, query.bot));
  }
  const std::string& session = latest->front().session;
  const auto state = setup.store->load(session);
  if (!state) return Unexpected(state.error());
  if (*state && !(*state)->ended && session_status(**state, now) == SessionStatus::kLive) return session;
  return Unexpected(
      ErrorCode::kSessionExpired,
      fmt::format("the latest session{}, {}, has ended; omit --resume to start one", of_user, printable(session)));
}

// Returns the session to resume; empty for a new one.
Result<std::string> session_to_resume(const Setup& setup, const ChatOptions& options) {
  const auto clock = open_clock(options.setup.clock);
  if (!clock) return Unexpected(clock.error());
  const TimeMs now = (*clock)->now();
  if (options.resume) return latest_session(setup, options, now);
  if (options.continuation_id.empty()) {
    return options.session.empty() ? options.session : setup.engine->session_of(options.session, options.user);
  }
  auto session = session_of_conversation(*setup.store, options.continuation_id, now);
  if (!session || options.user.empty()) return session;
  const auto state = setup.store->load(*session);
  if (!state) return Unexpected(state.error());
  if (!*state || (*state)->user.empty() || (*state)->user == setup.engine->user_hash(options.user)) return session;
  return Unexpected(ErrorCode::kInvalidRequest, "the conversation of --continue belongs to another user");
}

int chat(const ChatOptions& options) {
  if ((options.resume || !options.continuation_id.empty()) && options.setup.database.path.empty()) {
    return report(Error{
        ErrorCode::kInvalidRequest, "--continue and --resume need the database of the session; add --db PATH", {}});
  }
  const Result<Value> context = read_context(options.context);
  if (!context) return report(context.error());
  Result<Setup> setup = open_engine(options.setup);
  if (!setup) return report(setup.error());

  const Result<std::string> session = session_to_resume(*setup, options);
  if (!session) return report(session.error());

  const std::string bot = setup->catalog->id();
  Prompt prompt;
  if (prompt.at_terminal()) fmt::print("{}: type a message, /help for commands, Ctrl-D to quit.\n", bot);
  Chat chat(std::move(*setup), options.setup, *session, options.user, *context, prompt.at_terminal());
  while (const auto line = prompt.read(chat.prompt())) {
    const std::size_t start = line->find_first_not_of(" \t\r");
    if (start == std::string::npos) continue;
    if ((*line)[start] != '/') {
      chat.handle_line(*line);
    } else if (!run_slash_command(chat, line->substr(start, line->find_last_not_of(" \t\r") + 1 - start))) {
      return kExitOk;
    }
  }
  if (prompt.at_terminal()) fmt::print("\n");
  if (prompt.at_terminal() && !options.setup.database.path.empty()) {
    fmt::print("To continue: parley chat ... --db {} --session {}\n", options.setup.database.path, chat.session());
  }
  return kExitOk;
}

}  // namespace

Command add_chat(CLI::App& app) {
  auto options = std::make_shared<ChatOptions>();
  CLI::App* parser = add_command(app, "chat", "Chat with a bot in the terminal; /help lists the commands",
                                 "parley chat                              # with config/intents.yaml\n"
                                 "parley chat bot.yaml --db bot.db --session me\n"
                                 "parley chat bot.yaml --db bot.db --resume --user ann\n"
                                 "printf 'hello\\n/why\\n' | parley chat bot.yaml");
  parser->add_option("BOT", options->setup.bot, "The bot file (default: config/intents.yaml)");
  parser
      ->add_option("--db", options->setup.database.path,
                   "Store sessions in this SQLite file or postgresql:// database (default: in memory)")
      ->type_name("PATH");
  add_keys(*parser, options->setup.database);
  CLI::Option* session =
      parser->add_option("--session", options->session, "The session to continue or to start")->type_name("ID");
  CLI::Option* by_id =
      parser->add_option("--continue", options->continuation_id, "Continue the conversation with this continuation id")
          ->type_name("ID")
          ->check(empty_error)
          ->excludes(session);
  parser->add_flag("--resume", options->resume, "Continue the latest session of --user, or of any user")
      ->excludes(session)
      ->excludes(by_id);
  parser->add_option("--user", options->user, "The owner of the session; stored as a hash")
      ->type_name("NAME")
      ->check(empty_error);
  parser->add_option("--context", options->context, "Facts from the channel, for `when`")->type_name("JSON");
  parser->add_option("--clock", options->setup.clock, "Use this fixed time instead of the system clock")
      ->type_name("ISO8601");
  add_remote_access(*parser, options->setup.remote.emplace());
  add_no_cache(*parser);
  return {parser, [options] { return chat(*options); }};
}

}  // namespace parley::cli
