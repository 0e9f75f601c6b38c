// Tested by tests/config/dialog_keys_test.cc.
#include "config/intent_names.h"

#include <algorithm>
#include <set>

#include "config/aliases.h"
#include "config/by_id.h"
#include "config/cycles.h"
#include "config/reader_parts.h"
#include "config/template.h"
#include "config/unknown_name.h"
#include "config/visitors.h"

namespace parley::config {
namespace {

bool is_one_of(std::string_view path, std::initializer_list<std::string_view> roots) {
  return std::any_of(roots.begin(), roots.end(), [&](std::string_view root) { return is_member_of(root, path); });
}

// Whether the param always has a value before the steps start.
bool always_has_value(const Param& param) {
  return param.required && !param.skippable && !param.when && param.on_exhausted != Exhausted::kSkip;
}

// Whether the format can apply to the param. Any format can apply to a declared entity, because the types of its values
// are not known yet.
bool may_have(const Param& param, std::string_view format) {
  const std::string& type = param.type.value;
  const auto counts = [](std::string_view word) {
    return word == "number" || word == "percent" || word == "ordinal" || word == "head_count";
  };
  if (format.empty() || format == kPlain || format == kSelect || format == kCount || format == type ||
      !is_built_in_type(type))
    return true;
  if (format == kPlural || format == kOrdinalPlural) return counts(type) || param.list;
  return (counts(format) && counts(type)) || (type == "datetime" && (format == "date" || format == "time"));
}

class IntentNames {
 public:
  IntentNames(const Intent& intent, Diagnostics& findings)
      : intent_(intent), findings_(findings), params_(ids_of(intent.params)) {
    const auto note = [&](const StepDefinition& step) {
      for (const StepDefinition::Save& save : step.save) ever_saved_.insert(save.name);
      if (step.kind == StepDefinition::Kind::kAsk) asked_by_steps_.insert(step.param.value);
    };
    for_each_step(intent.steps, note);
    for (const Param& param : intent.params) for_each_step(param.checks, note);
  }

  void check() {
    check_aliases(intent_.params, "param", findings_);
    for (const Param& param : intent_.params) check_param(param);
    check_param_cycles(intent_, findings_);
    for (const Sentences& sentences : intent_.sentences) check_slots(sentences);
    for (const Param& param : intent_.params) {
      for (const StepDefinition& check : param.checks) note_saved(check, always_has_value(param));
    }
    if (intent_.opening) check_wording(*intent_.opening);
    if (intent_.confirm) check_wordings(intent_.confirm->ask);
    check_answers(intent_.answers);
    for (const Param& param : intent_.params) check_answers(param.answers);
    check_steps(intent_.steps);
  }

 private:
  // ---- params and wordings

  void check_param(const Param& param) {
    check_wordings(param.ask);
    for (const auto* wordings : {&param.reprompts.not_understood, &param.reprompts.invalid, &param.reprompts.silent,
                                 &param.reprompts.rejected}) {
      check_wordings(*wordings);
    }
    if (param.why) check_wording(*param.why);
    if (param.help) check_wording(*param.help);
    if (param.when) check_condition(*param.when);
    for (const std::optional<ValueExpr>* origin : {&param.prefill, &param.fallback}) {
      if (*origin && (*origin)->text) check_value_of(param, *(*origin)->text);
    }
    for (const StepDefinition& check : param.checks) {
      check_call(check);
      check_arguments(param, check);
    }
  }

  // Checks the arguments and results of a check. Its call waits for the params among its arguments, and runs again when
  // one of them changes. So the bot must ask for these params, and the call must not save them.
  void check_arguments(const Param& param, const StepDefinition& check) {
    std::set<std::string, std::less<>> called_with = {param.id.value};
    for (const StepDefinition::Argument& argument : check.with) {
      if (!argument.origin.text) continue;
      for_each_placeholder(argument.origin.text->pieces, [&](const Template::Piece& piece) {
        const Param* given = find_by_id(intent_.params, expr_root(piece.placeholder));
        if (!given) return;
        called_with.insert(given->id.value);
        if (given == &param || given->required || asked_by_steps_.count(given->id.value) == 0) return;
        findings_.error("E203",
                        findings_.inside({argument.origin.text->source, argument.origin.text->mark}, piece.index),
                        piece.placeholder,
                        "the check of " + quoted(param.id.value) + " needs " + quoted(given->id.value) +
                            ", but only a step asks for it",
                        "make the param 'required', or call the tool in a step after that 'ask'");
      });
    }
    for (const StepDefinition::Save& save : check.save) {
      if (called_with.count(save.name) == 0) continue;
      findings_.error("E212", save.mark, save.path,
                      "the check of " + quoted(param.id.value) + " saves " + quoted(save.name) +
                          ", one of its own arguments, so it would run again and again",
                      "save the result under another name");
    }
  }

