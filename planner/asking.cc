// How questions are put, put again, and given up.
#include <algorithm>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

Rule rule_of(AnswerFailure miss) {
  switch (miss) {
    case AnswerFailure::kInvalid: return Rule::kInvalid;
    case AnswerFailure::kSilent: return Rule::kSilent;
    case AnswerFailure::kRejected: return Rule::kRejected;
    case AnswerFailure::kNotUnderstood: break;
  }
  return Rule::kNotUnderstood;
}

int& count_of(Attempts& attempts, AnswerFailure miss) {
  switch (miss) {
    case AnswerFailure::kInvalid: return attempts.invalid;
    case AnswerFailure::kSilent: return attempts.silent;
    case AnswerFailure::kRejected: return attempts.rejected;
    case AnswerFailure::kNotUnderstood: break;
  }
  return attempts.not_understood;
}

int limit_of(const config::AttemptLimits& limits, AnswerFailure miss) {
  switch (miss) {
    case AnswerFailure::kInvalid: return limits.invalid;
    case AnswerFailure::kSilent: return limits.silent;
    case AnswerFailure::kRejected: return limits.rejected;
    case AnswerFailure::kNotUnderstood: break;
  }
  return limits.not_understood;
}

const std::vector<config::TextVariants>& wordings_of(const config::Reprompts& reprompts, AnswerFailure miss) {
  switch (miss) {
    case AnswerFailure::kInvalid: return reprompts.invalid;
    case AnswerFailure::kSilent: return reprompts.silent;
    case AnswerFailure::kRejected: return reprompts.rejected;
    case AnswerFailure::kNotUnderstood: break;
  }
  return reprompts.not_understood;
}

// The wording for the nth time; the last repeats. Requires: there is one.
const config::TextVariants& nth(const std::vector<config::TextVariants>& wordings, int n) {
  return wordings[std::min(static_cast<std::size_t>(std::max(n, 1)), wordings.size()) - 1];
}

std::vector<std::string> options_of(const config::Entity* entity) {
  std::vector<std::string> options;
  if (!entity || entity->values.size() > kMaxOptions) return options;
  for (const config::EntityValue& value : entity->values)
    options.push_back(value.name.empty() ? value.canonical.value : value.name);
  return options;
}

bool is_of_value(AnswerFailure miss) { return miss == AnswerFailure::kInvalid || miss == AnswerFailure::kRejected; }

bool is_left_out(const config::Param& param) {
  return param.on_exhausted == config::Exhausted::kDefault || param.on_exhausted == config::Exhausted::kSkip;
}

const char* key_of(PendingInput::Kind kind) { return kind == PendingInput::Kind::kChoice ? kChoice : kConfirmation; }

}  // namespace

PendingInput Dialog::question(PendingInput::Kind kind) const {
  PendingInput waiting;
  waiting.kind = kind;
  waiting.intent = top().intent;
  waiting.plan = top().plan;
  waiting.step = kind == PendingInput::Kind::kTool ? top().step : "";
  waiting.asked_at = moment_.now;
  const TimeMs lifetime = bot_.session.question_ttl;
  waiting.expires_at = lifetime > 0 && kind != PendingInput::Kind::kTool ? moment_.now + lifetime : 0;
  waiting.config_hash = moment_.config_hash;
  return waiting;
}

const config::Param* Dialog::asked_param() const {
  const auto& waiting = out_.state.waiting;
  return waiting && waiting->kind == PendingInput::Kind::kParam ? intent().find_param(waiting->param) : nullptr;
}

Attempts& Dialog::attempts() {
  const PendingInput& waiting = *out_.state.waiting;
  return top().attempts[waiting.kind == PendingInput::Kind::kParam ? waiting.param : key_of(waiting.kind)];
}

// ---- put ----------------------------------------------------------------------------------------------------

