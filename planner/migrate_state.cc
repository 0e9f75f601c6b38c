// Adapts the state of a session to a bot that changed (docs/dialog.md, section 9):
//
//   a renamed intent or param               continues under its new id
//   an intent that is gone                  is closed, with the intents that it called
//   a param that is gone                    is dropped
//   a value that is no longer accepted      is dropped, and asked for again: it breaks a rule of `validate`, is not in
//                                           the list, or is no value of the param's type
//   steps that changed                      begin again; those that ran with the same values are not repeated
//   a question that is gone                 the intent stays open and asks for what it needs (handle_lost_question)
// Tested by tests/planner/migrate_state_test.cc and planner_test.cc.
#include <algorithm>
#include <iterator>
#include <utility>

#include "config/several_types.h"
#include "planner/ambiguity.h"
#include "planner/confirmation.h"
#include "planner/param_validation.h"
#include "planner/planner.h"
#include "planner/position.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

// Returns the current id of the definition that had this id before; `id` itself if there is none.
template <class Definitions>
std::string current_id(const Definitions& definitions, const std::string& id) {
  for (const auto& one : definitions) {
    for (const config::Text& former : one.formerly) {
      if (former.value == id) return one.id.value;
    }
  }
  return id;
}

std::string current_param(const config::Intent& intent, const std::string& name) {
  return intent.find_param(name) ? name : current_id(intent.params, name);
}

class StateMigration {
 public:
  StateMigration(const config::BotDefinition& bot, SessionState& state, const TurnContext::Validator& validate_type)
      : bot_(bot), state_(state), validate_type_(validate_type) {}

  std::vector<TraceEvent> run() && {
    rename_intents();
    drop_intents();
    stop_calls_that_are_gone();
    for (Frame& frame : state_.frames) migrate(frame);
    for (QueuedIntent& queued : state_.queue) migrate(queued);
    for (QueuedIntent& offered : state_.offered) migrate(offered);
    state_.done.reset();
    state_.in_mind.clear();
    migrate_session_params();
    drop_invalid_question();
    if (state_.handed_off && !state_.waiting) state_.handed_off->outcome.reset();
    return std::move(changes_);
  }

 private:
  void note(Rule rule, std::string intent, std::string subject = {}) {
    changes_.push_back({rule, std::move(intent), std::move(subject), {}});
  }

  // ---- values: only the rules that the value alone can break

  // Whether the param takes the value. Gives a value that another type had the form of the param's type: 4 becomes "4".
  bool accept(const config::Intent& intent, const config::Param& param, Value& value) const {
    return fits(intent, param, value) && are_valid(param, value) && is_listed(param, value);
  }

  bool fits(const config::Intent& intent, const config::Param& param, Value& value) const {
    if (!validate_type_) return true;
    Value::Array* items = value.if_array();
    if (!param.list) return !items && fits_one(intent, param, value);
    return items &&
           std::all_of(items->begin(), items->end(), [&](Value& item) { return fits_one(intent, param, item); });
  }

  // A value that the type reads as another value, such as 4 as the fourth of a month, does not fit.
  bool fits_one(const config::Intent& intent, const config::Param& param, Value& value) const {
    if (has_list(param)) return true;  // is_listed() decides
    ParamValue read = validate_type_(intent.id.value, param.id.value, value);
    const Value* inner = config::inner_value(param.type.value, read.value);
    const std::string* text = inner ? inner->if_string() : nullptr;
    const bool is_equal = read.value == value || (inner && *inner == value) || (text && *text == read.raw);
    const bool is_same = read.valid && !read.misspelt && is_equal;
    if (is_same) value = std::move(read.value);
    return is_same || is_canonical(param, value);
  }

  // Whether the value has the form that the `canonical` of its type writes, which the templates of the type need not
  // read. (The type itself knows the form of a type with patterns.)
  bool is_canonical(const config::Param& param, const Value& value) const {
    const config::Entity* entity = bot_.find_entity(param.type.value);
    const std::string* text = value.if_string();
    return entity && entity->patterns.empty() && entity->canonical && text &&
           has_form(entity->canonical->pieces, *text);
  }

  // Whether a text has the literals of the pieces, at its begin and its end too. False if there are none.
  static bool has_form(const std::vector<config::Template::Piece>& pieces, std::string_view text) {
    const bool is_alone =
        std::all_of(pieces.begin(), pieces.end(), [](const auto& piece) { return piece.literal.empty(); });
    if (is_alone || !text.starts_with(pieces.front().literal)) return false;
    if (pieces.back().placeholder.empty() && !text.ends_with(pieces.back().literal)) return false;
    std::size_t at = 0;
    return std::all_of(pieces.begin(), pieces.end(), [&](const config::Template::Piece& piece) {
      const std::size_t found = text.find(piece.literal, at);
      at = found + piece.literal.size() + (piece.placeholder.empty() ? 0 : 1);
      return found != std::string_view::npos && at <= text.size();
    });
  }

