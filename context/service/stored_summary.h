// StoredSummary is the item "summary" of a conversation. Its numbers count from the conversation's first message and
// turn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "context/service/context_service.h"

namespace parley::context {

struct ContextService::StoredSummary {
  // The part of an older session that the summary covers.
  struct Parent {
    std::string session;
    std::string conversation;  // its continuation id
    TimeMs begun_at = 0;       // SessionState::created_at
    std::int64_t upto = 0;     // the seq of the last message that the summary covers
  };

  std::string text;
  std::int64_t upto = 0;      // the number of the last message that it covers. 0: only messages of older sessions
  std::int64_t turns = 0;     // the turns of the conversation when the summary was made
  std::int64_t messages = 0;  // the messages of the conversation at that time
  TimeMs at = 0;
  bool by_hand = false;  // requested explicitly: contexts of every strategy show it instead of the messages it covers
  std::vector<Parent> parents = {};
  std::int64_t version = 0;  // the version of the item

  std::string to_json() const;
  static Result<StoredSummary> read(const Item& item);  // kStoreCorrupt
};

}  // namespace parley::context
