// Chat is an interactive conversation with a bot. It has one session at a time and commands to inspect it.
//
// Everything printed about a session is redacted by the bot, because the database may hold other people's sessions.
#pragma once

#include <optional>
#include <string>

#include "cli/bot_watch.h"
#include "cli/open.h"
#include "cli/session_view.h"
#include "parley/tool.h"
#include "parley/turn.h"
#include "parley/value.h"

namespace parley::cli {

class Chat {
 public:
  // Resumes `session` if the store has it; otherwise the first message begins it. An empty `session` gets a random id.
  // `user` is the owner and may be empty.
  // `options` are those with which `setup` was opened.
  Chat(Setup setup, SetupOptions options, const std::string& session, std::string user, Value context,
       bool at_terminal);

  const std::string& session() const { return session_; }
  // Returns the prompt, which shows who reads the next line: the bot, a person, or the bot's tool call.
  const char* prompt() const;

  // Handles a line that is not a command: a message for the bot, or the result of the tool it waits for.
  void handle_line(const std::string& line);

  // Each method implements the slash command of its name.
  void why() const;
  void state() const;
  void params() const;
  void history() const;
  void context(const std::string& tokens) const;
  void compact(const std::string& how) const;  // "", or "recap"
  void topics() const;
  void sessions() const;
  void load(const std::string& id);
  void start_new(const std::string& id);
  void save() const;  // changes nothing: each turn is stored before it is answered
  void reset();
  void clear_view() const;  // clears only the screen
  void forget();
  void fail(const std::string& reason);
  void answer_as_agent(const std::string& text);
  void give_back(const std::string& how);  // "resume", or empty: the bot begins afresh

  void note(const std::string& text) const;  // prints a remark of the command itself

 private:
  void enter(const std::string& id);
  // Opens the bot again if one of its files has changed. With errors in the files, the old bot stays.
  void reload();
  void send(decltype(Request::input) input, bool resume = false);
  void show(const Turn& turn);
  void ask_for_result() const;
  std::optional<SessionState> stored() const;  // unset, after a message to the user, if it cannot be loaded or is new
  Mask mask(const SessionState& state) const;

  Setup setup_;
  SetupOptions options_;
  BotWatch watch_;
  std::string reload_error_;  // of the last attempt; empty: the bot is that of the files
  std::string session_, user_;
  Value context_;
  bool at_terminal_;
  std::optional<ToolCall> pending_;  // a tool call whose result the user must type
  bool handed_off_ = false;          // a person has the conversation
  std::optional<Turn> last_;         // the last turn, with its explanation
  std::string last_text_;            // its message. Empty: its input was no text
};

}  // namespace parley::cli
