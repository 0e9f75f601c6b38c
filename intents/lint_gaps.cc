// Tested by tests/intents/bad_bots_test.cc.
#include "intents/lint_gaps.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "config/by_id.h"
#include "config/visitors.h"

namespace parley::intents {
namespace {

using config::Intent;
using config::Param;
using config::StepDefinition;
using config::Template;
using Names = std::set<std::string, std::less<>>;

std::string root_of(std::string_view path) { return std::string(path.substr(0, path.find('.'))); }

bool may_be_skipped(const Param& param) {
  return param.skippable || param.when || param.on_exhausted == config::Exhausted::kSkip;
}
bool always_has_value(const Param& param) { return param.required && !may_be_skipped(param); }
bool has_default(const Param& param) {
  return !param.when && param.fallback && !param.fallback->text && !param.fallback->constant.is_null();
}

Names roots_in(const config::Condition& condition) {
  Names roots;
  config::for_each_comparison(condition, [&](const config::Condition& one) { roots.insert(root_of(one.path)); });
  return roots;
}

// Returns true if the steps never continue with the steps after them.
bool leads_away(const std::vector<StepDefinition>& steps) {
  return !steps.empty() && (steps.back().is<config::HandoffStep>() || steps.back().is<config::StartStep>());
}

class Gaps {
 public:
  Gaps(const Intent& intent, config::Diagnostics& findings) : intent_(intent), findings_(findings) {}

  void find() {
    if (intent_.opening) check_texts(*intent_.opening, {});
    Names asked_before;  // params that have a value when the bot asks for the next one
    Names at_steps;
    for (const Param& param : intent_.params) {
      if (always_has_value(param) || has_default(param)) at_steps.insert(param.id.value);
      if (!always_has_value(param)) continue;
      for (const StepDefinition& check : param.checks) note_saved(check, at_steps);
    }
    for (const Param& param : intent_.params) {
      check_param(param, param.required ? asked_before : at_steps);
      if (always_has_value(param)) asked_before.insert(param.id.value);
    }
    if (intent_.confirm) check_texts(intent_.confirm->ask, at_steps);
    for (const config::Answer& answer : intent_.answers) check_texts(answer.say, {});
    walk(intent_.steps, at_steps);
  }

 private:
  void check_param(const Param& param, Names known) {
    // If the bot asks for a param under a condition, the author has considered the params of the condition.
    if (param.when) known.merge(roots_in(*param.when));
    check_texts(param.ask, known);
    for (const auto* wordings : {&param.reprompts.not_understood, &param.reprompts.invalid, &param.reprompts.silent,
                                 &param.reprompts.rejected}) {
      check_texts(*wordings, known);
    }
    if (param.why) check_texts(*param.why, known);
    if (param.help) check_texts(*param.help, known);
    for (const config::Answer& answer : param.answers) check_texts(answer.say, {});
    known.insert(param.id.value);
    for (const StepDefinition& check : param.checks) {
      for (const config::Argument& argument : arguments_in(check)) {
        if (!argument.origin.text) continue;
        for (const Template::Piece& piece : argument.origin.text->pieces) {
          const Param* given = config::find_by_id(intent_.params, root_of(piece.placeholder));
          if (given && (always_has_value(*given) || has_default(*given))) known.insert(given->id.value);
        }
      }
      check_step(check, known);
    }
  }

  void check_step(const StepDefinition& step, const Names& known) {
    if (const auto* say = step.as<config::SayStep>()) check_texts(say->text, known);
    const auto* tool = step.as<config::ToolStep>();
    if (!tool) return;
    if (tool->progress) check_texts(*tool->progress, known);
    for (const config::ToolStep::Rejection& rejection : tool->reject) check_texts(rejection.say, known);
  }

  // Returns the params known after the steps.
  Names walk(const std::vector<StepDefinition>& steps, Names known) {
    for (const StepDefinition& step : steps) {
      check_step(step, known);
      if (const auto* branch = step.as<config::BranchStep>()) {
        known = walk_branch(*branch, known);
        continue;
      }
      if (const auto* tool = step.as<config::ToolStep>()) {
        walk(tool->on_failure, known);
        walk(tool->on_timeout, known);
      }
      if (const auto* loop = step.as<config::LoopStep>()) {
        Names inside = known;
        inside.insert(root_of(loop->list.value));
        walk(loop->steps, inside);
      }
      note_saved(step, known);
      const auto* ask = step.as<config::AskStep>();
      const Param* asked = ask ? config::find_by_id(intent_.params, ask->param.value) : nullptr;
      if (asked && !may_be_skipped(*asked)) known.insert(asked->id.value);
    }
    return known;
  }

