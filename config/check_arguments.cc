#include "config/check_arguments.h"

#include "config/by_id.h"
#include "config/reader_parts.h"
#include "config/template.h"

namespace parley::config {

void check_arguments(const Intent& intent, const Param& param, const ToolStep& check,
                     const std::set<std::string, std::less<>>& asked_by_steps, Diagnostics& findings) {
  std::set<std::string, std::less<>> called_with = {param.id.value};
  for (const Argument& argument : check.with) {
    if (!argument.origin.text) continue;
    for_each_placeholder(argument.origin.text->pieces, [&](const Template::Piece& piece) {
      const Param* given = find_by_id(intent.params, expr_root(piece.placeholder));
      if (!given) return;
      called_with.insert(given->id.value);
      if (given == &param || given->required || asked_by_steps.count(given->id.value) == 0) return;
      findings.error("E203", findings.inside({argument.origin.text->source, argument.origin.text->mark}, piece.index),
                     piece.placeholder,
                     "the check of " + quoted(param.id.value) + " needs " + quoted(given->id.value) +
                         ", but only a step asks for it",
                     "make the param 'required', or call the tool in a step after that 'ask'");
    });
  }
  for (const Save& save : check.save) {
    if (called_with.count(save.name) == 0) continue;
    findings.error("E212", save.mark, save.path,
                   "the check of " + quoted(param.id.value) + " saves " + quoted(save.name) +
                       ", one of its own arguments, so it would run again and again",
                   "save the result under another name");
  }
}

}  // namespace parley::config
