// Tested by tests/intents/catalog_test.cc.
#include "intents/lint.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/work_budget.h"
#include "config/visitors.h"
#include "intents/defaults.h"
#include "intents/lint_alternatives.h"
#include "intents/lint_examples.h"
#include "intents/lint_gaps.h"
#include "intents/lint_overlaps.h"

namespace parley::intents {
namespace {

using config::Intent;

// W501. An intent can be started by a message, by the fallback, by a param whose attempts are used up, or by a step.
void find_unreachable(const config::BotDefinition& bot, config::Diagnostics& findings) {
  std::set<std::string_view> branches = {bot.fallback.intent.value};
  const auto note = [&](const config::StepDefinition& step) {
    if (const config::Text* next = intent_in(step)) branches.insert(next->value);
  };
  config::for_each_step(bot.on_start.steps, note);
  for (const Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      branches.insert(param.exhausted_intent.value);
      config::for_each_step_of(param, note);
    }
    config::for_each_step(intent.steps, note);
  }
  for (const Intent& intent : bot.intents) {
    if (!intent.rules.empty() || !intent.sentences.empty() || !intent.examples.empty() ||
        branches.count(intent.id.value) != 0)
      continue;
    findings.warning("W501", intent.id.mark, intent.id.value,
                     "nothing can start the intent " + config::quoted(intent.id.value), "add 'match' or 'examples'");
  }
}

// W502. Reports examples that the bot understands as another intent. Ignores intents with a guard, because they match
// only while the guard holds, which may be intended.
void find_misunderstood_examples(const Classifier& classifier, const base::WorkBudget& work,
                                 config::Diagnostics& findings) {
  const config::BotDefinition& bot = classifier.bot();
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    for (const config::Text& example : bot.intents[i].examples) {
      const std::vector<Evidence> evidence = classifier.evidence(example.value);
      if (work.is_exceeded()) return;  // not all rules were tried; W518 reports that
      const auto winner = std::find_if(evidence.begin(), evidence.end(), [&](const Evidence& e) {
        return e.intent == static_cast<int>(i) || !has_guard(bot.intents[static_cast<std::size_t>(e.intent)]);
      });
      if (winner == evidence.end() || winner->intent == static_cast<int>(i)) continue;
      const Intent& other = bot.intents[static_cast<std::size_t>(winner->intent)];
      findings.warning(
          "W502", example.mark, example.value,
          "example " + config::quoted(example.value) + " is understood as the intent " + config::quoted(other.id.value),
          (winner->kind == Evidence::Kind::kExample ? "that intent has the same example " : "the rule ") +
              findings.place_of(winner->source->mark, example.mark) +
              (winner->kind == Evidence::Kind::kExample ? "" : " matches it"));
    }
  }
}

// Runs the checks that read messages. They share one budget, so that `parley check` does not take minutes.
void find_clashes(const Classifier& classifier, config::Diagnostics& findings) {
  constexpr std::uint64_t kMaxSteps = 100'000'000;
  const base::WorkBudget work(kMaxSteps);
  find_misunderstood_examples(classifier, work, findings);
  find_claimed_none(classifier, work, findings);
  find_overlaps(classifier, work, findings);
}

// W503. Ignores rules of guarded intents: while the guard does not hold, the equal rule of another intent applies.
void find_repeated_rules(const config::BotDefinition& bot, config::Diagnostics& findings) {
  std::map<std::string_view, const Intent*> owners;
  for (const Intent& intent : bot.intents) {
    for (const config::Rule& rule : intent.rules) {
      const auto [owner, is_new] = owners.emplace(rule.regex.value, &intent);
      if (is_new || owner->second == &intent || has_guard(*owner->second)) continue;
      findings.warning("W503", rule.regex.mark, rule.regex.value,
                       "the intent " + config::quoted(owner->second->id.value) + " has the same rule " +
                           config::quoted(rule.regex.value),
                       "remove one of them; the first in the file wins");
    }
  }
}

bool is_accepted_at(const Classifier& classifier, const Intent& intent, const config::Param& param, const Value& value,
                    TimeMs now) {
  NluContext nlu_context;
  nlu_context.now = now;
  const ParamValue result = classifier.judge(intent.id.value, param.id.value, value, nlu_context);
  return result.valid && !result.misspelt;
}