void Dialog::ask(const config::Param& param) {
  const std::string& name = param.id.value;
  const auto judged = top().attempts.find(name);
  const int attempt = judged == top().attempts.end() ? 1 : judged->second.in_all() + 1;
  const int wordings = static_cast<int>(param.ask.size());

  note(Rule::kQuestionAsked, name);
  AskUser step{name, words(nth(param.ask, attempt)), attempt, options_of(bot_.find_entity(param.type.value))};
  // Where the bot has no other words for it, who is asked again is told what could be answered.
  const bool has_one_wording = wordings == 1;
  if (const std::string hint = has_one_wording && attempt > 1 ? hint_for(param) : std::string(); !hint.empty()) {
    step.prompt += " " + hint;
  }
  out_.steps.push_back(std::move(step));
  PendingInput waiting = question(PendingInput::Kind::kParam);
  waiting.param = name;
  waiting.attempt = attempt;
  waiting.prompt_id = top().intent + "." + name + "." + std::to_string(std::min(attempt, wordings));
  out_.state.waiting = std::move(waiting);
}

std::string Dialog::hint_for(const config::Param& param) {
  const config::Entity* entity = bot_.find_entity(param.type.value);
  if (!entity) return {};
  const std::vector<std::string> options = options_of(entity);
  if (!options.empty()) return words(bot_.replies.options, "options", speech().one_of(options));
  std::vector<std::string> examples;
  for (const config::Text& example : entity->examples) {
    if (examples.size() < 2) examples.push_back(example.value);
  }
  return examples.empty() ? std::string() : words(bot_.replies.examples, "examples", speech().one_of(examples));
}

void Dialog::confirm() {
  if (follow_facts()) return advance();  // what it would show was checked with other facts
  const auto judged = top().attempts.find(kConfirmation);
  const int attempt = judged == top().attempts.end() ? 1 : judged->second.in_all() + 1;
  if (attempt > intent().confirm->max_attempts) {
    note(Rule::kQuestionExhausted, "confirm");
    return hand_off("exhausted");
  }
  Value::Object params;
  for (const auto& [name, filled] : top().params) params[name] = filled.value;

  note(Rule::kConfirmationAsked);
  out_.steps.push_back(Confirm{words(nth(intent().confirm->ask, attempt)), std::move(params), attempt});
  PendingInput waiting = question(PendingInput::Kind::kConfirm);
  waiting.attempt = attempt;
  waiting.prompt_id = top().intent + ".confirm";
  out_.state.waiting = std::move(waiting);
}

void Dialog::ask_what_to_change() {
  say(bot_.replies.change);
  out_.state.waiting = question(PendingInput::Kind::kChange);
  out_.state.waiting->prompt_id = top().intent + ".change";
}

void Dialog::choose() {
  const std::vector<Choice>& choices = top().unclear.front();
  std::vector<std::string> labels;
  for (const Choice& choice : choices) labels.push_back(choice.label);
  const bool one_param = are_of_one_param(choices);
  const std::string about = one_param ? choices.front().param : "";

  note(Rule::kChoiceAsked, about);
  const std::string prompt = words(bot_.replies.choose, "choices", speech().one_of(labels));
  PendingInput waiting = question(PendingInput::Kind::kChoice);
  waiting.choices = choices;
  waiting.prompt_id = top().intent + ".choice";
  out_.state.waiting = std::move(waiting);
  const int attempt = attempts().in_all() + 1;
  out_.state.waiting->attempt = attempt;
  out_.steps.push_back(AskUser{about, prompt, attempt, std::move(labels)});
}

