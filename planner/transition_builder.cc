// Tested by tests/planner/planner_test.cc.
#include "planner/transition_builder.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace parley::planner {

namespace {

bool ends_with_question(const std::vector<Step>& steps) {
  const Say* last = steps.empty() ? nullptr : std::get_if<Say>(&steps.back());
  return last && last->text.ends_with('?');
}

}  // namespace

TransitionBuilder::TransitionBuilder(const config::BotDefinition& bot, SessionState& state, const TurnContext& context)
    : bot(bot), context(context), state(state), was_asked_for_more(state.asked_for_more) {
  constexpr std::size_t kUsualDecisions = 8;
  if (context.traces) trace_.reserve(kUsualDecisions);
  state.ended = false;
}

void TransitionBuilder::note(Rule rule, std::string_view subject, std::string_view detail) {
  if (!context.traces) return;
  TraceEvent& event = trace_.emplace_back();
  event.rule = rule;
  if (!is_idle()) event.intent = top().intent;
  event.subject = subject;
  event.detail = detail;
}

void TransitionBuilder::note_intent(Rule rule, const std::string& intent) {
  if (context.traces) trace_.push_back({rule, intent, {}, {}});
}

void TransitionBuilder::say(std::string text) {
  if (!text.empty()) add(Say{std::move(text)});
}

void TransitionBuilder::say(const config::TextVariants& text) {
  std::string rendered = render(text);
  if (!rendered.empty()) add(Say{std::move(rendered), attachments(text)});
}

const std::string* TransitionBuilder::last_said() const {
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (const auto* say = std::get_if<Say>(&*step)) return &say->text;
  }
  return nullptr;
}

void TransitionBuilder::say_at_beginning(std::string text) {
  if (text.empty()) return;
  const bool is_known = beginning_.plan == top().plan;
  const auto place = steps_.begin() + static_cast<std::ptrdiff_t>(is_known ? beginning_.steps : steps_.size());
  steps_.insert(place, Say{std::move(text)});
}

void TransitionBuilder::report_ended(std::string intent, FilledParams params) {
  ended_intent_ = std::move(intent);
  ended_params_ = values_of(std::move(params));
}

std::string TransitionBuilder::render(const config::TextVariants& text, std::string_view name, const Value& value) {
  ResponseRenderer renderer = this->renderer();
  std::string rendered = renderer.say(text, name, value);
  for (const std::string& placeholder : renderer.missing_placeholders()) note(Rule::kNoValue, placeholder);
  if (text.may_be_rephrased && !rendered.empty()) rephrasable_.push_back({rendered, renderer.take_value_places()});
  return rendered;
}

// A step may have more text than the one that was rendered for it, such as a hint.
std::vector<RephrasableText> TransitionBuilder::find_rephrasable() const {
  std::vector<RephrasableText> found;
  for (const RenderedText& rendered : rephrasable_) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto* say = std::get_if<Say>(&steps_[i]);
      const auto* ask = std::get_if<AskUser>(&steps_[i]);
      const std::string* text = say ? &say->text : ask ? &ask->prompt : nullptr;
      const bool is_taken =
          std::any_of(found.begin(), found.end(), [&](const RephrasableText& one) { return one.step == i; });
      const std::size_t begin = text && !is_taken ? text->find(rendered.text) : std::string::npos;
      if (begin == std::string::npos) continue;
      found.push_back({i, {begin, begin + rendered.text.size()}, rendered.values});
      break;
    }
  }
  return found;
}

std::vector<Attachment> TransitionBuilder::attachments(const config::TextVariants& text) {
  if (text.attachments.empty()) return {};
  ResponseRenderer renderer = this->renderer();
  std::vector<Attachment> attachments = renderer.attachments(text);
  for (const std::string& placeholder : renderer.missing_placeholders()) note(Rule::kNoValue, placeholder);
  return attachments;
}

void TransitionBuilder::fill_digests() {
  for (const UndigestedRun& begun : *undigested) {
    for (Frame& frame : state.frames) {
      if (frame.plan != begun.plan) continue;
      for (StepRun& run : frame.runs) {
        if (run.step == begun.step && run.digest.empty()) run.digest = base::fingerprint(begun.values);
      }
    }
  }
  undigested->clear();
}

Transition TransitionBuilder::finish(bool is_write) && {
  fill_digests();
  const bool is_handed_off = state.handed_off.has_value();
  if (steps_.empty() && !is_write && !is_silent && !is_handed_off) say(bot.replies.done);
  if (!is_write) {
    const bool is_understood = state.unmatched == 0;
    const bool is_done = is_idle() && status == TurnStatus::kDone && !is_handed_off;
    state.asked_for_more = is_done && is_understood && ends_with_question(steps_);
  }
  if (!is_idle() && (!is_handed_off || is_write)) report_ended(top().intent, top().params);
  // A write may leave an intent open without a question (invariant 7). The intent waits for the next message.
  if (is_handed_off) {
    status = TurnStatus::kHandoff;
  } else if (!is_idle() && status == TurnStatus::kDone) {
    status = state.waits_for<ToolWait>() ? TurnStatus::kToolCall : TurnStatus::kWaiting;
  }
  if (ended_intent_) state.last_intent = ended_intent_;
  Transition transition;
  if (!rephrasable_.empty()) transition.rephrasable = find_rephrasable();
  transition.steps = std::move(steps_);
  transition.status = status;
  transition.intent = std::move(ended_intent_);
  transition.params = std::move(ended_params_);
  transition.keeps_values = keeps_values;
  transition.disclosed = std::move(disclosed_);
  transition.trace = std::move(trace_);
  return transition;
}

Value::Object values_of(const FilledParams& params) { return values_of(FilledParams(params)); }

Value::Object values_of(FilledParams&& params) {
  Value::Object values;
  for (auto& [name, filled] : params) values.emplace_hint(values.end(), name, std::move(filled.value));
  return values;
}

std::vector<Frame>::const_iterator find_resumable(const SessionState& state, std::string_view intent) {
  const auto& frames = state.frames;
  const auto open =
      std::find_if(frames.begin(), frames.end(), [&](const Frame& frame) { return frame.intent == intent; });
  if (open == frames.end() || open->called) return frames.end();
  const bool has_called = open + 1 != frames.end() && (open + 1)->called;
  return has_called ? frames.end() : open;
}

std::vector<Frame>::iterator find_resumable(SessionState& state, std::string_view intent) {
  return state.frames.begin() + (find_resumable(std::as_const(state), intent) - state.frames.cbegin());
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace parley::planner
