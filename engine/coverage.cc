#include "engine/coverage.h"

#include <algorithm>

#include "engine/steps.h"

namespace parley::engine {
namespace {

using config::Intent;
using config::Param;
using config::StepDefinition;

// What can come of what, under its name in reports, and the rule that the planner notes it with.
struct Outcome {
  const char* name;
  const char* rule;
};
constexpr Outcome kAsked{"asked", "ask"};
constexpr Outcome kAnswered{"answered", "answered"};
constexpr Outcome kInvalid{"invalid", "invalid"};
constexpr Outcome kNotUnderstood{"not_understood", "not_understood"};
constexpr Outcome kRejected{"rejected", "rejected"};
constexpr Outcome kExhausted{"exhausted", "exhausted"};
constexpr Outcome kCorrected{"corrected", "corrected"};
constexpr Outcome kConfirm{"confirm", "confirm"};
constexpr Outcome kConfirmed{"confirmed", "confirmed"};
constexpr Outcome kDenied{"denied", "denied"};
constexpr Outcome kOk{"ok", "tool_ok"};
constexpr Outcome kFailed{"failed", "tool_failed"};
constexpr Outcome kTimeout{"timeout", "tool_timeout"};

constexpr const char* kBeginnings[] = {"start ", "called "};

class Reachable {
 public:
  explicit Reachable(const Intent& intent) : intent_(intent) {
    for_each_step(intent.steps, [&](const StepDefinition& step) {
      if (step.kind == StepDefinition::Kind::kAsk) asked_in_steps_.insert(step.param.value);
      for (const auto& rejection : step.reject) rejected_.insert(rejection.param.value);
    });
    for (const Param& param : intent.params) add(param);
    if (intent.confirm) {
      for (const Outcome& outcome : {kConfirm, kConfirmed, kDenied}) add("", outcome);
      add("confirm", kExhausted);
    }
    for_each_step(intent.steps, [&](const StepDefinition& step) { add(step); });
  }

  IntentCoverage compared_with(const std::set<std::string>& rules) const {
    IntentCoverage coverage;
    coverage.intent = intent_.id.value;
    coverage.of = static_cast<int>(lines_.size());
    for (const auto& [rule, label] : lines_) {
      if (rules.count(rule) == 0) coverage.missing.push_back(label);
    }
    coverage.reached = coverage.of - static_cast<int>(coverage.missing.size());
    return coverage;
  }

 private:
  bool is_asked(const Param& param) const {
    const bool is_given = param.prefill && !param.prefill->text && !param.prefill->constant.is_null();
    return !is_given && !param.ask.empty() && (param.required || asked_in_steps_.count(param.id.value) != 0);
  }

  // Between its value and the end of the intent there is a question: time to change one's mind.
  bool can_be_corrected(const Param& param) const {
    return intent_.confirm || std::any_of(intent_.params.begin(), intent_.params.end(),
                                          [&](const Param& other) { return &other != &param && is_asked(other); });
  }

  void add(const Param& param) {
    const std::string& name = param.id.value;
    const bool is_rejected = !param.checks.empty() || rejected_.count(name) != 0;
    if (is_asked(param)) {
      for (const Outcome& outcome : {kAsked, kAnswered, kNotUnderstood, kExhausted}) add(name, outcome);
    }
    if (!param.validate.empty()) add(name, kInvalid);
    if (is_rejected) add(name, kRejected);
    if (can_be_corrected(param)) add(name, kCorrected);
    for (const StepDefinition& check : param.checks) add(check);
  }

  void add(const StepDefinition& step) {
    if (step.kind != StepDefinition::Kind::kTool) return;
    add(step.tool.value, kOk);
    add(step.tool.value, kFailed);
    if (!step.on_timeout.empty()) add(step.tool.value, kTimeout);
  }

  // Two steps that call one tool are one.
  void add(const std::string& subject, const Outcome& outcome) {
    const std::string about = intent_.id.value + (subject.empty() ? "" : "." + subject);
    std::pair<std::string, std::string> line{outcome.rule + (" " + about), about + " " + outcome.name};
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
  }

  const Intent& intent_;
  std::set<std::string> asked_in_steps_, rejected_;         // params
  std::vector<std::pair<std::string, std::string>> lines_;  // a rule, and how it is reported
};

}  // namespace

std::vector<IntentCoverage> coverage_of(const config::BotDefinition& bot, const std::set<std::string>& rules) {
  std::vector<IntentCoverage> all;
  for (const Intent& intent : bot.intents) all.push_back(Reachable(intent).compared_with(rules));
  return all;
}

std::vector<std::string> intents_begun(const std::vector<std::string>& rules) {
  std::set<std::string> intents;
  for (const std::string& rule : rules) {
    for (const std::string_view beginning : kBeginnings) {
      if (rule.rfind(beginning, 0) == 0) intents.insert(rule.substr(beginning.size()));
    }
  }
  return {intents.begin(), intents.end()};
}

}  // namespace parley::engine
