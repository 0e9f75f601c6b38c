// Dialog: one step of the planner while it is being worked out. Private to the planner.
//
// The public functions are the three kinds of event; below them stand the edges of the state diagram
// (planner/planner.h), each under its own name.
#pragma once

#include <string>
#include <vector>

#include "planner/planner.h"
#include "planner/wording.h"

namespace parley::planner {

class Dialog {
 public:
  Dialog(const config::BotDefinition& bot, SessionState state, const Moment& moment);

  // planner/hearing.cc: what a message means now
  void hear(const Understanding& message);
  // planner/events.cc
  void take_outcome(const ToolOutcome& outcome);
  void take_event(SessionEvent event);

  Transition finish() &&;

 private:
  // ---- hearing: in the order in which a message is tried --------------------------------------------------
  bool obey_command(const Understanding& message);
  void hear_answer(const Understanding& message);
  void hear_confirmation(const Understanding& message);
  void hear_while_tool_runs();
  void hear_afresh(const Understanding& message);
  void lapse_question();
  void not_understood();

  // ---- params ---------------------------------------------------------------------------------------------
  enum class Take { kMissing, kAny };  // kAny: a filled param may be corrected
  // Fills what is valid. True when something changed.
  bool take(const std::vector<ParamValue>& values, Take which);
  bool fill(const config::Param& param, const Value& value);
  bool is_open(const config::Param& param) const;  // neither filled nor given up

  // ---- edges ----------------------------------------------------------------------------------------------
  void start(const config::Intent& intent, const std::vector<ParamValue>& values);
  void advance();  // the top frame, until a question stands or nothing is open
  void ask(const config::Param& param);
  void confirm();
  void call_tool(const config::StepDefinition& step);
  void judge(const config::Param& param, std::string reason);  // an answer that did not do
  void judge_confirmation(std::string reason);
  void exhaust(const config::Param& param);
  void close();  // the top frame; what lies below goes on
  void hand_off(std::string reason);
  void clear();  // everything that is open

  // ---- words ----------------------------------------------------------------------------------------------
  void say(std::string text);  // nothing for an empty one
  void say(const config::Template& wording) { say(render(wording, known())); }
  void note(std::string rule) { out_.trace.push_back(std::move(rule)); }

  Frame& top() { return out_.state.frames.back(); }
  const config::Intent& intent() const { return *bot_.find_intent(out_.state.frames.back().intent); }
  Known known() const;
  Waiting question(Waiting::Kind kind) const;

  const config::BotDefinition& bot_;
  const Moment& moment_;
  Transition out_;
};

// The bot's longest stack of interrupted intents; the oldest is forgotten beyond it.
inline constexpr std::size_t kMaxDigressions = 5;
// Answers to a confirmation that are neither yes nor no before a person takes over.
inline constexpr int kMaxConfirmAttempts = 3;

}  // namespace parley::planner
