// A bot that changed under a conversation (docs/design.md). By rule:
//
//   an intent or param that was renamed    goes on under its new id
//   an intent that vanished                is closed, with those it had called
//   a param that vanished                  is dropped
//   a value that would not be taken now    is dropped, and asked for again
//   steps that changed                     begin again; what was done with the same values is not repeated
//   a question that vanished               the intent stays open and asks what it needs (Dialog::hear_adrift)
// Tested by tests/planner/planner_test.cc.
#include <algorithm>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

template <class List>
std::string renamed(const List& list, const std::string& id) {
  for (const auto& one : list) {
    for (const config::Text& before : one.formerly) {
      if (before.value == id) return one.id.value;
    }
  }
  return id;
}

class Adapter {
 public:
  Adapter(const config::BotDefinition& bot, SessionState& state) : bot_(bot), state_(state) {}

  std::vector<TraceEvent> run() && {
    rename_intents();
    drop_intents();
    for (Frame& frame : state_.frames) fit(frame);
    for (QueuedIntent& queued : state_.queue) fit(queued);
    fit_session_params();
    fit_question();
    return std::move(changes_);
  }

 private:
  void note(Rule rule, std::string intent, std::string subject = {}) {
    changes_.push_back({rule, std::move(intent), std::move(subject), {}});
  }

  // By the rules that can be told from the value alone: what validates it, and the list that it is one of.
  bool would_be_taken(const config::Param& param, const Value& value) const {
    if (const Value::Array* items = param.list ? value.if_array() : nullptr) {
      return std::all_of(items->begin(), items->end(), [&](const Value& item) { return passes(param, item); });
    }
    return passes(param, value);
  }

  bool passes(const config::Param& param, const Value& value) const {
    return is_valid(param, value) && is_listed(param, value);
  }

  bool is_listed(const config::Param& param, const Value& value) const {
    const config::Entity* entity = bot_.find_entity(param.type.value);
    if (!entity || entity->values.empty()) return true;
    return std::any_of(entity->values.begin(), entity->values.end(),
                       [&](const config::EntityValue& one) { return one.value == value; });
  }

  void rename_intents() {
    const auto follow = [&](std::string& id) {
      if (bot_.find_intent(id)) return;
      const std::string now = renamed(bot_.intents, id);
      if (now != id) note(Rule::kIntentRenamed, now);
      id = now;
    };
    for (Frame& frame : state_.frames) follow(frame.intent);
    for (QueuedIntent& queued : state_.queue) follow(queued.intent);
    if (state_.waiting) follow(state_.waiting->intent);
  }

  void drop_intents() {
    auto& frames = state_.frames;
    for (std::size_t i = 0; i < frames.size();) {
      const bool orphaned = frames[i].called && i == 0;
      if (bot_.find_intent(frames[i].intent) && !orphaned) {
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      while (end < frames.size() && frames[end].called) ++end;
      note(Rule::kIntentDropped, frames[i].intent);
      frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(i), frames.begin() + static_cast<std::ptrdiff_t>(end));
    }
    // What was called from a place that no longer calls goes on by itself.
    for (std::size_t i = 1; i < frames.size(); ++i) {
      if (!frames[i].called) continue;
      const config::StepDefinition* step = Position(frames[i - 1].step).in(*bot_.find_intent(frames[i - 1].intent));
      frames[i].called = step && step->kind == config::StepDefinition::Kind::kCall;
    }
  }

  void fit(Frame& frame) {
    const config::Intent& intent = *bot_.find_intent(frame.intent);
    FilledParams params;
    for (auto& [name, filled] : frame.params) {
      const std::string now = intent.find_param(name) ? name : renamed(intent.params, name);
      if (!intent.find_param(now)) {
        note(Rule::kParamDropped, frame.intent, name);
      } else if (!would_be_taken(*intent.find_param(now), filled.value)) {
        note(Rule::kValueDropped, frame.intent, now);
        drop_checks(intent, frame, now);
      } else {
        if (now != name) note(Rule::kParamRenamed, frame.intent, now);
        params.emplace(now, std::move(filled));
        continue;
      }
      frame.confirmed = false;
    }
    frame.params = std::move(params);

    std::map<std::string, Attempts, std::less<>> attempts;
    for (const auto& [name, count] : frame.attempts) {
      const std::string now = intent.find_param(name) ? name : renamed(intent.params, name);
      if (intent.find_param(now) || name == kConfirmation || name == kChoice) attempts[now] = count;
    }
    frame.attempts = std::move(attempts);
    const auto is_gone = [&](const std::string& name) { return intent.find_param(name) == nullptr; };
    const auto drop = [&](std::vector<std::string>& names) {
      names.erase(std::remove_if(names.begin(), names.end(), is_gone), names.end());
    };
    drop(frame.skipped);
    drop(frame.checked);
    frame.held.clear();
    std::erase_if(frame.facts, [&](const auto& facts) { return is_gone(facts.first); });
    frame.unclear.clear();
    if (is_gone(frame.changing)) frame.changing.clear();
    if (!intent.confirm) frame.confirmed = false;
    // A tool that is running now finds its step again by name (Dialog::take_outcome).
    const bool runs_a_tool = &frame == &state_.frames.back() && state_.waiting && state_.waiting->call;
    if (runs_a_tool) return;
    for (StepRun& run : frame.runs) run.step.clear();
    const bool calls = &frame != &state_.frames.back() && (&frame + 1)->called;
    if (!calls) frame.step.clear();
  }

