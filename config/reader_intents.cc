#include "config/intent_names.h"
#include "config/reader_parts.h"
#include "config/visitors.h"

namespace parley::config {
namespace {

// Reads a question, which may be a map of variants, a list of questions, or a map with further settings.
std::optional<Confirmation> as_confirmation(const Node& node, Diagnostics& findings) {
  const auto as_questions = one_or_some(as_text_with_attachments);
  Confirmation confirmation;
  if (node.kind != Node::Kind::kMap || node.find("any")) {
    auto questions = as_questions(node, findings);
    if (!questions) return std::nullopt;
    confirmation.ask = std::move(*questions);
    return confirmation;
  }
  Fields fields(node, "a confirmation", findings);
  fields.required("ask", as_questions, confirmation.ask);
  fields.optional("max_attempts", as_whole(1, kMaxAttempts), confirmation.max_attempts);
  fields.optional("on_deny", as_word<OnDeny>({{"change", OnDeny::kChange}, {"cancel", OnDeny::kCancel}}),
                  confirmation.on_deny);
  return confirmation;
}

void note_loop_items(Intent& intent) {
  for_each_step(intent.steps, [&](const StepDefinition& step) {
    const auto* loop = step.as<LoopStep>();
    const Param* param = loop ? intent.find_param(loop->list.value) : nullptr;
    if (param && param->list) intent.loop_items.emplace_back(loop->item.value, param->id.value);
  });
}

}  // namespace

std::optional<Intent> as_intent(const Node& node, Diagnostics& findings) {
  Intent intent;
  Fields fields(node, "an intent", findings);
  if (!fields) return std::nullopt;
  fields.required("id", as_identifier, intent.id);
  fields.optional("description", as_text, intent.description);
  fields.optional("name", as_text, intent.name);
  fields.optional("formerly", one_or_some(as_identifier), intent.formerly);
  fields.optional("interruptible", as_flag, intent.interruptible);
  fields.optional("interrupts", as_flag, intent.interrupts);
  fields.optional("expose", as_word<bool>({{"mcp", true}}), intent.on_mcp);
  fields.optional("ttl", as_duration(0, kLongestTtl), intent.ttl);
  fields.optional("follow_up", as_duration(0, kLongestTtl), intent.follow_up);
  if (intent.on_mcp && intent.id.value == kMcpTurnTool) {
    findings.error("E208", intent.id.mark, intent.id.value, "the MCP tool " + quoted(kMcpTurnTool) + " exists already",
                   "use another id, or remove 'expose'");
  }
  Match match;
  fields.optional("match", as_match, match);
  intent.rules = std::move(match.rules);
  intent.sentences = std::move(match.sentences);
  fields.optional("examples", list_of(as_text), intent.examples);
  fields.optional("examples_from", one_or_some(as_text), intent.examples_from);
  fields.optional("likeness", as_likeness, intent.likeness);
  fields.optional("when", as_guard, intent.when);
  const auto as_params = named(IdentifierKind::kName, "a map from names to params", read_param);
  const bool params_unread = !fields.optional("params", as_params, intent.params) && fields.has("params");
  fields.optional("opening", as_text_variants, intent.opening);
  fields.optional("confirm", as_confirmation, intent.confirm);
  fields.optional("answers", list_of(as_answer), intent.answers);
  fields.required("steps", as_steps, intent.steps);
  note_loop_items(intent);
  if (!params_unread) check_intent_names(intent, findings);
  return intent;
}

}  // namespace parley::config
