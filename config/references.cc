#include "config/references.h"

#include <algorithm>
#include <set>

#include "config/by_id.h"
#include "config/template.h"

namespace parley::config {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The nearest name; failing that, all of a few.
std::string hint_for(std::string_view name, const Names& known, const char* section) {
  constexpr std::size_t kFew = 12;
  if (known.empty()) return std::string("declare it under '") + section + "'";
  return known.size() <= kFew ? did_you_mean_or_list(name, known) : did_you_mean(name, known);
}

void report_unknown(const char* code, const char* what, const Text& name, const Names& known, const char* section,
                    Findings& findings) {
  findings.error(code, name.mark, name.value, std::string("unknown ") + what + " " + quoted(name.value),
                 hint_for(name.value, known, section));
}

// ---- between the parts of a bot -----------------------------------------------------------------------------

class References {
 public:
  References(const BotDefinition& bot, const Unread& unread, Findings& findings)
      : bot_(bot),
        unread_(unread),
        findings_(findings),
        intents_(ids_of(bot.intents)),
        tools_(ids_of(bot.tools)),
        types_(ids_of(bot.entities)) {
    types_.insert(types_.end(), built_in_types().begin(), built_in_types().end());
  }

  void check() {
    for (const Intent& intent : bot_.intents) {
      if (findings_.full()) return;
      check_unique(intent);
      for (const Param& param : intent.params) check_param(param);
      for (const StepDefinition& step : intent.steps) check_tool(step);
      for (const Sentences& sentences : intent.sentences) note_lists(sentences);
    }
    for (const TemplateRule& rule : bot_.rules) note_lists(rule.text.value);
    for (const Entity& entity : bot_.entities) note_parts(entity);
    check_policies();
    if (!findings_.has_errors()) warn_of_unused();
  }

 private:
  void check_unique(const Intent& intent) {
    const Intent* first = bot_.find_intent(intent.id.value);
    if (first == &intent || intent.id.value.empty()) return;
    findings_.error("E202", intent.id.mark, intent.id.value, "duplicate intent " + quoted(intent.id.value),
                    "the first is on line " + std::to_string(first->id.mark.line));
  }

  void check_param(const Param& param) {
    const std::string& type = param.type.value;
    used_entities_.insert(type);
    if (!type.empty() && !unread_.entities && !bot_.find_entity(type) && !is_built_in_type(type)) {
      report_unknown("E204", "type", param.type, types_, "entities", findings_);
    }
    if (param.in_past && !type.empty() && !unread_.entities && !tells_days(type)) {
      findings_.error("E310", param.type.mark, type,
                      "'prefer' is for days, and " + quoted(type) + " is no type that tells them",
                      "drop it, or use the type date or datetime");
    }
    if (param.on_exhausted == Exhausted::kIntent) {
      check_intent(param.exhausted_intent, {"handoff", "default", "skip", "cancel"});
    }
  }

  bool tells_days(const std::string& type) const {
    const Entity* entity = bot_.find_entity(type);
    return type == "date" || type == "datetime" || (entity && !entity->templates.empty());
  }

  // The entities that templates name, as {list} or {list:slot}; what else stands in them is for the compiler to judge.
  void note_lists(const Sentences& sentences) {
    for (const Text& text : sentences.templates) note_lists(text.value);
    for (const TemplateRule& rule : sentences.rules) note_lists(rule.text.value);
    for (const Entity& list : sentences.lists) note_parts(list);
  }
  void note_parts(const Entity& entity) {
    for (const Text& text : entity.templates) note_lists(text.value);
  }
  void note_lists(const std::string& text) {
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
      used_entities_.insert(text.substr(at + 1, text.find_first_of(":}", at) - at - 1));
    }
  }

  // `words` may stand in place of an intent.
  void check_intent(const Text& name, Names words) {
    if (unread_.intents || bot_.find_intent(name.value)) return;
    words.insert(words.end(), intents_.begin(), intents_.end());
    report_unknown("E206", "intent", name, words, "intents", findings_);
  }

