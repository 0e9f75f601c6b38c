// Converts a stored session to a conversation file (parley/replay.h), without its private values.
//
//   auto recording = parley::record_session(bot, *store, "web:1");
//   if (!recording) return std::cerr << recording.error().to_string() << '\n', 1;
//   std::cout << recording->yaml;
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
  std::map<std::string, int> replaced;   // by type: the number of different private values that were replaced
  std::vector<std::string> differences;  // the differences between the file and the session: "turn 3: ..."
  int turns = 0;
};

// Records a session. Replaces each private value with a made-up value of its type; equal values get the same
// replacement. The private values are those of params that are `sensitive` or named under `redaction`, of types under
// `redaction.detect`, and every email, phone, credit_card, iban and person_name. The expected replies are the replies
// of `catalog`, so that the file passes. Errors: kUnknownSession; kInvalidRequest if the session belongs to another
// bot; the errors of the store.
Result<Recording> record_session(const std::shared_ptr<const Catalog>& catalog, SessionStore& store,
                                 std::string_view session);

}  // namespace parley