  void check_wordings(const std::vector<TextVariants>& wordings) {
    for (const TextVariants& wording : wordings) check_wording(wording);
  }

  // `roots`: names that are allowed in addition to those of the intent.
  using Roots = std::initializer_list<std::string_view>;
  void check_wording(const TextVariants& wording, Roots roots = {"context"}) {
    for_each_variant(wording, [&](const Template& way) { check_text(way, roots); });
  }

  void check_text(const Template& text, Roots roots = {"context"}) {
    for_each_placeholder(text.pieces, [&](const Template::Piece& piece) {
      const std::string name = expr_root(piece.placeholder);
      const Param* param = find_by_id(intent_.params, piece.placeholder);
      if (param && !may_have(*param, piece.format)) {
        findings_.error("E314", findings_.inside({text.source, text.mark}, piece.index), piece.placeholder,
                        "the format " + quoted(piece.format) + " does not apply to " + quoted(piece.placeholder) +
                            ", which has the type " + quoted(param->type.value),
                        "use a format for that type, or no format");
      }
      if (is_one_of(piece.placeholder, roots) || is_known(name) || findings_.full()) return;
      report(piece.placeholder, findings_.inside({text.source, text.mark}, piece.index));
    });
  }

  // An answer may come at any time. It may name each value that a step saves, and the params of the session.
  void check_answers(const std::vector<Answer>& answers) {
    for (const Answer& answer : answers) {
      for_each_variant(answer.say, [&](const Template& way) {
        for_each_placeholder(way.pieces, [&](const Template::Piece& piece) {
          const std::string name = expr_root(piece.placeholder);
          const bool is_there = is_known(name) || ever_saved_.count(name) != 0;
          if (is_one_of(piece.placeholder, {"context", "session"}) || is_there || findings_.full()) return;
          report(piece.placeholder, findings_.inside({way.source, way.mark}, piece.index));
        });
      });
    }
  }

  // Checks the placeholders of `prefill` and `default`: facts, session params, the last tool result, and other params.
  void check_value_of(const Param& param, const Template& text) {
    for_each_placeholder(text.pieces, [&](const Template::Piece& piece) {
      const std::string name = expr_root(piece.placeholder);
      const bool is_other = contains(params_, name) && name != param.id.value;
      if (is_one_of(piece.placeholder, {"context", "session", "last"}) || is_other || findings_.full()) return;
      const Mark mark = findings_.inside({text.source, text.mark}, piece.index);
      if (name != param.id.value) {
        report(piece.placeholder, mark);
      } else {
        findings_.error("E203", mark, piece.placeholder, quoted(name) + " cannot take its value from itself",
                        "use context.NAME, session.NAME, last.NAME or another param");
      }
    });
  }

  void check_condition(const Condition& condition) {
    for_each_comparison(condition, [&](const Condition& comparison) {
      const std::string name = expr_root(comparison.path);
      const bool is_there = contains(params_, name) || maybe_saved_.count(name) != 0;
      if (is_one_of(comparison.path, {"context", "session"}) || is_there || findings_.full()) return;
      report(comparison.path, comparison.mark);
    });
  }

  // Checks the params in `slots`, to which every match gives a fixed value.
  void check_slots(const Sentences& sentences) {
    for (const auto& slot : sentences.slots) check_param_name(slot.first);
    for (const ContextFact& fact : sentences.required_context) {
      if (fact.fills_param) check_param_name(fact.name);
    }
  }

  const Param* check_param_name(const Text& name) {
    const Param* param = find_by_id(intent_.params, name.value);
    if (!param && !name.value.empty()) report_unknown("E203", "param", name, params_, "params", findings_);
    return param;
  }

  // ---- steps