  // Whether the type of the param lists all its values.
  bool has_list(const config::Param& param) const {
    const config::Entity* entity = bot_.find_entity(param.type.value);
    return entity && !entity->values.empty() && entity->extends.value.empty();
  }

  // Whether the value, or each item of a list, is one of the entity's values. True if the entity lists no values.
  bool is_listed(const config::Param& param, const Value& value) const {
    if (!has_list(param)) return true;
    const config::Entity* entity = bot_.find_entity(param.type.value);
    const auto is_one_of = [&](const Value& item) {
      return std::any_of(entity->values.begin(), entity->values.end(),
                         [&](const config::EntityValue& one) { return one.value == item; });
    };
    const Value::Array* items = param.list ? value.if_array() : nullptr;
    return items ? std::all_of(items->begin(), items->end(), is_one_of) : is_one_of(value);
  }

  // ---- intents

  void rename_intents() {
    const auto rename = [&](std::string& id) {
      if (bot_.find_intent(id)) return;
      const std::string former = std::exchange(id, current_id(bot_.intents, id));
      const bool is_noted = std::any_of(changes_.begin(), changes_.end(),
                                        [&](const TraceEvent& change) { return change.detail == former; });
      if (id != former && !is_noted) changes_.push_back({Rule::kIntentRenamed, id, {}, former});
    };
    for (Frame& frame : state_.frames) rename(frame.intent);
    for (QueuedIntent& queued : state_.queue) rename(queued.intent);
    for (QueuedIntent& offered : state_.offered) rename(offered.intent);
    if (state_.waiting) rename(state_.waiting->intent);
  }

