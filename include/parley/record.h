// A stored session as a conversation file (parley/replay.h), without what is private in it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/store.h"

namespace parley {

struct Recording {
  std::string yaml;
  std::map<std::string, int> replaced;   // by type: how many different private values got a stand-in
  std::vector<std::string> differences;  // "turn 3: ...": where the file does otherwise than the session did
  int turns = 0;
};

// Private are the params that are `sensitive` or named under `redaction`, the types under `redaction.detect`, and every
// email, phone, credit_card, iban and person_name that is found. Each value gets a made-up one of its type, the same
// one wherever it stands. What the bot is to say is what it says today: played against `catalog`, the file passes.
// kUnknownSession; kInvalidRequest when the session is another bot's.
Result<Recording> record_session(const std::shared_ptr<const Catalog>& catalog, SessionStore& store,
                                 std::string_view session);

}  // namespace parley
