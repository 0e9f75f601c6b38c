// TransitionBuilder holds a step of the planner while it is worked out: the dialog state as it changes, and the steps,
// decisions and disclosed values so far. The other units of the planner are functions over it.
//
// It decides nothing itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"
#include "planner/response_renderer.h"
#include "planner/variables.h"

namespace parley::planner {

// What the planner does after an event was handled, or a part of an intent was done.
enum class Next {
  kStop,     // the bot waits, has handed over, or has answered: nothing follows
  kAdvance,  // the open intent, or a queued one, continues
};

class TransitionBuilder {
 public:
  // Borrows `bot` and `context`.
  TransitionBuilder(const config::BotDefinition& bot, SessionState state, const TurnContext& context);
  TransitionBuilder(const TransitionBuilder&) = delete;
  TransitionBuilder& operator=(const TransitionBuilder&) = delete;

  const config::BotDefinition& bot;
  const TurnContext& context;
  SessionState state;
  TurnStatus status = TurnStatus::kDone;
  // How often checks have begun for one message, because facts changed in the meantime.
  int fact_rounds = 1;

  // ---- the open intent. All but is_idle() require that one is open.
  bool is_idle() const { return state.frames.empty(); }
  Frame& top() { return state.frames.back(); }
  const Frame& top() const { return state.frames.back(); }
  const config::Intent& intent() const { return *bot.find_intent(state.frames.back().intent); }
  // The steps of the intent have begun, and nothing has sent them back to the beginning since.
  bool has_begun_steps() const { return !top().step.empty(); }
  bool is_waiting_for(PendingInput::Kind kind) const { return state.waiting && state.waiting->kind == kind; }

  // ---- output
  // Adds a decision to the trace. It is about the open intent, or about `intent`.
  void note(Rule rule, std::string_view subject = {}, std::string_view detail = {});
  void note_intent(Rule rule, const std::string& intent);
  void say(std::string text);  // an empty text adds nothing
  void say(const config::TextVariants& text) { say(render(text)); }
  void add(Step step) { steps_.push_back(std::move(step)); }
  void add_first(Step step) { steps_.insert(steps_.begin(), std::move(step)); }
  // Reports an intent that ended in this step. An intent that is still open at the end takes precedence.
  void report_ended(std::string intent, const FilledParams& params);

  // ---- variables and texts
  Variables variables() const { return Variables(state, context.context); }
  ResponseRenderer renderer() { return ResponseRenderer(bot, state, context.context, &disclosed_); }
  // `name` is one more variable: {options} or {result.id}. Notes the placeholders without a value.
  std::string render(const config::TextVariants& text, std::string_view name = {}, const Value& value = {});

  // The transition. If the step says nothing, the bot says `done`, unless the step is a write.
  Transition finish(bool is_silent = false) &&;

 private:
  std::vector<Step> steps_;
  std::vector<TraceEvent> trace_;
  DisclosedValues disclosed_;
  std::optional<std::string> ended_intent_;
  Value::Object ended_params_;
};

// The filled params as values.
Value::Object values_of(const FilledParams& params);

bool contains(const std::vector<std::string>& names, std::string_view name);

}  // namespace parley::planner