// A digression that cannot be made, a word about the question: they cost no attempt, unless they do not end.
void Dialog::put_again(std::string first) {
  if (!out_.state.waiting) {  // the bot has changed, and the question is gone
    say(std::move(first));
    return advance();
  }
  const int asides = out_.state.waiting->asides + 1;
  if (asides > kMaxAsides) return judge(AnswerFailure::kNotUnderstood, std::move(first));
  say(std::move(first));
  const PendingInput::Kind kind = out_.state.waiting->kind;
  switch (kind) {
    case PendingInput::Kind::kParam: ask(*asked_param()); break;
    case PendingInput::Kind::kConfirm: confirm(); break;
    case PendingInput::Kind::kChange: ask_what_to_change(); break;
    case PendingInput::Kind::kChoice: choose(); break;
    case PendingInput::Kind::kTool: return hear_while_tool_runs();
  }
  const auto& waiting = out_.state.waiting;
  if (waiting && waiting->kind == kind) out_.state.waiting->asides = asides;
}

// ---- judged -------------------------------------------------------------------------------------------------

std::string Dialog::reason_for(const config::Param& param, AnswerFailure miss, int time, std::string reason) {
  const auto& wordings = wordings_of(param.reprompts, miss);
  // What a validation or a tool says of this value is more to the point than what the param says of any.
  const bool knows_why = is_of_value(miss) && !reason.empty();
  if (!knows_why && !wordings.empty()) return words(nth(wordings, time));
  if (miss == AnswerFailure::kInvalid && reason.empty()) return words(bot_.replies.invalid);
  return reason;
}

void Dialog::judge(AnswerFailure miss, std::string reason) {
  const PendingInput::Kind kind = out_.state.waiting->kind;
  const int time = ++count_of(attempts(), miss);
  const int in_all = attempts().in_all();
  if (const config::Param* param = asked_param()) {
    note(rule_of(miss), param->id.value);
    const config::AttemptLimits& limits = param->max_attempts;
    const int limit = limit_of(limits, miss);
    const bool is_last = in_all >= limits.in_all || (limit > 0 && time >= limit);
    // Who gave a value hears why it is not taken, even where the intent goes on without it.
    const bool goes_on = is_left_out(*param) || top().changing == param->id.value;
    if (!is_last || (goes_on && is_of_value(miss))) say(reason_for(*param, miss, time, std::move(reason)));
    return is_last ? exhaust(*param) : ask(*param);
  }
  note(rule_of(miss), kind == PendingInput::Kind::kChoice ? "choice" : "confirm");
  if (kind == PendingInput::Kind::kChoice) {
    if (in_all < kMaxChoiceAttempts) {
      say(std::move(reason));
      return choose();
    }
    top().attempts.erase(kChoice);
    const std::vector<Choice> given_up = top().unclear.front();
    std::erase_if(top().unclear, [&](const auto& others) { return are_about_same(given_up, others); });
    out_.state.waiting.reset();
    return advance();
  }
  if (in_all >= intent().confirm->max_attempts) {
    note(Rule::kQuestionExhausted, "confirm");
    return hand_off("exhausted");
  }
  say(std::move(reason));
  kind == PendingInput::Kind::kConfirm ? confirm() : ask_what_to_change();
}

void Dialog::exhaust(const config::Param& param) {
  const std::string& name = param.id.value;
  note(Rule::kQuestionExhausted, name);
  out_.state.waiting.reset();
  if (top().changing == name) {  // it has a value to go on with
    top().changing.clear();
    return advance();
  }
  if (++out_.state.exhausted >= kMaxExhausted) return hand_off("exhausted");
  switch (param.on_exhausted) {
    case config::Exhausted::kHandoff: return hand_off("exhausted");
    case config::Exhausted::kDefault: {
      const Value value = given(param, *param.fallback);
      if (value.is_null() && param.fallback->text) return hand_off("exhausted");
      fill(param, value);
      break;
    }
    case config::Exhausted::kSkip: top().skipped.push_back(name); break;
    case config::Exhausted::kCancel:
      say(bot_.replies.cancelled);
      close(End::kCancelled);
      break;
    case config::Exhausted::kIntent: {
      const config::Intent& next = *bot_.find_intent(param.exhausted_intent.value);
      pop(Rule::kIntentReplaced);
      return start(next, {});
    }
  }
  advance();
}

}  // namespace parley::planner
