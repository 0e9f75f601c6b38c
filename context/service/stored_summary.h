// StoredSummary is the item "summary" of a conversation. Its numbers count from the conversation's first message and
// turn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "context/service/context_service.h"

namespace parley::context {

struct ContextService::StoredSummary {
  std::string text;
  std::int64_t upto = 0;      // the number of the last message that it covers
  std::int64_t turns = 0;     // the turns of the conversation when the summary was made
  std::int64_t messages = 0;  // the messages of the conversation at that time
  TimeMs at = 0;
  bool by_hand = false;  // requested explicitly: contexts of every strategy show it instead of the messages it covers
  std::int64_t version = 0;  // the version of the item

  LastSummary last() const { return {upto, turns, messages}; }
  std::string to_json() const;
  static Result<StoredSummary> read(const Item& item);  // kStoreCorrupt
};

}  // namespace parley::context
