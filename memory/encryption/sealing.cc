// Tested by tests/memory/sealed_store_test.cc.
#include "memory/encryption/sealing.h"

#include <utility>

#include "memory/codec.h"

namespace parley::memory {
namespace {

constexpr char kState[] = "state";
constexpr char kNotes[] = "notes";
std::string what_of(const Turn& turn) { return "turn/" + std::to_string(turn.seq); }
std::string what_of(const Message& message) { return "message/" + std::to_string(message.seq); }

Unexpected mixed() {
  return Unexpected(ErrorCode::kStoreCorrupt, "what is sealed in the store is not what its row says");
}

// What a state has in the clear.
SessionState outside_of(const SessionState& state) {
  SessionState outside;
  outside.session = state.session;
  outside.continuation_id = state.continuation_id;
  outside.bot = state.bot;
  outside.config_hash = state.config_hash;
  outside.version = state.version;
  outside.turns = state.turns;
  outside.messages = state.messages;
  outside.trimmed = state.trimmed;
  outside.bytes = state.bytes;
  outside.plans = state.plans;
  outside.calls = state.calls;
  outside.created_at = state.created_at;
  outside.updated_at = state.updated_at;
  outside.began_at = state.began_at;
  outside.began_turn = state.began_turn;
  outside.expires_at = state.expires_at;
  outside.starts = state.starts;
  outside.user = state.user;
  outside.usage = state.usage;
  if (state.waiting) {
    outside.waiting.emplace();
    outside.waiting->kind = state.waiting->kind;
    outside.waiting->intent = state.waiting->intent;
    outside.waiting->param = state.waiting->param;
  }
  outside.last_intent = state.last_intent;
  outside.ended = state.ended;
  outside.last_message_id = state.last_message_id;
  return outside;
}

const std::string& sealed_text(const SessionState& sealed) {
  static const std::string kNone;
  const std::string* text = sealed.last_result.if_string();
  return text ? *text : kNone;
}

const std::string& sealed_text(const Turn& sealed) {
  static const std::string kNone;
  return sealed.say.size() == 1 ? sealed.say.front() : kNone;
}

// What `read` makes of the sealed text.
template <class T, class Read>
Opened<T> open_text(Vault& vault, const std::string& sealed, const std::string& what, Read read) {
  const auto text = vault.open(sealed, what);
  if (!text) return Unexpected(text.error());
  if (!*text) return std::optional<T>();
  Result<T> value = read(std::move(**text));
  if (!value) return Unexpected(value.error());
  return std::optional<T>(std::move(*value));
}

}  // namespace

// A sealed state has its text in the place of the last result, a turn in the place of what was said, and notes in that
// of the title.

Result<SessionState> Sealer::seal(const SessionState& state) const {
  std::string json;
  append_state_json(json, state);
  auto sealed = vault_.seal(json, key_id_, kState);
  if (!sealed) return Unexpected(sealed.error());
  SessionState outside = outside_of(state);
  outside.last_result = Value(std::move(*sealed));
  return outside;
}

Result<StoredTurn> Sealer::seal(const StoredTurn& turn) const {
  std::string json;
  append_turn_json(json, turn.turn);
  auto sealed = vault_.seal(json, key_id_, what_of(turn.turn));
  if (!sealed) return Unexpected(sealed.error());
  StoredTurn outside;
  outside.turn.session = turn.turn.session;
  outside.turn.id = turn.turn.id;
  outside.turn.seq = turn.turn.seq;
  outside.turn.say = {std::move(*sealed)};
  outside.complete = turn.complete;
  return outside;
}

Result<Message> Sealer::seal(const Message& message) const {
  auto sealed = vault_.seal(message.text, key_id_, what_of(message));
  if (!sealed) return Unexpected(sealed.error());
  return Message{message.seq, message.turn, message.role, std::move(*sealed), message.at};
}

Result<SessionNotes> Sealer::seal(const SessionNotes& notes) const {
  if (notes.title.empty() && notes.metadata.empty()) return notes;
  std::string json;
  append_notes_json(json, notes);
  auto sealed = vault_.seal(json, key_id_, kNotes);
  if (!sealed) return Unexpected(sealed.error());
  return SessionNotes{std::move(*sealed), notes.user, notes.tags, {}, notes.archived_at};
}

Opened<SessionState> open(Vault& vault, const SessionState& sealed) {
  auto state = open_text<SessionState>(vault, sealed_text(sealed), kState,
                                       [](const std::string& json) { return state_from_json(json); });
  if (!state || !*state) return state;
  SessionState outside = outside_of(**state);
  outside.last_result = sealed.last_result;
  if (outside != sealed) return mixed();
  return state;
}

Opened<StoredTurn> open(Vault& vault, const StoredTurn& sealed) {
  return open_text<StoredTurn>(vault, sealed_text(sealed.turn), what_of(sealed.turn),
                               [&](const std::string& json) -> Result<StoredTurn> {
                                 auto turn = turn_from_json(json, sealed.turn.session, sealed.turn.id, sealed.turn.seq);
                                 if (!turn) return Unexpected(turn.error());
                                 return StoredTurn{std::move(*turn), sealed.complete};
                               });
}

Opened<Message> open(Vault& vault, const Message& sealed) {
  return open_text<Message>(vault, sealed.text, what_of(sealed), [&](std::string text) -> Result<Message> {
    return Message{sealed.seq, sealed.turn, sealed.role, std::move(text), sealed.at};
  });
}

Opened<SessionNotes> open(Vault& vault, const SessionNotes& sealed) {
  if (sealed.title.empty() && sealed.metadata.empty()) return std::optional<SessionNotes>(sealed);
  auto notes = open_text<SessionNotes>(vault, sealed.title, kNotes,
                                       [](const std::string& json) { return notes_from_json(json); });
  if (!notes || !*notes) return notes;
  const SessionNotes outside{sealed.title, (*notes)->user, (*notes)->tags, {}, (*notes)->archived_at};
  if (outside != sealed) return mixed();
  return notes;
}

Result<std::string> key_of(const SessionState& sealed) { return Vault::key_of(sealed_text(sealed)); }

}  // namespace parley::memory
