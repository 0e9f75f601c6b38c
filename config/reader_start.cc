// Reads `on_start`, what the bot does when a conversation begins.
// Tested by tests/config/reader_start_test.cc.
#include "config/reader_parts.h"
#include "config/template.h"
#include "config/visitors.h"

namespace parley::config {
namespace {

// No intent is open when a conversation begins, so only facts of the channel are known.
void check_path(const std::string& path, const Mark& mark, Diagnostics& findings) {
  if (is_member_of("context", path) || findings.full()) return;
  findings.error("E203", mark, path, "unknown param " + quoted(expr_root(path)),
                 "when a conversation begins, only facts have values: write context.NAME");
}

void check_text(const TextVariants& text, Diagnostics& findings) {
  for_each_template(text, [&](const Template& way) {
    for_each_placeholder(way.pieces, [&](const Template::Piece& piece) {
      check_path(piece.placeholder, findings.inside({way.source, way.mark}, piece.index), findings);
    });
  });
}

void check_step(const StepDefinition& step, Diagnostics& findings) {
  const bool is_allowed = step.is<SayStep>() || step.is<BranchStep>() || step.is<StartStep>();
  if (!is_allowed) {
    findings.error("E311", step.mark, "", "this step is not allowed in 'on_start'",
                   "say something, or start an intent that does the rest");
    return;
  }
  if (const auto* say = step.as<SayStep>()) check_text(say->text, findings);
  if (const auto* branch = step.as<BranchStep>()) {
    for_each_comparison(branch->condition, [&](const Condition& one) { check_path(one.path, one.mark, findings); });
  }
  for (const Argument& argument : arguments_in(step)) {
    findings.error("E310", argument.mark, argument.name, "'with' is not allowed in 'on_start'",
                   "give the params of the intent a 'prefill'");
  }
}

}  // namespace

std::optional<OnStart> as_on_start(const Node& node, Diagnostics& findings) {
  OnStart on_start;
  Fields fields(node, "the start", findings);
  if (!fields) return std::nullopt;
  fields.required("steps", as_steps, on_start.steps);
  fields.optional("before_answer", as_flag, on_start.before_answer);
  for_each_step(on_start.steps, [&](const StepDefinition& step) { check_step(step, findings); });
  return on_start;
}

}  // namespace parley::config
