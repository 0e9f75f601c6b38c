// Dialog: one step of the planner while it is being worked out. Private to the planner.
//
// The public functions are the three kinds of event. Below them stand, each file a group: what a message means now
// (hearing.cc, answering.cc), how params change (taking.cc), the checks of values by tools (checking.cc), how questions
// are put and given up (asking.cc), the intents that wait for their turn (queueing.cc), and the way of an intent from
// its first param to its last step (going.cc).
//
// Functions that hear end in advance() or in a question; those that go do not hear.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"
#include "planner/position.h"
#include "planner/response_renderer.h"
#include "planner/variables.h"

namespace parley::planner {

class Dialog {
 public:
  Dialog(const config::BotDefinition& bot, SessionState state, const TurnContext& moment);

  void hear(const Understanding& message);
  void take_outcome(const ToolOutcome& outcome);  // events.cc, and so the next
  void take_event(SessionEvent event);
  void write(const HostWrite& write);  // host_write.cc

  Transition finish() &&;
  Transition finish_silently() &&;  // of a write: nothing is said

 private:
  // ---- hearing.cc: in the order in which a message is tried -----------------------------------------------
  bool obey_command(const Understanding& message);  // cancel, cancel all, reset, human
  bool is_answered(const Understanding& message) const;
  bool talk_about_question(const Understanding& message);  // repeat, why, skip, don't know
  void cancel();
  void hear_afresh(const Understanding& message);
  void digress(const Understanding& message);
  void hear_while_tool_runs();
  void not_understood();
  void lapse_question();
  void hear_several(Understanding message);
  void hear_instead(const Understanding& message);
  void call_off(Act act);
  void hear_open(const Understanding& message);
  void hear_now(const Understanding& message, const std::vector<FurtherIntent>& later);

  // ---- queueing.cc: intents that wait for their turn
  bool queue_later(const FurtherIntent& wish);  // true when it was not in the queue before
  std::vector<QueuedIntent>::iterator find_queued(std::string_view intent);
  bool start_queued();
  void take_queued();  // what the queue holds for the intent on top

  // ---- answering.cc: by what is being waited for ----------------------------------------------------------
  void hear_answer(const Understanding& message);
  void hear_confirmation(const Understanding& message);
  void hear_change(const Understanding& message);
  void refuse_change(const Understanding& message, const ParamValue& invalid);
  void hear_choice(const Understanding& message);
  void hear_adrift(const Understanding& message);  // the question was lost with a change of the bot
  bool hear_other_params(const Understanding& message);
  bool names_other_intent(const Understanding& message) const;

  // ---- taking.cc ------------------------------------------------------------------------------------------
  enum class Take { kMissing, kAny };  // kAny: a filled param may be corrected
  // Fills what is valid. True when something changed.
  bool take(const std::vector<ParamValue>& values, Take which, std::string_view except = {});
  bool take_all(const std::vector<ParamValue>& values, const config::Param& param);  // what they hold for this one
  void say_rejections(const std::vector<ParamValue>& values);
  bool take_elsewhere(const std::vector<ParamValue>& values);
  bool fill(const config::Param& param, const Value& value);
  void forgive(const std::string& param);
  bool change_list(const config::Param& param, const ParamValue& value);
  void empty(const config::Param& param);
  bool ask_again_for(const std::vector<std::string>& named);
  bool note_unclear(const Ambiguous& ambiguous);
  void show_values();
  bool note_unclear(std::vector<Choice> choices);
  void settle_unclear();
  bool are_all_filled(const std::vector<Choice>& choices) const;
  void settle_params();                     // conditions, session params, prefilled ones
  void follow_session(bool decides_again);  // params that another intent has changed in the session
  void remember_confirmed();
  void fill_defaults();
  Value given(const config::Param& param, const config::ValueExpr& origin) const;  // null: nothing of the param's type
  void supply(const config::Param& param, const FilledParam& filled);
  bool is_open(const config::Param& param) const;                             // neither filled nor given up
  bool applies(const config::Param& param) const;                             // its `when` holds
  bool holds(const config::Condition& condition) const;                       // of what is known
  static bool holds(const config::Condition& condition, const Value& scope);  // of a tool's result

  // ---- asking.cc ------------------------------------------------------------------------------------------
  void ask(const config::Param& param);
  void confirm();
  void ask_what_to_change();
  void choose();
  void put_again(std::string first = {});              // the open question, at no cost
  void judge(AnswerFailure miss, std::string reason);  // what was heard did not answer the open question
  void exhaust(const config::Param& param);
  std::string reason_for(const config::Param& param, AnswerFailure miss, int time, std::string reason);
  std::string hint_for(const config::Param& param);  // what could be answered
  PendingInput question(PendingInput::Kind kind) const;
  const config::Param* asked_param() const;  // null unless a param is being asked for
  Attempts& attempts();                      // of the open question