  // Checks steps in order. Returns false when every path through them ends in a handoff or another intent.
  bool check_steps(const std::vector<StepDefinition>& steps) {
    bool continues = true;
    for (const StepDefinition& step : steps) {
      if (step.kind == StepDefinition::Kind::kBranch) {
        continues = check_branch(step) && continues;
        continue;
      }
      check_call(step);
      check_wording(step.say);
      if (step.kind == StepDefinition::Kind::kAsk) check_ask(step);
      for (const StepDefinition::Rejection& rejection : step.reject) {
        if (const Param* param = check_param_name(rejection.param)) check_has_question(*param, rejection.param);
      }
      check_side_path(step.on_failure);
      check_side_path(step.on_timeout);
      note_saved(step, true);
      continues = continues && step.kind != StepDefinition::Kind::kHandoff && step.kind != StepDefinition::Kind::kStart;
    }
    return continues;
  }

  // Checks the texts of a call: its arguments, its progress message and its rejections.
  void check_call(const StepDefinition& step) {
    for (const StepDefinition::Argument& argument : step.with) {
      if (argument.origin.text) check_text(*argument.origin.text);
    }
    if (step.progress) check_wording(*step.progress);
    for (const StepDefinition::Rejection& rejection : step.reject) {
      check_wording(rejection.say, {"context", "result"});
    }
  }

  void check_ask(const StepDefinition& step) {
    const Param* param = check_param_name(step.param);
    if (!param || !check_has_question(*param, step.param)) return;
    const bool has_default = !param->when && param->fallback && !param->fallback->constant.is_null();
    if (!always_has_value(*param) && !has_default) return;
    findings_.error("E213", step.param.mark, step.param.value,
                    quoted(step.param.value) + " always has a value before the steps start, so this step never asks",
                    param->required ? "remove this step, or 'required' from the param"
                                    : "remove this step, or 'default' from the param");
  }

  bool check_has_question(const Param& param, const Text& name) {
    if (!param.ask.empty()) return true;
    findings_.error("E213", name.mark, name.value, "the param " + quoted(name.value) + " has no question",
                    "add 'ask' to the param");
    return false;
  }

  // After a branch, only names that both paths save are known. A path that does not continue is ignored.
  bool check_branch(const StepDefinition& step) {
    check_condition(step.condition);
    const auto [then_continues, by_then] = check_side_path(step.then);
    const auto [else_continues, by_else] = check_side_path(step.otherwise);
    for (const std::string& name : then_continues ? by_then : by_else) {
      if (!then_continues || !else_continues || contains(by_else, name)) note_known(name);
    }
    return then_continues || else_continues;
  }

  struct SidePath {
    bool continues;
    Names saved;
  };

  // Checks steps that do not run on every path, then forgets what they saved.
  SidePath check_side_path(const std::vector<StepDefinition>& steps) {
    const std::size_t before = saved_.size();
    const bool continues = check_steps(steps);
    SidePath path{continues, Names(saved_.begin() + static_cast<std::ptrdiff_t>(before), saved_.end())};
    for (const std::string& name : path.saved) surely_saved_.erase(name);
    saved_.resize(before);
    return path;
  }

  // ---- known names

  void note_saved(const StepDefinition& step, bool is_certain) {
    for (const StepDefinition::Save& save : step.save) {
      maybe_saved_.insert(save.name);
      if (is_certain) note_known(save.name);
    }
  }
  void note_known(const std::string& name) {
    if (surely_saved_.insert(name).second) saved_.push_back(name);
  }
  bool is_known(const std::string& name) const { return contains(params_, name) || surely_saved_.count(name) != 0; }

  void report(const std::string& path, const Mark& mark) {
    const std::string name = expr_root(path);
    std::string hint = maybe_saved_.count(name)  ? "not every path to this step saves it"
                       : ever_saved_.count(name) ? "only a later step saves it"
                                                 : hint_for(name, known_names(), "params");
    if (name == "context") hint = "write context.NAME for a fact";
    findings_.error("E203", mark, path, "unknown param " + quoted(name), hint);
  }
  Names known_names() const {
    Names names = params_;
    names.insert(names.end(), saved_.begin(), saved_.end());
    return names;
  }

  const Intent& intent_;
  Diagnostics& findings_;
  Names params_;
  Names saved_;  // on every path, in the order of the steps
  std::set<std::string, std::less<>> surely_saved_, maybe_saved_, ever_saved_, asked_by_steps_;
};

}  // namespace

void check_intent_names(const Intent& intent, Diagnostics& findings) { IntentNames(intent, findings).check(); }

}  // namespace parley::config
