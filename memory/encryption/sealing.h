// Seals the parts of a session. Each value becomes a value of the same type in which all conversation content is a
// single sealed text. A store therefore handles a sealed session like any other session.
//
// The following stay in clear text: names, ids, times, counts, intents, tags, hashes of users, tools and the outcomes
// of their calls, names of items, the kind and the param of the open question, and the reason and the time of a
// hand-off.
#pragma once

#include <string>

#include "memory/encryption/keyring.h"
#include "parley/store.h"

namespace parley::memory {

// Seals with one key.
class Sealer {
 public:
  Sealer(Keyring& vault, std::string key_id) : vault_(vault), key_id_(std::move(key_id)) {}

  Result<SessionState> seal(const SessionState& state) const;
  Result<StoredTurn> seal(const StoredTurn& turn) const;
  Result<Message> seal(const Message& message) const;
  Result<SessionNotes> seal(const SessionNotes& notes) const;
  Result<Item> seal(const Item& item) const;
  Result<EndedConversation> seal(const EndedConversation& ended) const;

  const std::string& key_id() const { return key_id_; }

 private:
  Result<std::string> seal_title(const std::string& title) const;

  Keyring& vault_;
  std::string key_id_;
};

// All overloads return an empty optional when the key has been destroyed, and kStoreCorrupt for a value that was not
// sealed.
template <class T>
using Opened = Result<std::optional<T>>;

Opened<SessionState> open(Keyring& vault, const SessionState& sealed);
Opened<StoredTurn> open(Keyring& vault, const StoredTurn& sealed);
Opened<Message> open(Keyring& vault, const Message& sealed);
Opened<SessionNotes> open(Keyring& vault, const SessionNotes& sealed);
Opened<Item> open(Keyring& vault, const Item& sealed);
Opened<EndedConversation> open(Keyring& vault, const EndedConversation& sealed);

// Returns whether an older version sealed the title and the metadata as one text. Before the title can move out of the
// notes, it needs a sealed text of its own.
bool has_joint_title(const SessionNotes& sealed);

// Returns the id of the key with which a session is sealed.
Result<std::string> key_of(const SessionState& sealed);

}  // namespace parley::memory
