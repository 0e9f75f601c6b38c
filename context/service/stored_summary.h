// The item "summary" of a conversation. Its numbers count from the conversation's first message and turn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "context/service/context_service.h"

namespace parley::context {

struct ContextService::StoredSummary {
  std::string text;
  std::int64_t upto = 0;      // the last message it stands for
  std::int64_t turns = 0;     // how long the conversation was when it was made, as are
  std::int64_t messages = 0;  //
  TimeMs at = 0;
  bool by_hand = false;      // asked for in place of the messages: contexts of every strategy show it instead of them
  std::int64_t version = 0;  // of the item

  LastSummary last() const { return {upto, turns, messages}; }
  std::string to_json() const;
  static Result<StoredSummary> read(const Item& item);  // kStoreCorrupt
};

}  // namespace parley::context
