// The item "summary" of a session.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "memory/recall/recall.h"

namespace parley::memory {

struct Recall::KeptSummary {
  std::string text;
  std::int64_t upto = 0;      // the last message it stands for
  std::int64_t turns = 0;     // how long the conversation was when it was made, as are
  std::int64_t messages = 0;  //
  TimeMs at = 0;
  std::int64_t version = 0;  // of the item

  LastSummary last() const { return {upto, turns, messages}; }
  std::string to_json() const;
  static Result<KeptSummary> read(const Item& item);  // kStoreCorrupt
};

}  // namespace parley::memory
