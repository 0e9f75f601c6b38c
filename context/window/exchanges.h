// A history as exchanges: what belongs together is kept, shortened or left out together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "context/window/entry.h"

namespace parley::context {

// A result is looked for within so many messages after its call, unless all messages were read.
inline constexpr int kPairReach = 64;
inline constexpr std::int64_t kAnyReach = INT64_MAX;

// Drops summaries, which are made anew, and results whose call is not there: nobody knows any more what they answer.
// A call without a result gets one that says so, and is not dropped: who does not see that a refund was tried may try
// it again. Calls and results without an id are joined by their tool's name.
std::vector<Message> repair(std::vector<Message> messages, std::int64_t reach = kPairReach);

// For each message the index of the call or the result that it is joined with, or kNoPartner.
inline constexpr std::size_t kNoPartner = SIZE_MAX;
std::vector<std::size_t> partners_of(const std::vector<Message>& messages);

// The first call that has no result and may still get one: among the newest kPairReach messages, or the message
// `waiting`, which is known to wait. 0: there is none.
std::int64_t first_open_call(const std::vector<Message>& messages, std::int64_t waiting);

struct Exchange {
  Entries entries;
  std::int64_t tokens = 0;
  std::int64_t turns = 0;
  bool whole = true;    // false: some of it may not have been read
  bool newest = false;  // likewise `pinned` and `head`: why it is kept
  bool pinned = false;
  bool head = false;
  bool holds(std::int64_t seq) const {
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.message.seq == seq; });
  }
  std::int64_t first_seq() const { return entries.front().message.seq; }
  std::int64_t last_seq() const { return entries.back().message.seq; }
};

// Of what was repaired.
std::vector<Exchange> split_into_exchanges(Entries entries, std::int64_t reach = kPairReach);

// The indices of the messages of an exchange that stand or fall together: a call and its result, or any other alone.
// In the order of their last message.
std::vector<std::vector<std::size_t>> units_of(const Entries& entries);

}  // namespace parley::context