  void check_tool(const StepDefinition& step) {
    if (step.kind != StepDefinition::Kind::kTool || step.tool.value.empty()) return;
    used_tools_.insert(step.tool.value);
    if (!unread_.tools && !bot_.find_tool(step.tool.value))
      report_unknown("E205", "tool", step.tool, tools_, "tools", findings_);
  }

  void check_policies() {
    if (bot_.fallback.then == Fallback::Then::kIntent) check_intent(bot_.fallback.intent, {"handoff"});
    for (const Text& type : bot_.redaction.detect) {
      if (!is_built_in_type(type.value)) {
        report_unknown("E204", "built-in type", type, built_in_types(), "entities", findings_);
      }
    }
    if (unread_.intents) return;
    Names params;
    for (const Intent& intent : bot_.intents) {
      for (const Param& param : intent.params) params.push_back(param.id.value);
    }
    for (const Text& param : bot_.redaction.params) {
      if (!contains(params, param.value)) report_unknown("E203", "param", param, params, "params", findings_);
    }
  }

  void warn_of_unused() {
    for (const Tool& tool : bot_.tools) {
      if (used_tools_.count(tool.id.value) == 0) warn("W504", tool.id, "tool", "no step calls it");
    }
    for (const Entity& entity : bot_.entities) {
      if (used_entities_.count(entity.id.value) == 0) warn("W505", entity.id, "entity", "no param has this type");
    }
  }
  void warn(const char* code, const Text& id, const char* what, const char* hint) {
    findings_.warning(code, id.mark, id.value, std::string("unused ") + what + " " + quoted(id.value), hint);
  }

  const BotDefinition& bot_;
  const Unread& unread_;
  Findings& findings_;
  Names intents_, tools_, types_;
  std::set<std::string, std::less<>> used_tools_, used_entities_;
};

// ---- inside an intent ---------------------------------------------------------------------------------------

void check_wording(const Template& wording, const Names& known, const Names& later, Findings& findings) {
  for (const Placeholder& placeholder : placeholders_of(wording)) {
    const std::string name = placeholder.name.substr(0, placeholder.name.find('.'));
    if (contains(known, name) || placeholder.name.rfind("context.", 0) == 0 || findings.full()) continue;
    std::string hint = contains(later, name) ? "only a later step saves it" : hint_for(name, known, "params");
    if (name == "context") hint = "a fact is read as {context.NAME}";
    findings.error("E203", findings.inside({wording.source, wording.mark}, placeholder.index), placeholder.name,
                   "unknown param " + quoted(name), hint);
  }
}

// The params that templates fill without naming them.
void check_slots(const Sentences& sentences, const Names& params, Findings& findings) {
  const auto check = [&](const Text& name) {
    if (!contains(params, name.value)) report_unknown("E203", "param", name, params, "params", findings);
  };
  for (const auto& slot : sentences.slots) check(slot.first);
  for (const ContextFact& fact : sentences.required_context) {
    if (fact.fills_param) check(fact.name);
  }
}

void check_step(const StepDefinition& step, const Names& known, const Names& later, Findings& findings) {
  check_wording(step.say, known, later, findings);
  for (const StepDefinition::Argument& argument : step.with) {
    if (argument.text) check_wording(*argument.text, known, later, findings);
  }
  for (const StepDefinition& failure : step.on_failure) check_step(failure, known, later, findings);
}

}  // namespace

void check_references(const BotDefinition& bot, const Unread& unread, Findings& findings) {
  References(bot, unread, findings).check();
}

void check_placeholders(const Intent& intent, Findings& findings) {
  Names known = ids_of(intent.params), later;
  for (const StepDefinition& step : intent.steps) {
    for (const StepDefinition::Save& save : step.save) later.push_back(save.name);
  }
  for (const Param& param : intent.params) {
    for (const Template& question : param.ask) check_wording(question, known, later, findings);
  }
  for (const Sentences& sentences : intent.sentences) check_slots(sentences, known, findings);
  if (intent.confirm) check_wording(*intent.confirm, known, later, findings);
  for (const StepDefinition& step : intent.steps) {
    check_step(step, known, later, findings);
    for (const StepDefinition::Save& save : step.save) known.push_back(save.name);
  }
}

}  // namespace parley::config