// W506. Reports defaults that would be invalid as an answer, because the bot uses a default without showing it first. A
// relative default ("today") is reported if it is invalid at two very different times. The default of an entity may be
// any text, such as "most countries". E411 has already checked the type.
void find_odd_defaults(const Classifier& classifier, config::Diagnostics& findings) {
  for (const Intent& intent : classifier.bot().intents) {
    for (const config::Param& param : intent.params) {
      const bool may_be_any_text = classifier.bot().find_entity(param.type.value) && param.validate.empty();
      if (!param.fallback || param.fallback->text || may_be_any_text) continue;
      const Value& value = param.fallback->constant;
      const Value::Array* items = param.list ? value.if_array() : nullptr;
      const Value::Array all = items ? *items : Value::Array{value};
      const bool is_accepted = std::all_of(all.begin(), all.end(), [&](const Value& one) {
        return is_accepted_at(classifier, intent, param, one, kFirstInstant) ||
               is_accepted_at(classifier, intent, param, one, kSecondInstant);
      });
      if (value.is_null() || is_accepted) continue;
      findings.warning("W506", param.id.mark, param.id.value,
                       "the default of " + config::quoted(param.id.value) + " would be rejected if a user said it",
                       "use a value of the type that passes 'validate'");
    }
  }
}

bool is_asked_by_step(const Intent& intent, const config::Param& param) {
  bool asked = false;
  config::for_each_step(intent.steps, [&](const config::StepDefinition& step) {
    const auto* ask = step.as<config::AskStep>();
    asked = asked || (ask && ask->param.value == param.id.value);
  });
  return asked;
}

// Returns whether a `call` or a `start` passes a value to the param.
bool is_passed(const config::BotDefinition& bot, const Intent& to, const config::Param& param) {
  bool is_passed = false;
  for (const Intent& intent : bot.intents) {
    config::for_each_step(intent.steps, [&](const config::StepDefinition& step) {
      const config::Text* next = intent_in(step);
      if (!next || next->value != to.id.value) return;
      for (const config::Argument& with : arguments_in(step)) is_passed = is_passed || with.name == param.id.value;
    });
  }
  return is_passed;
}

// W509. Reports params that nothing can fill: the bot does not ask for them, no mapping, template or other intent fills
// them, and values of their type are found only in answers.
void find_unfillable(const Classifier& classifier, config::Diagnostics& findings) {
  for (const Intent& intent : classifier.bot().intents) {
    for (const config::Param& param : intent.params) {
      const Recogniser* type = classifier.types().find(param.type.value);
      if (param.required || !param.mapping.empty() || !type || !type->only_when_asked()) continue;
      if (classifier.is_slot(intent.id.value, param.id.value) || param.prefill || is_asked_by_step(intent, param))
        continue;
      if (is_passed(classifier.bot(), intent, param)) continue;
      findings.warning("W509", param.id.mark, param.id.value,
                       "nothing can fill the param " + config::quoted(param.id.value) +
                           ": the bot does not ask for it, and finds values of the type " +
                           config::quoted(param.type.value) + " only in answers",
                       "make it 'required', or add a 'param_mapping' or a template");
    }
  }
}

const Intent& intent_with_most_examples(const config::BotDefinition& bot) {
  const auto bytes_of = [](const Intent& intent) {
    std::size_t bytes = 0;
    for (const config::Text& example : intent.examples) bytes += example.value.size() + 1;
    return bytes;
  };
  return *std::max_element(bot.intents.begin(), bot.intents.end(),
                           [&](const Intent& a, const Intent& b) { return bytes_of(a) < bytes_of(b); });
}

// W510 and W511. Each concerns the training of all intents, so it is reported once per bot.
void find_untrained(const Classifier& classifier, config::Diagnostics& findings) {
  const Training& learning = classifier.likeness().learning();
  if (learning.is_too_large) {
    const Intent& largest = intent_with_most_examples(classifier.bot());
    findings.warning("W510", largest.id.mark, largest.id.value,
                     "the examples match only word for word: " + learning.learned.why_not,
                     "this intent has the most examples; docs/limits.md lists the limits");
  }
  if (!learning.model_problem.empty()) {
    const std::string& main_file = classifier.bot().files.front().name;
    findings.warning(
        "W511", config::Mark{0, 1, 1}, {},
        "the model file " + config::quoted(main_file + ".model") + " is not used: " + learning.model_problem,
        "run 'parley train --force " + main_file +
            "' to make a new one; until then, parley trains the bot each time it is loaded");
  }
}

}  // namespace

bool has_guard(const Intent& intent) {
  return intent.when.kind != config::Condition::Kind::kAll || !intent.when.children.empty();
}

void lint(const Classifier& classifier, config::Diagnostics& findings) {
  find_unreachable(classifier.bot(), findings);
  find_repeated_rules(classifier.bot(), findings);
  find_odd_defaults(classifier, findings);
  find_unfillable(classifier, findings);
  find_gaps(classifier.bot(), findings);
  find_shared_words(classifier.bot(), findings);
  find_redundant_alternatives(classifier.bot(), findings);
  find_clashes(classifier, findings);
  find_untrained(classifier, findings);
}

}  // namespace parley::intents