  void drop_intents() {
    std::erase_if(state_.offered, [&](const QueuedIntent& offered) {
      return !bot_.find_intent(offered.intent) || !offered.repeats_for.empty();
    });
    auto& frames = state_.frames;
    for (std::size_t i = 0; i < frames.size();) {
      const bool has_lost_caller = frames[i].called && i == 0;
      if (bot_.find_intent(frames[i].intent) && !has_lost_caller) {
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      while (end < frames.size() && frames[end].called) ++end;
      for (std::size_t dropped = i; dropped < end; ++dropped) note(Rule::kIntentDropped, frames[dropped].intent);
      frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(i), frames.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }

  // If the step of the calling intent is no longer a `call`, the called intent continues as a separate intent.
  void stop_calls_that_are_gone() {
    auto& frames = state_.frames;
    for (std::size_t i = 1; i < frames.size(); ++i) {
      if (!frames[i].called) continue;
      const config::StepDefinition* step = Position(frames[i - 1].step).in(*bot_.find_intent(frames[i - 1].intent));
      frames[i].called = step && step->is<config::CallStep>();
    }
  }

  // ---- open intents

  void migrate(Frame& frame) {
    const config::Intent& intent = *bot_.find_intent(frame.intent);
    migrate_params(intent, frame);
    migrate_attempts(intent, frame);
    const auto is_gone = [&](const std::string& name) { return intent.find_param(name) == nullptr; };
    std::erase_if(frame.skipped, is_gone);
    std::erase_if(frame.checked, is_gone);
    std::erase_if(frame.facts, [&](const auto& facts) { return is_gone(facts.first); });
    frame.held.clear();
    frame.unclear.clear();
    if (is_gone(frame.changing)) frame.changing.clear();
    if (!intent.confirm) frame.confirmed = false;
    if (intent.opening) frame.opened = true;  // the intent has begun
    restart_steps(frame);
  }

  void migrate_params(const config::Intent& intent, Frame& frame) {
    FilledParams params;
    for (auto& [name, filled] : frame.params) {
      const std::string now = current_param(intent, name);
      const config::Param* param = intent.find_param(now);
      if (param && accept(intent, *param, filled.value)) {
        if (now != name) note(Rule::kParamRenamed, frame.intent, now);
        params.emplace(now, std::move(filled));
        continue;
      }
      note(param ? Rule::kValueDropped : Rule::kParamDropped, frame.intent, param ? now : name);
      if (param) drop_checks(intent, frame, now);
      frame.confirmed = false;
    }
    frame.params = std::move(params);
  }

  static void migrate_attempts(const config::Intent& intent, Frame& frame) {
    std::map<std::string, Attempts, std::less<>> attempts;
    for (const auto& [param, failed] : frame.attempts.params) {
      const std::string now = current_param(intent, param);
      if (intent.find_param(now)) attempts[now] = failed;
    }
    frame.attempts.params = std::move(attempts);
  }

  // Does nothing while a tool runs. When the outcome of the tool arrives, the planner finds the step by the name of the
  // tool (tool_results.cc).
  void restart_steps(Frame& frame) {
    const bool is_top = &frame == &state_.frames.back();
    if (is_top && state_.waiting && state_.waiting->call()) return;
    for (StepRun& run : frame.runs) run.step.reset();
    const bool has_called = !is_top && (&frame + 1)->called;
    if (!has_called) frame.step.reset();
  }

  // ---- queued intents: values that `validate` now refuses are refused when the intent begins (intent_queue.cc)

  void migrate(QueuedIntent& queued) {
    const config::Intent* intent = bot_.find_intent(queued.intent);
    if (!intent) return;
    for (Refused& refused : queued.refused) refused.param = current_param(*intent, refused.param);
    for (auto& choices : queued.unclear) migrate_choices(*intent, choices);
    std::erase_if(queued.unclear, [](const auto& choices) { return choices.size() < 2; });
    FilledParams params;
    for (auto& [name, filled] : queued.params) {
      const std::string now = current_param(*intent, name);
      const config::Param* param = intent->find_param(now);
      if (param && fits(*intent, *param, filled.value) && is_listed(*param, filled.value)) {
        params.emplace(now, std::move(filled));
      } else {
        note(Rule::kValueDropped, queued.intent, name);
      }
    }
    queued.params = std::move(params);
    queued.repeats_for = queued.repeats_for.empty() ? std::string() : current_param(*intent, queued.repeats_for);
    if (queued.params.count(queued.repeats_for) == 0) queued.repeats_for.clear();
  }

  void migrate_choices(const config::Intent& intent, std::vector<Choice>& choices) const {
    for (Choice& choice : choices) choice.param = current_param(intent, choice.param);
    std::erase_if(choices, [&](Choice& choice) {
      const config::Param* param = intent.find_param(choice.param);
      return !param || param->sensitive || !accept(intent, *param, choice.value);
    });
  }

  // ---- the session

  // A param of the session stays if one of the intents that declare it accepts its value.
  void migrate_session_params() {
    const auto is_accepted_by = [&](const config::Intent& intent, const std::string& name, Value& value) {
      const config::Param* param = intent.find_param(name);
      return param && param->session_scope && accept(intent, *param, value);
    };
    for (auto entry = state_.params.begin(); entry != state_.params.end();) {
      const bool stays = std::any_of(bot_.intents.begin(), bot_.intents.end(), [&](const config::Intent& intent) {
        return is_accepted_by(intent, entry->first, entry->second.value);
      });
      if (!stays) note(Rule::kSessionParamDropped, {}, entry->first);
      entry = stays ? std::next(entry) : state_.params.erase(entry);
    }
  }

  void drop_invalid_question() {
    if (!state_.waiting) return;
    PendingInput& waiting = *state_.waiting;
    const bool is_about_top = !state_.frames.empty() && state_.frames.back().plan == waiting.plan;
    const config::Intent* intent = is_about_top ? bot_.find_intent(state_.frames.back().intent) : nullptr;
    if (intent && is_valid_question(waiting, *intent, state_.frames.back())) return;
    note(Rule::kQuestionDropped, waiting.intent);
    state_.waiting.reset();
  }

  static bool is_valid_question(PendingInput& waiting, const config::Intent& intent, const Frame& frame) {
    switch (waiting.kind()) {
      case PendingInput::Kind::kParam: {
        std::string& asked = std::get<AskedParam>(waiting.awaited).param;
        asked = current_param(intent, asked);
        const config::Param* param = intent.find_param(asked);
        return param && !param->ask.empty();
      }
      case PendingInput::Kind::kConfirm:
      case PendingInput::Kind::kChange: return intent.confirm && has_all_params(intent, frame);
      case PendingInput::Kind::kChoice: return false;
      case PendingInput::Kind::kTool: return true;
    }
    return false;
  }

  // Whether the bot has no other question before the confirmation.
  static bool has_all_params(const config::Intent& intent, const Frame& frame) {
    return std::none_of(intent.params.begin(), intent.params.end(), [&](const config::Param& param) {
      return param.required && !param.when && frame.params.count(param.id.value) == 0 &&
             !contains(frame.skipped, param.id.value);
    });
  }

  const config::BotDefinition& bot_;
  SessionState& state_;
  const TurnContext::Validator& validate_type_;
  std::vector<TraceEvent> changes_;
};

}  // namespace

std::vector<TraceEvent> adapt(const config::BotDefinition& bot, SessionState& state, const std::string& config_hash,
                              const TurnContext::Validator& validate_type) {
  if (state.config_hash == config_hash) return {};
  state.config_hash = config_hash;
  return StateMigration(bot, state, validate_type).run();
}

}  // namespace parley::planner
