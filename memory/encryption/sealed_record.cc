// Tested by tests/memory/sealed_store_test.cc.
#include "memory/encryption/sealed_record.h"

namespace parley::memory {

Result<SessionRecord> seal(const Sealer& sealer, const SessionRecord& record) {
  auto state = sealer.seal(record.state);
  if (!state) return Unexpected(state.error());
  auto notes = sealer.seal(record.notes);
  if (!notes) return Unexpected(notes.error());
  auto messages = seal_all(sealer, record.messages);
  if (!messages) return Unexpected(messages.error());
  auto turns = seal_all(sealer, record.turns);
  if (!turns) return Unexpected(turns.error());
  auto items = seal_all(sealer, record.items);
  if (!items) return Unexpected(items.error());
  auto ended = seal_all(sealer, record.ended);
  if (!ended) return Unexpected(ended.error());
  return SessionRecord{std::move(*state), std::move(*notes), std::move(*messages), std::move(*turns),
                       record.calls,      std::move(*items), std::move(*ended)};
}

Opened<SessionRecord> open(Keyring& vault, const SessionRecord& sealed) {
  auto state = open(vault, sealed.state);
  if (!state) return Unexpected(state.error());
  auto notes = open(vault, sealed.notes);
  if (!notes) return Unexpected(notes.error());
  auto messages = open_all(vault, sealed.messages);
  if (!messages) return Unexpected(messages.error());
  auto turns = open_all(vault, sealed.turns);
  if (!turns) return Unexpected(turns.error());
  auto items = open_all(vault, sealed.items);
  if (!items) return Unexpected(items.error());
  auto ended = open_all(vault, sealed.ended);
  if (!ended) return Unexpected(ended.error());
  if (!*state || !*notes) return std::optional<SessionRecord>();
  return std::optional<SessionRecord>({std::move(**state), std::move(**notes), std::move(*messages), std::move(*turns),
                                       sealed.calls, std::move(*items), std::move(*ended)});
}

}  // namespace parley::memory