  // What the rules of now refuse is said to be refused when the intent begins (planner/queueing.cc).
  void fit(QueuedIntent& queued) {
    const config::Intent* intent = bot_.find_intent(queued.intent);
    if (!intent) return;
    const auto name_of_now = [&](const std::string& name) {
      return intent->find_param(name) ? name : renamed(intent->params, name);
    };
    for (Refused& refused : queued.refused) refused.param = name_of_now(refused.param);
    for (auto& choices : queued.unclear) {
      for (Choice& choice : choices) choice.param = name_of_now(choice.param);
      std::erase_if(choices, [&](const Choice& choice) {
        const config::Param* param = intent->find_param(choice.param);
        return !param || param->sensitive || !would_be_taken(*param, choice.value);
      });
    }
    std::erase_if(queued.unclear, [](const auto& choices) { return choices.size() < 2; });
    FilledParams params;
    for (auto& [name, filled] : queued.params) {
      const std::string now = name_of_now(name);
      const config::Param* param = intent->find_param(now);
      const Value::Array* items = param && param->list ? filled.value.if_array() : nullptr;
      const bool is_known =
          items ? std::all_of(items->begin(), items->end(), [&](const Value& item) { return is_listed(*param, item); })
                : param && is_listed(*param, filled.value);
      if (is_known) {
        params.emplace(now, std::move(filled));
      } else {
        note(Rule::kValueDropped, queued.intent, name);
      }
    }
    queued.params = std::move(params);
  }

  // A param of the session is one of whichever intents declare it so.
  void fit_session_params() {
    for (auto param = state_.params.begin(); param != state_.params.end();) {
      bool declared = false, good = false;
      for (const config::Intent& intent : bot_.intents) {
        const config::Param* here = intent.find_param(param->first);
        if (!here || !here->session_scope) continue;
        declared = true;
        good = good || would_be_taken(*here, param->second.value);
      }
      if (declared && good) {
        ++param;
        continue;
      }
      note(Rule::kSessionParamDropped, {}, param->first);
      param = state_.params.erase(param);
    }
  }

  // A question survives when what it asks about does.
  void fit_question() {
    if (!state_.waiting) return;
    PendingInput& waiting = *state_.waiting;
    const bool stands_on_top = !state_.frames.empty() && state_.frames.back().plan == waiting.plan;
    const config::Intent* intent = stands_on_top ? bot_.find_intent(state_.frames.back().intent) : nullptr;
    if (intent && stands(waiting, *intent, state_.frames.back())) return;
    note(Rule::kQuestionDropped, waiting.intent);
    state_.waiting.reset();
  }

  // Nothing is missing that would be asked for before the confirmation.
  static bool is_complete(const config::Intent& intent, const Frame& frame) {
    return std::none_of(intent.params.begin(), intent.params.end(), [&](const config::Param& param) {
      const auto& given_up = frame.skipped;
      return param.required && !param.when && frame.params.count(param.id.value) == 0 &&
             std::find(given_up.begin(), given_up.end(), param.id.value) == given_up.end();
    });
  }

  static bool stands(PendingInput& waiting, const config::Intent& intent, const Frame& frame) {
    switch (waiting.kind) {
      case PendingInput::Kind::kParam: {
        if (!intent.find_param(waiting.param)) waiting.param = renamed(intent.params, waiting.param);
        const config::Param* param = intent.find_param(waiting.param);
        return param && !param->ask.empty();
      }
      case PendingInput::Kind::kConfirm:
      case PendingInput::Kind::kChange: return intent.confirm && is_complete(intent, frame);
      case PendingInput::Kind::kChoice: return false;
      case PendingInput::Kind::kTool: return true;
    }
    return false;
  }

  const config::BotDefinition& bot_;
  SessionState& state_;
  std::vector<TraceEvent> changes_;
};

}  // namespace

std::vector<TraceEvent> adapt(const config::BotDefinition& bot, SessionState& state, const std::string& config_hash) {
  if (state.config_hash == config_hash) return {};
  state.config_hash = config_hash;
  return Adapter(bot, state).run();
}

}  // namespace parley::planner
