// The hash by which the engine notices that a message id was used before with another input.
//
// The store keeps 16 bits of it. That is enough to notice the mistake of a caller in 65,535 of 65,536 cases, and too
// few to find a text. Someone who tries texts gets one match in 65,536, so a card number has millions of matches. A
// value with few possibilities, such as a PIN, has so few matches that the bits could give it away. So without a key,
// parley keeps no hash of an input that the store masks.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/sip_hash.h"
#include "engine/pending_commit.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "parley/result.h"
#include "parley/store.h"
#include "parley/turn.h"

namespace parley::engine {

// Covers Request::input, with `resume`, and the session's name. All other members of the request may differ in a
// redelivery. Equal inputs have equal hashes, and most different inputs do not.
//
// `key` comes from EngineOptions::user_key (base::sip_key). If that is empty, everybody knows the key.
std::uint16_t input_hash(const Request& request, std::string_view session, const base::SipKey& key);

// kMessageIdReused: the request has the id of the stored turn, but another input. A turn without a hash matches every
// input.
Result<void> check_same_input(const TurnScope& scope, const StoredTurn& stored);

// Forgets the hash of the turn if it could give away a value that the store masks. Call it before every commit, while
// the messages are in `pending`.
void drop_revealing_hash(const TurnScope& scope, const StoreGate& gate, PendingCommit& pending);

}  // namespace parley::engine
