#include "planner/prompting.h"

#include <algorithm>

#include "planner/ambiguity.h"
#include "planner/check_facts.h"
#include "planner/confirmation.h"
#include "planner/handoff.h"
#include "planner/limits.h"
#include "planner/openings.h"
#include "planner/options.h"

namespace parley::planner {
namespace {

constexpr std::size_t kMaxExamples = 2;

std::vector<std::string> options_of(const config::Entity* entity) {
  std::vector<std::string> options;
  if (!entity || entity->values.size() > kMaxOptions || !entity->extends.value.empty()) return options;
  for (const config::EntityValue& value : entity->values) {
    options.push_back(value.name.empty() ? value.canonical.value : value.name);
  }
  return options;
}

std::vector<std::string> options_of(TransitionBuilder& builder, const config::Param& param) {
  if (param.type.value == "boolean") return yes_and_no(builder);
  return options_of(builder.bot.find_entity(param.type.value));
}

// Returns a sentence that names possible answers; empty if the type has none.
std::string hint_for(TransitionBuilder& builder, const config::Param& param) {
  const config::Entity* entity = builder.bot.find_entity(param.type.value);
  if (!entity) return {};
  const config::Replies& replies = builder.bot.replies;
  const std::vector<std::string> options = options_of(entity);
  if (!options.empty()) return builder.render(replies.options, "options", builder.renderer().format_choice(options));
  std::vector<std::string> examples;
  for (const config::Text& example : entity->examples) {
    if (examples.size() < kMaxExamples) examples.push_back(example.value);
  }
  if (examples.empty()) return {};
  return builder.render(replies.examples, "examples", builder.renderer().format_choice(examples));
}

// Returns how many times the bot has asked for the param, including this time.
int attempt_at(const TransitionBuilder& builder, std::string_view param) {
  const auto& all = builder.top().attempts.params;
  const auto failed = all.find(param);
  return failed == all.end() ? 1 : failed->second.in_all() + 1;
}

// Adds the options to a question: numbered lines and quick replies, or "Is it ...?" for a single one.
void list_options(TransitionBuilder& builder, const std::vector<Choice>& options, AskUser& question) {
  if (options.size() == 1) {
    question.prompt = builder.render(builder.bot.replies.is_it, "option", Value(options.front().label));
    question.options = yes_and_no(builder);
    return;
  }
  question.options = labels_of(options);
  for (std::size_t i = 0; i < options.size(); ++i) {
    question.prompt.append("\n").append(std::to_string(i + 1)).append(") ").append(options[i].label);
  }
}

}  // namespace

std::vector<std::string> yes_and_no(TransitionBuilder& builder) {
  const ResponseRenderer renderer = builder.renderer();
  std::vector<std::string> options = {renderer.format_value(Value(true), {}), renderer.format_value(Value(false), {})};
  if (options[0].empty() || options[1].empty()) options.clear();
  return options;
}

Next ask_param(TransitionBuilder& builder, const config::Param& param) {
  say_opening(builder);
  const std::string& name = param.id.value;
  const int attempt = attempt_at(builder, name);
  const int texts = static_cast<int>(param.ask.size());
  builder.note(Rule::kQuestionAsked, name);
  const config::TextVariants& text = nth_text(param.ask, attempt);
  AskUser step{name, builder.render(text), attempt, options_of(builder, param), builder.attachments(text)};
  // A question with only one text would be repeated unchanged, so the bot adds a hint.
  if (texts == 1 && attempt > 1) {
    if (const std::string hint = hint_for(builder, param); !hint.empty()) step.prompt += " " + hint;
  }
  std::vector<Choice> options = options_from_list(builder, param);
  keep_early_option(builder, param, options);
  if (!options.empty()) list_options(builder, options, step);
  builder.add(std::move(step));
  PendingInput waiting = new_question(builder, AskedParam{name, std::move(options)});
  waiting.attempt = attempt;
  waiting.prompt_id.append(builder.top().intent).append(".").append(name).append(".");
  waiting.prompt_id += std::to_string(std::min(attempt, texts));
  builder.state.waiting = std::move(waiting);
  return Next::kStop;
}

Next ask_confirmation(TransitionBuilder& builder) {
  if (drop_outdated_checks(builder)) return Next::kAdvance;
  const config::Confirmation& confirm = *builder.intent().confirm;
  const int attempt = builder.top().attempts.confirmation.value_or(Attempts()).in_all() + 1;
  if (attempt > confirm.max_attempts) {
    builder.note(Rule::kQuestionExhausted, "confirm");
    return hand_off(builder, "exhausted");
  }
  say_opening(builder);
  builder.note(Rule::kConfirmationAsked);
  const config::TextVariants& text = nth_text(confirm.ask, attempt);
  builder.add(Confirm{builder.render(text), values_of(builder.top().params), attempt, yes_and_no(builder),
                      builder.attachments(text)});
  PendingInput waiting = new_question(builder, AskedConfirmation());
  waiting.attempt = attempt;
  waiting.prompt_id = builder.top().intent + ".confirm";
  builder.state.waiting = std::move(waiting);
  return Next::kStop;
}

Next ask_what_to_change(TransitionBuilder& builder) {
  builder.say(builder.bot.replies.change);
  PendingInput waiting = new_question(builder, AskedChange());
  waiting.prompt_id = builder.top().intent + ".change";
  builder.state.waiting = std::move(waiting);
  return Next::kStop;
}

Next ask_choice(TransitionBuilder& builder) {
  say_opening(builder);
  const std::vector<Choice>& choices = builder.top().unclear.front();
  std::vector<std::string> labels = labels_of(choices);
  const std::string param = are_of_one_param(choices) ? choices.front().param : "";
  builder.note(Rule::kChoiceAsked, param);
  const std::string prompt =
      builder.render(builder.bot.replies.choose, "choices", builder.renderer().format_choice(labels));
  PendingInput waiting = new_question(builder, AskedChoice{choices});
  waiting.prompt_id = builder.top().intent + ".choice";
  builder.state.waiting = std::move(waiting);
  const int attempt = attempts_of_question(builder).in_all() + 1;
  builder.state.waiting->attempt = attempt;
  builder.add(AskUser{param, prompt, attempt, std::move(labels)});
  return Next::kStop;
}

PendingInput new_question(const TransitionBuilder& builder, PendingInput::Awaited awaited) {
  const bool is_tool = std::holds_alternative<ToolWait>(awaited);
  const TimeMs now = builder.context.now, lifetime = builder.bot.session.question_ttl;
  PendingInput waiting;
  waiting.awaited = std::move(awaited);
  waiting.intent = builder.top().intent;
  waiting.plan = builder.top().plan;
  waiting.asked_at = now;
  waiting.expires_at = lifetime > 0 && !is_tool ? now + lifetime : 0;
  waiting.config_hash = builder.context.config_hash;
  return waiting;
}

const config::Param* asked_param(const TransitionBuilder& builder) {
  const AskedParam* asked = builder.state.waits_for<AskedParam>();
  return asked ? builder.intent().find_param(asked->param) : nullptr;
}

Attempts& attempts_of_question(TransitionBuilder& builder) {
  FailedAnswers& all = builder.top().attempts;
  if (const AskedParam* asked = builder.state.waits_for<AskedParam>()) return all.params[asked->param];
  std::optional<Attempts>& failed = builder.state.waits_for<AskedChoice>() ? all.choice : all.confirmation;
  return failed ? *failed : failed.emplace();
}

const config::TextVariants& nth_text(const std::vector<config::TextVariants>& texts, int n) {
  return texts[std::min(static_cast<std::size_t>(std::max(n, 1)), texts.size()) - 1];
}

}  // namespace parley::planner
