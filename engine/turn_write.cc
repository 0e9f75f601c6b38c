// Tested by tests/engine/turn_write_test.cc.
#include "engine/turn_write.h"

#include <utility>

#include "base/text.h"
#include "engine/session_pruning.h"
#include "engine/session_write.h"
#include "engine/turn_planner.h"
#include "memory/sessions/system_prompt.h"

namespace parley::engine {
namespace {

// Adds title, tags, system prompt and metadata, which are stored with the session's first commit.
Result<void> add_notes(PendingCommit& pending, const SessionWrite& write) {
  const bool has_notes =
      !write.title.empty() || !write.system_prompt.empty() || !write.tags.empty() || !write.metadata.empty();
  if (!has_notes) return {};
  if (!pending.is_new_session()) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "'write': title, system_prompt, tags and metadata are for the write that begins a session; "
                      "the session has begun, use Engine::annotate");
  }
  SessionNotes& notes = pending.notes;
  notes.title = write.title;
  notes.tags = write.tags;
  notes.metadata = write.metadata;
  if (!write.system_prompt.empty()) memory::note_system_prompt(notes, write.system_prompt, pending.turn.seq);
  return {};
}

// Adds a message of the write, redacted as if the user had sent it now. A text with the role of the assistant does not
// count as an answer to a sensitive question.
void add_written_message(TurnDraft& draft, const SessionWrite::Text& message) {
  const std::string text = base::valid_utf8(message.text);
  NluContext now = nlu_context(draft.scope, draft.pending.state);
  if (message.role == Role::kAssistant) now.waiting_for_param.clear();
  const Understanding understood = draft.scope.catalog.understand(text, now);
  draft.gate.learn(understood, text);
  MessageDetails details = draft.gate.details(message.details, text, understood, now);
  HandedOff* handed_off = draft.pending.state.handed_off ? &*draft.pending.state.handed_off : nullptr;
  if (handed_off && message.role == Role::kAssistant) {
    if (details.author.empty()) details.author = kAgent;  // the bot says nothing, so a person wrote the message
    handed_off->said = true;
  }
  add_message(draft.pending, draft.scope, message.role, draft.gate.message(text, understood, now), std::move(details));
}

}  // namespace

Result<void> apply_write(TurnDraft& draft, const SessionWrite& write) {
  const TurnScope& scope = draft.scope;
  PendingCommit& pending = draft.pending;
  auto validated = validate_write(write, scope.catalog, pending.state, nlu_context(scope, pending.state));
  if (!validated) return Unexpected(validated.error());
  if (auto added = add_notes(pending, write); !added) return added;
  for (const SessionWrite::Text& message : write.messages) add_written_message(draft, message);
  const ConversationStart before = start_of(pending.state);
  planner::Transition written =
      planner::apply_write(scope.bot, pending.state, *validated, turn_context(scope, pending));
  if (auto applied = apply_transition(draft, std::move(written), before); !applied) return applied;
  // The notes may repeat a value of `params`, so they are redacted after the params are known.
  pending.notes = draft.gate.hidden(scope.bot_services.redactor->notes(std::move(pending.notes), pending.state));
  return write.keep_turns > 0 ? prune(draft, write.keep_turns) : Result<void>();
}

}  // namespace parley::engine
