// Tested by tests/memory/sealed_store_test.cc.
#include "memory/encryption/sealing.h"

#include <utility>

#include "memory/codec.h"

namespace parley::memory {
namespace {

constexpr char kState[] = "state";
constexpr char kNotes[] = "notes";
constexpr char kTitle[] = "title";
std::string what_of(const Turn& turn) { return "turn/" + std::to_string(turn.seq); }
std::string what_of(const Message& message) { return "message/" + std::to_string(message.seq); }
std::string what_of(const Item& item) { return "item/" + item.name + "/" + std::to_string(item.version); }
constexpr char kDetails[] = "/details";
constexpr char kSealed[] = "sealed";

Unexpected mixed() { return Unexpected(ErrorCode::kStoreCorrupt, "encrypted data does not match its row"); }

// Returns what the bot waits for without private data: only its kind and its param.
PendingInput::Awaited outside_of(const PendingInput& waiting) {
  switch (waiting.kind()) {
    case PendingInput::Kind::kParam: return AskedParam{waiting.param(), {}};
    case PendingInput::Kind::kConfirm: return AskedConfirmation();
    case PendingInput::Kind::kChange: return AskedChange();
    case PendingInput::Kind::kChoice: return AskedChoice();
    case PendingInput::Kind::kTool: break;
  }
  return ToolWait{ToolWait::Check{waiting.param(), {}}, {}, {}};
}

// Returns the unsealed part of a state.
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
  outside.began_message = state.began_message;  // reading an older database gives both states the same default
  outside.expires_at = state.expires_at;
  outside.kept_until = state.kept_until;
  outside.starts = state.starts;
  outside.user = state.user;
  outside.parent = state.parent;
  outside.usage = state.usage;
  if (state.waiting) {
    outside.waiting.emplace().awaited = outside_of(*state.waiting);
    outside.waiting->intent = state.waiting->intent;
  }
  outside.last_intent = state.last_intent;
  outside.ended = state.ended;
  if (state.handed_off) outside.handed_off = HandedOff{state.handed_off->reason, state.handed_off->at, 0, false, {}};
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

// Opens the sealed text and returns the result of `read` for it.
template <class T, class Read>
Opened<T> open_text(Keyring& vault, const std::string& sealed, const std::string& what, Read read) {
  auto text = vault.open(sealed, what);
  if (!text) return Unexpected(text.error());
  if (!*text) return std::optional<T>();
  Result<T> value = read(std::move(**text));
  if (!value) return Unexpected(value.error());
  return std::optional<T>(std::move(*value));
}

Opened<std::string> open_title(Keyring& vault, const std::string& sealed) {
  if (sealed.empty()) return std::optional<std::string>(std::string());
  return open_text<std::string>(vault, sealed, kTitle,
                                [](std::string title) { return Result<std::string>(std::move(title)); });
}

}  // namespace

// The fields that hold the sealed text are the last result of a state, the replies of a turn, the title itself, and the
// metadata of notes and of message details.

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
  append_turn_json(json, turn);
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
  Message outside{message.seq, message.turn, message.role, std::move(*sealed), message.at};
  if (message.details == MessageDetails()) return outside;
  auto details = vault_.seal(details_json(message.details), key_id_, what_of(message) + kDetails);
  if (!details) return Unexpected(details.error());
  outside.details.metadata[kSealed] = std::move(*details);
  return outside;
}

Result<Item> Sealer::seal(const Item& item) const {
  auto sealed = vault_.seal(item.bytes, key_id_, what_of(item));
  if (!sealed) return Unexpected(sealed.error());
  return Item{item.name, item.version, item.expires_at, std::move(*sealed)};
}

Result<SessionNotes> Sealer::seal(const SessionNotes& notes) const {
  if (notes.title.empty() && notes.metadata.empty()) return notes;
  SessionNotes untitled = notes;
  untitled.title.clear();
  std::string json;
  append_notes_json(json, untitled);
  auto sealed = vault_.seal(json, key_id_, kNotes);
  if (!sealed) return Unexpected(sealed.error());
  auto title = seal_title(notes.title);
  if (!title) return Unexpected(title.error());
  return SessionNotes{std::move(*title), notes.user, notes.tags, {{kSealed, std::move(*sealed)}}, notes.archived_at};
}

