// Tested by tests/config/dialog_keys_test.cc.
#include "config/intent_names.h"

#include <algorithm>
#include <set>

#include "config/aliases.h"
#include "config/by_id.h"
#include "config/check_arguments.h"
#include "config/cycles.h"
#include "config/placeholder_rules.h"
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

class IntentNames {
 public:
  IntentNames(const Intent& intent, Diagnostics& findings)
      : intent_(intent), findings_(findings), params_(ids_of(intent.params)) {
    const auto note = [&](const StepDefinition& step) {
      for (const Save& save : saves_in(step)) ever_saved_.insert(save.name);
      const auto* loop = step.as<LoopStep>();
      if (loop && !loop->left.value.empty()) ever_saved_.insert(loop->left.value);
      if (const auto* ask = step.as<AskStep>()) asked_by_steps_.insert(ask->param.value);
    };
    for_each_step(intent.steps, note);
    for (const Param& param : intent.params) for_each_step_of(param, note);
  }

  void check() {
    check_aliases(intent_.params, "param", findings_);
    for (const Param& param : intent_.params) {
      check_param(param);
      for (const StepDefinition& check : param.checks) {
        const auto& call = *check.as<ToolStep>();
        if (always_has_value(param) && is_called_before_later_params(intent_, param, call)) note_saved(check, true);
      }
    }
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
      check_arguments(intent_, param, *check.as<ToolStep>(), asked_by_steps_, findings_);
    }
    if (param.options) check_options(param, *param.options);
    if (!param.if_unknown) return;
    check_call(param.if_unknown->step);
    check_said(param.if_unknown->step);
  }

  void check_options(const Param& param, const Options& options) {
    const std::string name = expr_root(options.from.value);
    const bool is_there = contains(params_, name) || ever_saved_.count(name) != 0;
    if (!name.empty() && !is_there && !is_one_of(options.from.value, {"context", "session"})) {
      report(options.from.value, options.from.mark);
    }
    if (options.label) check_wording(*options.label, {"context", "session", "item"});
    if (!param.sensitive) return;
    findings_.error("E310", options.from.mark, param.id.value, "'options' would show the values of a sensitive param",
                    "remove 'options', or 'sensitive: true'");
  }

  void check_wordings(const std::vector<TextVariants>& wordings) {
    for (const TextVariants& wording : wordings) check_wording(wording);
  }

  // `roots`: names that are allowed in addition to those of the intent.
  using Roots = std::initializer_list<std::string_view>;
  void check_wording(const TextVariants& wording, Roots roots = {"context", "session"}) {
    for_each_template(wording, [&](const Template& way) { check_text(way, roots); });
  }

  void check_text(const Template& text, Roots roots = {"context", "session"}, bool at_any_time = false) {
    for_each_placeholder(text.pieces, [&](const Template::Piece& piece) {
      const std::string name = expr_root(piece.placeholder);
      const Param* param = find_by_id(intent_.params, piece.placeholder);
      if (param && !may_have(*param, piece.format)) {
        findings_.error("E314", findings_.inside({text.source, text.mark}, piece.index), piece.placeholder,
                        "the format " + quoted(piece.format) + " does not apply to " + quoted(piece.placeholder) +
                            ", which has the type " + quoted(param->type.value),
                        piece.format == kEach ? "add 'list: true' to the param, or say it without a format"
                                              : "use a format for that type, or no format");
      }
      const Param* owner = find_by_id(intent_.params, name);
      if (owner && is_list_member(*owner, piece.placeholder)) {
        report_no_list(*owner, piece.placeholder, findings_.inside({text.source, text.mark}, piece.index));
      }
      const bool is_there = is_known(name) || (at_any_time && ever_saved_.count(name) != 0);
      if (is_one_of(piece.placeholder, roots) || is_there || findings_.full()) return;
      report(piece.placeholder, findings_.inside({text.source, text.mark}, piece.index));
    });
  }

  // An answer may come at any time. It may name each value that a step saves.
  void check_answers(const std::vector<Answer>& answers) {
    for (const Answer& answer : answers) {
      for_each_variant(answer.say, [&](const Template& way) { check_text(way, {"context", "session"}, true); });
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
      if (const auto* branch = step.as<BranchStep>()) {
        continues = check_branch(*branch) && continues;
        continue;
      }
      if (const auto* loop = step.as<LoopStep>()) {
        check_loop(*loop);
        continue;
      }
      check_call(step);
      check_said(step);
      if (const auto* ask = step.as<AskStep>()) check_ask(*ask);
      if (const auto* tool = step.as<ToolStep>()) check_ways_out(*tool);
      note_saved(step, true);
      continues = continues && !step.is<HandoffStep>() && !step.is<StartStep>();
    }
    return continues;
  }

  // Checks the texts of a call: its arguments, its progress message and its rejections.
  void check_call(const StepDefinition& step) {
    for (const Argument& argument : arguments_in(step)) {
      if (argument.origin.text) check_text(*argument.origin.text);
    }
    const auto* tool = step.as<ToolStep>();
    if (!tool) return;
    if (tool->progress) check_wording(*tool->progress);
    for (const ToolStep::Rejection& rejection : tool->reject) {
      check_wording(rejection.say, {"context", "session", "result"});
    }
  }

  void check_said(const StepDefinition& step) {
    if (const auto* say = step.as<SayStep>()) check_wording(say->text);
  }

  // Checks what follows a tool that rejects a value, fails, or takes too long.
  void check_ways_out(const ToolStep& step) {
    for (const ToolStep::Rejection& rejection : step.reject) {
      if (const Param* param = check_param_name(rejection.param)) check_has_question(*param, rejection.param);
    }
    check_side_path(step.on_failure);
    check_side_path(step.on_timeout);
  }

  void check_ask(const AskStep& step) {
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
  bool check_branch(const BranchStep& step) {
    check_condition(step.condition);
    const auto [then_continues, by_then] = check_side_path(step.then);
    const auto [else_continues, by_else] = check_side_path(step.otherwise);
    for (const std::string& name : then_continues ? by_then : by_else) {
      if (!then_continues || !else_continues || contains(by_else, name)) note_known(name);
    }
    return then_continues || else_continues;
  }

  // ---- loops

  // The steps of a loop may run never, so the names that they save are not known after it.
  void check_loop(const LoopStep& step) {
    check_list(step);
    for (const Text* name : {&step.item, &step.left}) check_is_free(*name);
    if (step.item.value == step.left.value && !step.item.value.empty()) report_taken(step.left);
    check_body(step);
    loop_items_.push_back(step.item.value);
    maybe_saved_.insert(step.item.value);
    check_side_path(step.steps, step.item.value);
    maybe_saved_.erase(step.item.value);
    loop_items_.pop_back();
    if (!step.left.value.empty()) {
      maybe_saved_.insert(step.left.value);
      note_known(step.left.value);
    }
  }

  void check_list(const LoopStep& step) {
    if (step.list.value.empty()) return;  // the reader reported it
    const std::string name = expr_root(step.list.value);
    const Param* param = find_by_id(intent_.params, name);
    if (!param && surely_saved_.count(name) == 0) return report(step.list.value, step.list.mark);
    if (param && name == step.list.value && !param->list) report_no_list(*param, name, step.list.mark);
  }

  // Reports an `ask`, a change of the list, and too many steps.
  void check_body(const LoopStep& loop) {
    for_each_step(loop.steps, [&](const StepDefinition& step) {
      if (const auto* ask = step.as<AskStep>()) {
        findings_.error("E311", ask->param.mark, ask->param.value, "'ask' is not allowed in a loop",
                        "a param has one value for all items; 'call' an intent that asks, with the item in 'with'");
      }
      for (const Save& save : saves_in(step)) {
        if (save.name != expr_root(loop.list.value)) continue;
        findings_.error("E212", save.mark, save.path, "the loop changes its own list " + quoted(save.name),
                        "save the result under another name");
      }
    });
    constexpr std::int64_t kMost = 100;  // the planner's limit for one message
    const std::int64_t steps = steps_in(loop);
    if (steps <= kMost) return;
    findings_.error(
        "E308", loop.item.mark, loop.item.value,
        "the loop may run " + std::to_string(steps) + " steps for one message; the limit is " + std::to_string(kMost),
        "lower 'at_most', or give the loop fewer steps");
  }

  // The number of steps that a loop runs at most: each `if` counts with all of its steps.
  static std::int64_t steps_in(const LoopStep& loop) { return 1 + loop.at_most * steps_in(loop.steps); }

  static std::int64_t steps_in(const std::vector<StepDefinition>& steps) {
    std::int64_t sum = 0;
    for (const StepDefinition& step : steps) {
      const auto* branch = step.as<BranchStep>();
      const auto* loop = step.as<LoopStep>();
      sum += loop ? steps_in(*loop) : 1;
      if (branch) sum += steps_in(branch->then) + steps_in(branch->otherwise);
    }
    return sum;
  }

  void check_is_free(const Text& name) {
    const bool is_saved = name.value.empty() ? false : names_saved_by_calls().count(name.value) != 0;
    if (contains(params_, name.value) || contains(loop_items_, name.value) || is_saved) report_taken(name);
  }

  std::set<std::string> names_saved_by_calls() const {
    std::set<std::string> names;
    const auto note = [&](const StepDefinition& step) {
      for (const Save& save : saves_in(step)) names.insert(save.name);
    };
    for_each_step(intent_.steps, note);
    for (const Param& param : intent_.params) for_each_step_of(param, note);
    return names;
  }

  void report_taken(const Text& name) {
    findings_.error("E202", name.mark, name.value, "the name " + quoted(name.value) + " is in use",
                    "give the loop a name that no param and no other value of the intent has");
  }

  void report_no_list(const Param& param, const std::string& path, const Mark& mark) {
    findings_.error("E317", mark, path, quoted(param.id.value) + " takes one value, so it is not a list",
                    "use a param with 'list: true', or a list that a step has saved");
  }

  struct SidePath {
    bool continues;
    Names saved;
  };

  // Checks steps that do not run on every path, then forgets what they saved. `item`: a name that only they know.
  SidePath check_side_path(const std::vector<StepDefinition>& steps, const std::string& item = {}) {
    const std::size_t before = saved_.size();
    if (!item.empty()) note_known(item);
    const bool continues = check_steps(steps);
    SidePath path{continues, Names(saved_.begin() + static_cast<std::ptrdiff_t>(before), saved_.end())};
    for (const std::string& name : path.saved) surely_saved_.erase(name);
    saved_.resize(before);
    return path;
  }

  // ---- known names

  void note_saved(const StepDefinition& step, bool is_certain) {
    for (const Save& save : saves_in(step)) {
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
  Names saved_;       // on every path, in the order of the steps
  Names loop_items_;  // of the loops around the step
  std::set<std::string, std::less<>> surely_saved_, maybe_saved_, ever_saved_, asked_by_steps_;
};

}  // namespace

void check_intent_names(const Intent& intent, Diagnostics& findings) { IntentNames(intent, findings).check(); }

}  // namespace parley::config
