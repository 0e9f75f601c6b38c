// Tested by tests/memory/export_test.cc and sessions_test.cc.
#include "memory/sessions/reidentify.h"

#include <map>
#include <variant>

#include "memory/item_names.h"

namespace parley::memory {
namespace {

class NewIds {
 public:
  explicit NewIds(IdSource& ids) : ids_(ids) {}

  void replace(std::string& id) {
    if (id.empty()) return;
    std::string& made = made_[id];
    if (made.empty()) made = ids_.next();
    id = made;
  }

 private:
  IdSource& ids_;
  std::map<std::string, std::string> made_;  // old id -> new id
};

}  // namespace

void reidentify(SessionRecord& record, const std::string& session, IdSource& ids) {
  NewIds new_ids(ids);
  SessionState& state = record.state;
  state.session = session;
  new_ids.replace(state.continuation_id);
  if (ToolWait* wait = state.waits_for<ToolWait>(); wait && wait->call) new_ids.replace(wait->call->idempotency_key);
  for (StoredTurn& stored : record.turns) {
    stored.turn.session = session;
    stored.input_hash.reset();  // the hash contains the name of the session
    new_ids.replace(stored.turn.continuation_id);
    for (Step& step : stored.turn.steps) {
      if (ToolCall* call = std::get_if<ToolCall>(&step)) new_ids.replace(call->idempotency_key);
    }
  }
  for (CallRecord& call : record.calls) new_ids.replace(call.idempotency_key);
  for (EndedConversation& ended : record.ended) new_ids.replace(ended.continuation_id);
  // The erasure of the parent would not find the copy of a summary that has the parent's words.
  const bool has_parent = !record.state.parent.empty();
  std::erase_if(record.items, [&](const Item& item) {
    return kind_of_item(item.name) == ItemKind::kHeir || (has_parent && item.name == kSummaryItem);
  });
}

}  // namespace parley::memory
