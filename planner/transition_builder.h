// TransitionBuilder holds an unfinished transition: the dialog state as it changes, and the steps, decisions and
// disclosed values so far. The other units of the planner are functions over it.
//
// It makes no decisions about the dialog itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/recycled.h"
#include "planner/response_renderer.h"
#include "planner/transition.h"
#include "planner/variables.h"

namespace parley::planner {

// How the planner continues after it has handled an event or a part of an intent.
enum class Next {
  kStop,     // the step is complete: the bot waits, has handed over, or has answered
  kAdvance,  // the open intent, or a queued one, continues
};

// A run in a frame (StepRun) whose digest is not computed yet (step_runs.h).
struct UndigestedRun {
  std::int64_t plan = 0;
  std::optional<StepPlace> step;
  std::string values;
};

class TransitionBuilder {
 public:
  // Borrows all arguments.
  TransitionBuilder(const config::BotDefinition& bot, SessionState& state, const TurnContext& context);
  TransitionBuilder(const TransitionBuilder&) = delete;
  TransitionBuilder& operator=(const TransitionBuilder&) = delete;

  const config::BotDefinition& bot;
  const TurnContext& context;
  SessionState& state;
  TurnStatus status = TurnStatus::kDone;
  // The former SessionState::asked_for_more.
  const bool was_asked_for_more;
  bool is_silent = false;     // the bot need not say anything
  bool keeps_values = false;  // Transition::keeps_values
  bool has_queued = false;    // further intents of this message were queued
  // Nothing was open before this message. It has values, and does not ask for something once more
  // (Understanding::asks_once).
  bool asks_once = false;
  // How often the checks have begun for this message. They begin again when a fact of the request changes.
  int fact_rounds = 1;
  base::Recycled<std::vector<UndigestedRun>> undigested = {};
  // Computes the digests of the runs that have none yet. Most intents end in the step that began their runs, so most
  // runs need no digest.
  void fill_digests();

  // ---- the open intent. All functions except is_idle() require that an intent is open.
  bool is_idle() const { return state.frames.empty(); }
  Frame& top() { return state.frames.back(); }
  const Frame& top() const { return state.frames.back(); }
  const config::Intent& intent() const {
    const std::string& id = state.frames.back().intent;
    if (!found_ || found_->id.value != id) found_ = bot.find_intent(id);
    return *found_;
  }
  // Whether the steps of the intent have begun, and were not restarted since.
  bool has_begun_steps() const { return top().step.has_value(); }

  // ---- output

  // Adds a decision about the open intent, or about `intent`, to the trace. Without a trace, does nothing.
  void note(Rule rule, std::string_view subject = {}, std::string_view detail = {});
  void note_intent(Rule rule, const std::string& intent);
  void say(std::string text);                  // an empty text adds nothing
  void say(const config::TextVariants& text);  // with its attachments
  template <class Kind>
  void add(Kind step) {
    steps_.emplace_back(std::move(step));
  }
  // Adds a step before all others, except those of the greeting.
  void add_first(Step step) { add_at(greeting_, std::move(step)); }
  void mark_greeting() { greeting_ = steps_.size(); }
  void add_at(std::size_t place, Step step) {
    steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(place), std::move(step));
  }
  std::size_t size() const { return steps_.size(); }
  // Returns the last text that the bot says in this step; null if there is none.
  const std::string* last_said() const;
  // Remembers where the texts of the top intent begin. Call it when the intent begins.
  void mark_beginning() { beginning_ = {top().plan, steps_.size()}; }
  // Says a text before the other texts of the top intent.
  void say_at_beginning(std::string text);
  // Reports an intent that ended in this step. An intent that is still open at the end takes precedence.
  void report_ended(std::string intent, FilledParams params);

  // ---- variables and texts
  Variables variables() const { return Variables(state, context.context); }
  ResponseRenderer renderer() { return ResponseRenderer(bot, state, context.context, &disclosed_); }
  // Renders a text. `name` and `value` are an additional variable, such as {options} or {result.id}; without a
  // name, the members of an object are such variables. Adds placeholders without a value to the trace.
  std::string render(const config::TextVariants& text, std::string_view name = {}, const Value& value = {});

  // Renders the attachments of a text. Call it after render() of the same text.
  std::vector<Attachment> attachments(const config::TextVariants& text);

  // Returns the transition. If it has no steps and need not be silent, the bot says `done`. A write is silent.
  Transition finish(bool is_write = false) &&;

 private:
  mutable const config::Intent* found_ = nullptr;  // the intent that was found last; null: none
  struct Beginning {
    std::int64_t plan = 0;  // Frame::plan. 0: no intent has begun in this step
    std::size_t steps = 0;  // how many steps were there before
  };
  Beginning beginning_;
  std::size_t greeting_ = 0;  // how many steps the greeting has
  std::vector<Step> steps_;
  struct RenderedText {
    std::string text;
    std::vector<config::ValuePlace> values;
  };
  std::vector<RephrasableText> find_rephrasable() const;
  std::vector<RenderedText> rephrasable_;  // the rendered texts with `rephrase`; not all of them become steps
  std::vector<TraceEvent> trace_;
  DisclosedValues disclosed_;
  std::optional<std::string> ended_intent_;
  Value::Object ended_params_;
};

// Return the values of filled params, without their turns.
Value::Object values_of(const FilledParams& params);
Value::Object values_of(FilledParams&& params);

// Returns the frame of an interrupted intent that returns to the top when the intent is named again; frames.end() if
// the intent would begin a new frame (intent_stack.h).
std::vector<Frame>::iterator find_resumable(SessionState& state, std::string_view intent);
std::vector<Frame>::const_iterator find_resumable(const SessionState& state, std::string_view intent);

bool contains(const std::vector<std::string>& names, std::string_view name);

}  // namespace parley::planner
