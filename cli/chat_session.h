// A person's conversation with a bot: one session at a time, and what can be asked about it.
//
// Everything printed about a session goes through the bot's redaction: the database may hold other people's.
#pragma once

#include <optional>
#include <string>

#include "cli/open.h"
#include "cli/session_view.h"
#include "parley/tool.h"
#include "parley/turn.h"
#include "parley/value.h"

namespace parley::cli {

class Chat {
 public:
  // Goes on with `session` when the store has it; without one, begins a new session. `user`: whose; may be empty.
  Chat(Setup setup, const std::string& session, std::string user, Value context, bool at_terminal);

  const std::string& session() const { return session_; }
  bool tool_is_waiting() const { return pending_.has_value(); }

  // A line that is no command: to the bot, or as the result of the tool it waits for.
  void hear(const std::string& line);

  // Each is the slash command of its name.
  void why() const;
  void state() const;
  void params() const;
  void history() const;
  void context(const std::string& tokens) const;
  void compact() const;
  void topics() const;
  void sessions() const;
  void load(const std::string& id);
  void start_new(const std::string& id);
  void save() const;  // changes nothing: each turn is stored before it is answered
  void reset();
  void clear_view() const;  // what is on the screen, and nothing else
  void forget();
  void fail(const std::string& reason);

  void note(const std::string& text) const;  // what is said by neither of the two

 private:
  void enter(const std::string& id);
  void send(decltype(Request::input) input);
  void show(const Turn& turn);
  void ask_for_result() const;
  std::optional<SessionState> stored() const;  // none, with a note, when there is nothing to show
  Mask mask(const SessionState& state) const;

  Setup setup_;
  std::string session_, user_;
  Value context_;
  bool at_terminal_;
  std::optional<ToolCall> pending_;  // of a tool nobody but the person can run
  Value explanation_;                // of the last turn
};

}  // namespace parley::cli