  // ---- going.cc -------------------------------------------------------------------------------------------
  void start(const config::Intent& intent, const std::vector<ParamValue>& values);
  void push(const config::Intent& intent, Rule beginning = Rule::kIntentStarted);
  // The open frame of an intent that would come back on top; frames.end(): it would begin.
  std::vector<Frame>::iterator find_resumable(std::string_view intent);
  void advance();  // the top frame, until a question stands or nothing is open
  bool collect();  // these two: true when something is being waited for
  bool perform();
  bool perform(const config::StepDefinition& step, Position& at);
  bool call_tool(const config::StepDefinition& step, const std::string& at, std::string_view checked);
  void recover(const config::StepDefinition& step, Position at, bool timed_out);
  bool take_offer(const config::StepDefinition& step, const ToolOutcome& outcome);
  bool reject(const config::StepDefinition& step, const ToolOutcome& outcome, std::string_view checked);
  bool take_result(const config::Param& param, const Value& value);  // false: the param refuses it
  void keep_results(const config::StepDefinition& step, const Value& result);
  void call_intent(const config::StepDefinition& step);
  void start_instead(const config::StepDefinition& step);
  std::vector<ParamValue> passed(const config::StepDefinition& step) const;
  bool begin(const std::string& at, std::string_view what, std::string_view with);
  static Value::Object arguments(const config::StepDefinition& step, const Variables& known);
  std::string what_is_called(const config::StepDefinition& step) const;
  std::vector<StepRun*> current_runs();
  void void_confirmation(std::string_view because);  // the user's yes was to something else
  void mark(const std::string& at, StepRun::Status status);
  enum class End { kDone, kCancelled };
  void close(End end);  // the top frame, and its caller with it when it is cancelled
  void hand_off(std::string reason);
  void pop(Rule end);                 // closes the top frame alone
  void clear(Rule end);               // closes everything that is open
  std::string open_question() const;  // a param, "confirm" or "choice"; empty if no question is open

  // ---- checking.cc: the tools of `validate` ----------------------------------------------------------------
  enum class Checks { kReady, kAll };  // kReady: those whose arguments have values
  bool run_checks(Checks which);       // true when one is being waited for
  bool may_get_arguments(const config::Param& checked) const;
  void drop_checks(std::string_view changed);
  bool follow_facts();  // true when a check must run again
  Facts facts_for(const config::Param& checked) const;
  bool has_other_facts(const config::Param& checked) const;
  bool confirms_facts_of(const config::Param& checked) const;
  std::string digest_of(std::string_view path, const Value& fact) const;
  void note_missing_facts(const config::StepDefinition& step);
  void hold(const std::string& param, const FilledParam& replaced);
  void accept_check(const config::Param& checked, const Facts& facts);
  bool put_back(const config::Param& rejected);  // the value that it had before, if that one was accepted

  // ---- words ----------------------------------------------------------------------------------------------
  void say(std::string text);  // nothing for an empty one
  void say(const config::TextVariants& wording) { say(words(wording)); }
  std::string words(const config::TextVariants& wording, std::string_view name = {}, const Value& value = {});
  void note(Rule rule, std::string_view subject = {}, std::string_view detail = {});  // of the open intent
  void note_of(Rule rule, const std::string& intent, std::string_view subject = {});

  bool is_idle() const { return out_.state.frames.empty(); }
  // The steps of the top intent have begun, and nothing has sent them back to their beginning since.
  bool is_under_way() const { return !top().step.empty(); }
  Frame& top() { return out_.state.frames.back(); }
  const Frame& top() const { return out_.state.frames.back(); }
  const config::Intent& intent() const { return *bot_.find_intent(out_.state.frames.back().intent); }
  Variables known() const { return Variables(out_.state, moment_.context); }
  ResponseRenderer speech() { return ResponseRenderer(bot_, out_.state, moment_.context, &out_.told); }

  const config::BotDefinition& bot_;
  const TurnContext& moment_;
  Transition out_;
  int fact_rounds_ = 1;  // how often checks have begun to run for one message, because facts changed meanwhile
};

// Whether the value passes the param's rules (taking.cc). What comes out of a message has been judged already.
bool is_valid(const config::Param& param, const Value& value);
// Likewise, of each item of a list.
bool are_valid(const config::Param& param, const Value& value);
// A value as its rules judge it, with the sentence of the first that it breaks.
ParamValue judged_by_rules(const config::Param& param, const Value& value);

// A list after a message has added to it, or taken from it.
Value::Array changed_list(Value::Array items, const ParamValue& change);

// The readings that the user can be asked about, without labels: what is sensitive is not read out.
std::vector<Choice> choices_among(const config::Intent& intent, const std::vector<ParamValue>& readings);
// Whether they are several values of one param; otherwise a value is for one of several params.
bool are_of_one_param(const std::vector<Choice>& choices);
// Whether both offer the same params in the same order.
bool are_about_same(const std::vector<Choice>& choices, const std::vector<Choice>& others);

// Whether the check of `param` must run again when the param `changed` changes: it is its own, or an argument.
bool checks_with(const config::Param& param, std::string_view changed);
// Drops the checks of a frame that were made with another value of `changed`, and its confirmation with them.
void drop_checks(const config::Intent& intent, Frame& frame, std::string_view changed);

// The bot's longest stack of interrupted intents; the oldest is forgotten beyond it.
inline constexpr std::size_t kMaxDigressions = 5;
// Times a question is repeated or explained before that costs an attempt.
inline constexpr int kMaxAsides = 5;
// Answers to "which of the two?" that choose none before both are dropped.
inline constexpr int kMaxChoiceAttempts = 2;
// Questions in a row that were given up before a person takes over, whatever their `on_exhausted` says.
inline constexpr int kMaxExhausted = 3;
// Steps performed for one message, tools' outcomes included.
inline constexpr int kMaxSteps = 100;
// Times that checks run for one message, when each request on the way tells other facts.
inline constexpr int kMaxFactRounds = 3;
// Quick replies offered with a question.
inline constexpr std::size_t kMaxOptions = 10;

// The keys in Frame::attempts of questions that are about no param.
inline constexpr const char* kConfirmation = "";
inline constexpr const char* kChoice = "?";

}  // namespace parley::planner
