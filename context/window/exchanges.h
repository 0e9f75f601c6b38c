// Splits a history into exchanges: messages that are kept, shortened or left out together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "context/window/entry.h"

namespace parley::context {

// parley looks for a result among this many messages after its call, or among all if all messages were read.
inline constexpr int kPairReach = 64;
inline constexpr std::int64_t kUnlimitedReach = INT64_MAX;

// Drops summaries, because parley makes a new note for each context. Drops results without their call, because a model
// cannot interpret them. A call without a result is kept and gets a result that says so: a model that does not see an
// attempted refund may try it again. Calls and results without an id are matched by the name of their tool.
std::vector<Message> repair(std::vector<Message> messages, std::int64_t reach = kPairReach);

// Returns for each message the index of its matching call or result, or kNoPartner.
inline constexpr std::size_t kNoPartner = SIZE_MAX;
std::vector<std::size_t> partners_of(const std::vector<Message>& messages);

// Returns the seq of the first call that has no result and may still get one: among the newest kPairReach messages, or
// the message `waiting`, which is known to wait. Returns 0 if every call has its result.
std::int64_t first_open_call(const std::vector<Message>& messages, std::int64_t waiting);

struct Exchange {
  Entries entries;
  std::int64_t tokens = 0;
  std::int64_t turns = 0;
  bool whole = true;    // false: part of it may not have been read
  bool newest = false;  // `newest`, `pinned` and `head` are reasons to keep the exchange
  bool pinned = false;
  bool head = false;
  bool holds(std::int64_t seq) const {
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.message.seq == seq; });
  }
  std::int64_t first_seq() const { return entries.front().message.seq; }
  std::int64_t last_seq() const { return entries.back().message.seq; }
};

// Requires repaired messages.
std::vector<Exchange> split_into_exchanges(Entries entries, std::int64_t reach = kPairReach);

// Divides the messages of an exchange into units that must be kept or dropped whole: a call with its result, or any
// other message alone. Returns the indices of the messages of each unit. Units are ordered by their last message.
std::vector<std::vector<std::size_t>> units_of(const Entries& entries);

}  // namespace parley::context