Result<EndedConversation> Sealer::seal(const EndedConversation& ended) const {
  auto title = seal_title(ended.title);
  if (!title) return Unexpected(title.error());
  return EndedConversation{ended.continuation_id, ended.began_turn, ended.began_at, std::move(*title)};
}

Result<std::string> Sealer::seal_title(const std::string& title) const {
  return title.empty() ? Result<std::string>(std::string()) : vault_.seal(title, key_id_, kTitle);
}

Opened<SessionState> open(Keyring& vault, const SessionState& sealed) {
  auto state = open_text<SessionState>(vault, sealed_text(sealed), kState,
                                       [](const std::string& json) { return state_from_json(json); });
  if (!state || !*state) return state;
  SessionState outside = outside_of(**state);
  outside.last_result = sealed.last_result;
  if (!sealed.handed_off) outside.handed_off.reset();  // versions before schema 8 sealed it
  if (outside != sealed) return mixed();
  return state;
}

Opened<StoredTurn> open(Keyring& vault, const StoredTurn& sealed) {
  return open_text<StoredTurn>(vault, sealed_text(sealed.turn), what_of(sealed.turn),
                               [&](const std::string& json) -> Result<StoredTurn> {
                                 auto turn = turn_from_json(json, sealed.turn.session, sealed.turn.id, sealed.turn.seq);
                                 if (turn) turn->complete = sealed.complete;
                                 return turn;
                               });
}

Opened<Message> open(Keyring& vault, const Message& sealed) {
  auto message = open_text<Message>(vault, sealed.text, what_of(sealed), [&](std::string text) -> Result<Message> {
    return Message{sealed.seq, sealed.turn, sealed.role, std::move(text), sealed.at};
  });
  if (!message || !*message || sealed.details == MessageDetails()) return message;
  const auto found = sealed.details.metadata.find(kSealed);
  const std::string* text = found == sealed.details.metadata.end() ? nullptr : found->second.if_string();
  if (!text) return mixed();
  auto details = open_text<MessageDetails>(vault, *text, what_of(sealed) + kDetails,
                                           [](const std::string& json) { return details_from_json(json); });
  if (!details) return Unexpected(details.error());
  if (!*details) return std::optional<Message>();
  (*message)->details = std::move(**details);
  return message;
}

Opened<Item> open(Keyring& vault, const Item& sealed) {
  return open_text<Item>(vault, sealed.bytes, what_of(sealed), [&](std::string bytes) -> Result<Item> {
    return Item{sealed.name, sealed.version, sealed.expires_at, std::move(bytes)};
  });
}

Opened<SessionNotes> open(Keyring& vault, const SessionNotes& sealed) {
  if (sealed.title.empty() && sealed.metadata.empty()) return std::optional<SessionNotes>(sealed);
  const auto found = sealed.metadata.find(kSealed);
  const std::string* text = found == sealed.metadata.end() ? nullptr : found->second.if_string();
  if (!text && !has_joint_title(sealed)) return mixed();
  auto notes = open_text<SessionNotes>(vault, text ? *text : sealed.title, kNotes,
                                       [](const std::string& json) { return notes_from_json(json); });
  if (!notes || !*notes) return notes;
  const SessionNotes outside{sealed.title, (*notes)->user, (*notes)->tags, sealed.metadata, (*notes)->archived_at};
  if (outside != sealed) return mixed();
  if (!text) return notes;
  auto title = open_title(vault, sealed.title);
  if (!title) return Unexpected(title.error());
  if (!*title) return std::optional<SessionNotes>();
  (*notes)->title = std::move(**title);
  return notes;
}

Opened<EndedConversation> open(Keyring& vault, const EndedConversation& sealed) {
  auto title = open_title(vault, sealed.title);
  if (!title) return Unexpected(title.error());
  if (!*title) return std::optional<EndedConversation>();
  return std::optional<EndedConversation>(
      {sealed.continuation_id, sealed.began_turn, sealed.began_at, std::move(**title)});
}

bool has_joint_title(const SessionNotes& sealed) { return !sealed.title.empty() && sealed.metadata.empty(); }

Result<std::string> key_of(const SessionState& sealed) { return Keyring::key_of(sealed_text(sealed)); }

}  // namespace parley::memory