  // Walks a branch. The branch may test a param or a fact of the param's own condition. It then distinguishes whether
  // the param has a value.
  Names walk_branch(const config::BranchStep& step, const Names& known) {
    const Names roots = roots_in(step.condition);
    Names inside = known;
    for (const Param& param : intent_.params) {
      const Names own = param.when ? roots_in(*param.when) : Names();
      const bool shares =
          std::any_of(own.begin(), own.end(), [&](const std::string& root) { return roots.count(root) != 0; });
      if (shares || roots.count(param.id.value) != 0) inside.insert(param.id.value);
    }
    const Names after_then = walk(step.then, inside), after_else = walk(step.otherwise, inside);
    Names after = known;
    for (const Param& param : intent_.params) {
      const std::string& name = param.id.value;
      if (inside.count(name) != 0) continue;
      const bool then_knows = leads_away(step.then) || after_then.count(name) != 0;
      const bool else_knows = leads_away(step.otherwise) || after_else.count(name) != 0;
      if (then_knows && else_knows) after.insert(name);
    }
    return after;
  }

  static void note_saved(const StepDefinition& step, Names& known) {
    for (const config::Save& save : saves_in(step)) known.insert(save.name);
  }

  // ---- texts

  void check_texts(const std::vector<config::TextVariants>& wordings, const Names& known) {
    for (const config::TextVariants& wording : wordings) check_texts(wording, known);
  }

  void check_texts(const config::TextVariants& wording, const Names& known) {
    check_variants(wording.any, known);
    for (const auto& [channel, ways] : wording.channels) check_variants(ways, known);
    config::for_each_attachment_text(wording, [&](const Template& text) {
      if (const Template::Piece* gap = gap_in(text.pieces, known)) report(text, *gap);
    });
  }

  // Checks the variants of a text. If one variant has no gap, the bot uses it instead of a variant with a gap.
  void check_variants(const config::TextVariants::Ways& ways, const Names& known) {
    const auto has_no_gap = [&](const Template& way) { return !gap_in(way.pieces, known); };
    if (std::any_of(ways.begin(), ways.end(), has_no_gap)) return;
    for (const Template& way : ways) report(way, *gap_in(way.pieces, known));
  }

  const Template::Piece* gap_in(const std::vector<Template::Piece>& pieces, const Names& known) const {
    for (const Template::Piece& piece : pieces) {
      if (piece.placeholder.empty()) continue;
      const std::string name = root_of(piece.placeholder);
      const bool may_be_missing = !piece.of_item && config::find_by_id(intent_.params, name) && known.count(name) == 0;
      if (may_be_missing && !copes_without_value(piece)) return &piece;
      for (const Template::Branch& branch : piece.branches) {
        Names inside = known;
        if (!piece.of_item && !is_for_missing(piece, branch)) inside.insert(name);
        if (const Template::Piece* gap = gap_in(branch.pieces, inside)) return gap;
      }
    }
    return nullptr;
  }

  static bool has(const Template::Piece& piece, std::string_view key) {
    return std::any_of(piece.branches.begin(), piece.branches.end(),
                       [&](const Template::Branch& branch) { return branch.key == key; });
  }

  // Whether the piece says something, or nothing on purpose, if its placeholder has no value.
  static bool copes_without_value(const Template::Piece& piece) {
    return piece.format == config::kEach ? has(piece, config::kElse) : !piece.branches.empty();
  }

  // Whether the bot says the branch if the placeholder has no value.
  static bool is_for_missing(const Template::Piece& piece, const Template::Branch& branch) {
    if (piece.format == config::kIf || piece.format == config::kEach) return branch.key == config::kElse;
    return branch.key == (has(piece, "null") ? "null" : "other");
  }

  void report(const Template& way, const Template::Piece& gap) {
    if (findings_.full()) return;
    const std::string name = root_of(gap.placeholder);
    findings_.warning("W519", findings_.inside({way.source, way.mark}, gap.index), gap.placeholder,
                      config::quoted(name) + " may have no value here, which leaves a gap in the text",
                      "add a variant without it under 'any', or write {" + name + ", if, {...}}");
  }

  const Intent& intent_;
  config::Diagnostics& findings_;
};

}  // namespace

void find_gaps(const config::BotDefinition& bot, config::Diagnostics& findings) {
  for (const Intent& intent : bot.intents) Gaps(intent, findings).find();
}

}  // namespace parley::intents
