// How params change.
// Tested by tests/planner/repair_test.cc.
#include <algorithm>

#include "intents/condition.h"
#include "planner/dialog.h"

namespace parley::planner {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string label_of(const config::Param& param) {
  std::string label = param.name.value.empty() ? param.id.value : param.name.value;
  if (param.name.value.empty()) std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

}  // namespace

bool Dialog::applies(const config::Param& param) const { return !param.when || holds(*param.when); }

bool Dialog::is_open(const config::Param& param) const {
  return top().params.count(param.id.value) == 0 && !contains(top().skipped, param.id.value);
}

// Progress: what was not understood before counts no more. What a tool rejected does, until the tool accepts.
void Dialog::forgive(const std::string& param) {
  const auto judged = top().attempts.find(param);
  if (judged == top().attempts.end()) return;
  Attempts left;
  left.rejected = judged->second.rejected;
  judged->second = left;
  if (left.rejected == 0) top().attempts.erase(judged);
}

bool Dialog::fill(const config::Param& param, const Value& value) {
  const std::string& name = param.id.value;
  Frame& frame = top();
  forgive(name);
  if (frame.changing == name) frame.changing.clear();
  const auto filled = frame.params.find(name);
  if (filled != frame.params.end()) {
    if (filled->second.value == value) return false;
    note(Rule::kCorrected, name);
    hold(name, filled->second);
    frame.confirmed = false;
    frame.step.clear();  // what depends on it is decided again
  } else if (frame.runs.empty()) {
    frame.confirmed = false;
  }
  const FilledParam now{value, moment_.turn};
  frame.params.insert_or_assign(name, now);
  if (param.session_scope) out_.state.params.insert_or_assign(name, now);
  drop_checks(name);
  std::erase(frame.skipped, name);
  return true;
}

void Dialog::empty(const config::Param& param) {
  const std::string& name = param.id.value;
  top().params.erase(name);
  drop_checks(name);
  if (param.session_scope) out_.state.params.erase(name);
  top().confirmed = false;
}

Value::Array changed_list(Value::Array items, const ParamValue& change) {
  if (change.op == ListOp::kSet || change.op == ListOp::kClear) items.clear();
  if (change.op == ListOp::kClear) return items;
  if (change.op == ListOp::kRemove) {
    items.erase(std::remove(items.begin(), items.end(), change.value), items.end());
  } else if (const Value::Array* several = change.value.if_array()) {
    items.insert(items.end(), several->begin(), several->end());
  } else if (std::find(items.begin(), items.end(), change.value) == items.end()) {
    items.push_back(change.value);
  }
  return items;
}

bool Dialog::change_list(const config::Param& param, const ParamValue& value) {
  const auto filled = top().params.find(param.id.value);
  const Value::Array* held = filled == top().params.end() ? nullptr : filled->second.value.if_array();
  const bool had_items = held && !held->empty();
  Value::Array items = changed_list(held ? *held : Value::Array{}, value);
  if (!items.empty()) return fill(param, Value(std::move(items)));
  if (had_items) note(Rule::kListCleared, param.id.value);
  if (had_items) empty(param);
  return had_items;
}

bool Dialog::take(const std::vector<ParamValue>& values, Take which, std::string_view except) {
  bool changed = false;
  std::vector<std::string> begun;  // a list takes all of a message's values
  for (const ParamValue& value : values) {
    const config::Param* param = intent().find_param(value.param);
    if (!param || value.param == except) continue;
    const bool missing = top().params.count(value.param) == 0 || contains(begun, value.param);
    const bool is_kept = which == Take::kMissing && !missing;
    const char* why_not = !value.valid          ? "invalid"
                          : value.whole_message ? "any text"
                          : !applies(*param)    ? "its condition does not hold"
                          : is_kept             ? "it has a value"
                                                : nullptr;
    if (why_not) {
      note(Rule::kValueNotTaken, value.param, why_not);
      continue;
    }
    if (param->list) begun.push_back(value.param);
    const bool is_new = param->list ? change_list(*param, value) : fill(*param, value.value);
    if (!is_new) note(Rule::kValueNotTaken, value.param, "it has this value");
    changed |= is_new;
  }
  return changed;
}

bool Dialog::take_all(const std::vector<ParamValue>& values, const config::Param& param) {
  bool changed = false;
  for (const ParamValue& value : values) {
    if (value.param != param.id.value || !value.valid) continue;
    changed |= param.list ? change_list(param, value) : fill(param, value.value);
    if (!param.list) break;
  }
  return changed;
}

// The question of an intent below is answered while another is open: it will not have to be asked.
bool Dialog::take_elsewhere(const std::vector<ParamValue>& values) {
  auto& frames = out_.state.frames;
  bool taken = false;
  for (const ParamValue& value : values) {
    if (!value.valid || value.whole_message) continue;
    for (std::size_t below = frames.size() - 1; below-- > 0;) {
      if (frames[below].intent != value.intent) continue;
      const config::Param* param = bot_.find_intent(value.intent)->find_param(value.param);
      if (!param || param->list || frames[below].params.count(value.param) != 0) continue;
      frames[below].params.insert_or_assign(value.param, FilledParam{value.value, moment_.turn});
      frames[below].attempts.erase(value.param);
      planner::drop_checks(*bot_.find_intent(value.intent), frames[below], value.param);
      if (param->session_scope) out_.state.params.insert_or_assign(value.param, FilledParam{value.value, moment_.turn});
      taken = true;
      break;
    }
  }
  return taken;
}

void Dialog::say_rejections(const std::vector<ParamValue>& values) {
  for (const ParamValue& value : values) {
    if (value.valid || !intent().find_param(value.param)) continue;
    note(Rule::kInvalid, value.param);
    say(value.rejection);
  }
}

// ---- asked again --------------------------------------------------------------------------------------------

bool Dialog::ask_again_for(const std::vector<std::string>& named) {
  for (const std::string& name : named) {
    const config::Param* param = intent().find_param(name);
    if (!param || param->ask.empty() || top().params.count(name) == 0) continue;
    note(Rule::kChangeRequested, name);
    top().changing = name;
    forgive(name);
    return true;
  }
  return false;
}

// ---- not clear ----------------------------------------------------------------------------------------------

std::vector<Choice> choices_among(const config::Intent& intent, const std::vector<ParamValue>& readings) {
  std::vector<Choice> choices;
  for (const ParamValue& reading : readings) {
    const config::Param* param = intent.find_param(reading.param);
    if (reading.valid && param && !param->sensitive) choices.push_back({reading.param, reading.value, {}});
  }
  return choices;
}

bool are_of_one_param(const std::vector<Choice>& choices) {
  return std::all_of(choices.begin(), choices.end(),
                     [&](const Choice& choice) { return choice.param == choices.front().param; });
}

bool are_about_same(const std::vector<Choice>& choices, const std::vector<Choice>& others) {
  return std::equal(choices.begin(), choices.end(), others.begin(), others.end(),
                    [](const Choice& a, const Choice& b) { return a.param == b.param; });
}

bool Dialog::note_unclear(const Ambiguous& ambiguous) {
  bool noted = false;
  for (const auto& readings : ambiguous) noted = note_unclear(choices_among(intent(), readings)) || noted;
  return noted;
}

// False when there is nothing to choose from.
bool Dialog::note_unclear(std::vector<Choice> choices) {
  std::erase_if(choices, [&](const Choice& choice) { return intent().find_param(choice.param) == nullptr; });
  if (choices.size() < 2) return false;
  const bool one_param = are_of_one_param(choices);
  for (Choice& choice : choices) {
    const config::Param& param = *intent().find_param(choice.param);
    choice.label = one_param ? speech().said(choice.value, param.type.value) : label_of(param);
  }
  note(Rule::kAmbiguous, one_param ? choices.front().param : "");
  const auto& waiting = out_.state.waiting;
  const bool is_shown =
      waiting && (waiting->kind == PendingInput::Kind::kConfirm || waiting->kind == PendingInput::Kind::kChange);
  if (one_param && is_shown) top().changing = choices.front().param;  // it keeps its value until one is chosen
  top().unclear.push_back(std::move(choices));
  if (!one_param) show_values();
  return true;
}

// When several values wait for their params, each choice shows its value: "from: Lyon or to: Lyon".
void Dialog::show_values() {
  auto& unclear = top().unclear;
  const auto is_of_several = [](const std::vector<Choice>& choices) { return !are_of_one_param(choices); };
  if (std::count_if(unclear.begin(), unclear.end(), is_of_several) < 2) return;
  for (std::vector<Choice>& choices : unclear) {
    if (!is_of_several(choices)) continue;
    for (Choice& choice : choices) {
      const config::Param* param = intent().find_param(choice.param);
      if (param) choice.label = label_of(*param) + ": " + speech().said(choice.value, param->type.value);
    }
  }
}

bool Dialog::are_all_filled(const std::vector<Choice>& choices) const {
  return std::all_of(choices.begin(), choices.end(),
                     [&](const Choice& choice) { return top().params.count(choice.param) != 0; });
}

// Two params for one value: once all but one are filled, it is that one's. Two values for one param: no longer
// unclear once it is filled.
void Dialog::settle_unclear() {
  auto& unclear = top().unclear;
  while (!unclear.empty()) {
    std::vector<Choice>& choices = unclear.front();
    const bool one_param = are_of_one_param(choices);
    if (!one_param && are_all_filled(choices)) return;  // one of them is to be corrected
    choices.erase(std::remove_if(choices.begin(), choices.end(),
                                 [&](const Choice& choice) {
                                   const config::Param* param = intent().find_param(choice.param);
                                   return !param || !applies(*param) ||
                                          (top().params.count(choice.param) != 0 && top().changing != choice.param);
                                 }),
                  choices.end());
    if (choices.size() >= 2) return;
    const std::vector<Choice> left = std::move(choices);
    unclear.erase(unclear.begin());
    if (left.size() == 1 && !one_param) fill(*intent().find_param(left.front().param), left.front().value);
  }
}

// ---- without asking -----------------------------------------------------------------------------------------

ParamValue judged_by_rules(const config::Param& param, const Value& value) {
  ParamValue judged;
  judged.param = param.id.value;
  judged.value = value;
  const intents::Scope scope = [&](std::string_view) { return &value; };
  const auto broken = std::find_if(param.validate.begin(), param.validate.end(),
                                   [&](const config::Validation& rule) { return !intents::holds(rule.must, scope); });
  judged.valid = broken == param.validate.end();
  if (judged.valid) return judged;
  for (const auto& piece : broken->otherwise.pieces) judged.rejection += piece.literal;  // it has no placeholders
  return judged;
}

bool is_valid(const config::Param& param, const Value& value) { return judged_by_rules(param, value).valid; }

bool are_valid(const config::Param& param, const Value& value) {
  const Value::Array* items = param.list ? value.if_array() : nullptr;
  if (!items) return is_valid(param, value);
  return std::all_of(items->begin(), items->end(), [&](const Value& item) { return is_valid(param, item); });
}

// A value that the user did not give: the intent has it, the session does not.
void Dialog::supply(const config::Param& param, const FilledParam& filled) {
  top().params.insert_or_assign(param.id.value, filled);
  if (is_under_way()) return;  // a result led to it
  drop_checks(param.id.value);
  if (top().runs.empty()) top().confirmed = false;
}

// A param of the session that was changed while another intent was on top has its new value here, too.
void Dialog::follow_session(bool decides_again) {
  for (const config::Param& param : intent().params) {
    const std::string& name = param.id.value;
    const auto kept = param.session_scope ? out_.state.params.find(name) : out_.state.params.end();
    const auto filled = top().params.find(name);
    if (kept == out_.state.params.end() || filled == top().params.end()) continue;
    if (kept->second.turn <= filled->second.turn || kept->second.value == filled->second.value) continue;
    note(Rule::kChangedInSession, name);
    hold(name, filled->second);
    supply(param, kept->second);
    drop_checks(name);
    top().confirmed = false;
    if (decides_again) top().step.clear();
  }
}

// What the session holds is what was agreed on: a tool may have offered another value.
void Dialog::remember_confirmed() {
  for (const config::Param& param : intent().params) {
    const auto kept = param.session_scope ? out_.state.params.find(param.id.value) : out_.state.params.end();
    const auto agreed = top().params.find(param.id.value);
    if (kept != out_.state.params.end() && agreed != top().params.end()) kept->second = agreed->second;
  }
}

void Dialog::settle_params() {
  follow_session(/*decides_again=*/true);
  for (const config::Param& param : intent().params) {
    const std::string& name = param.id.value;
    if (!applies(param)) {
      if (top().params.erase(name) != 0) {
        note(Rule::kNoLongerApplies, name);
        std::erase(top().checked, name);
        if (is_under_way()) continue;  // a result led to it
        drop_checks(name);
        top().confirmed = false;
      }
      continue;
    }
    if (!is_open(param)) continue;
    const auto kept = param.session_scope ? out_.state.params.find(name) : out_.state.params.end();
    if (kept != out_.state.params.end()) {
      supply(param, kept->second);
      continue;
    }
    if (!param.prefill || top().attempts.count(name) != 0) continue;
    const Value value = given(param, *param.prefill);
    if (value.is_null() || !is_valid(param, value)) continue;
    note(Rule::kPrefilled, name);
    supply(param, {value, moment_.turn});
  }
  settle_unclear();
}

// What a template leads to is judged by the param's type, and so is a relative constant: "today" is a day of now. A
// default of a declared entity may be any text.
Value Dialog::given(const config::Param& param, const config::ValueExpr& origin) const {
  Value value = evaluate(origin, known());
  if (value.is_null() || !moment_.judge_type) return value;
  const bool may_be_any = bot_.find_entity(param.type.value) != nullptr;
  const auto judged = [&](const Value& one) {
    ParamValue read = moment_.judge_type(intent().id.value, param.id.value, one);
    if (read.valid && !read.misspelt) return std::move(read.value);
    return may_be_any || !origin.text ? one : Value();
  };
  const Value::Array* items = param.list ? value.if_array() : nullptr;
  if (!items) return judged(value);
  Value::Array all;
  for (const Value& item : *items) {
    if (Value one = judged(item); !one.is_null()) all.push_back(std::move(one));
  }
  return all.empty() && !items->empty() ? Value() : Value(std::move(all));
}

void Dialog::fill_defaults() {
  for (const config::Param& param : intent().params) {
    if (!param.fallback || param.required || !is_open(param) || !applies(param)) continue;
    const Value value = given(param, *param.fallback);
    if (value.is_null() || !is_valid(param, value)) continue;
    note(Rule::kDefaultUsed, param.id.value);
    supply(param, {value, moment_.turn});
  }
}

}  // namespace parley::planner
