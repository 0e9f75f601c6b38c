#include "memory/sqlite/turn_ids.h"

#include <algorithm>

#include "memory/sqlite/statements.h"

namespace parley::memory {

// FNV-1a with 64 bits.
std::int64_t turn_id_hash(std::string_view message_id) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : message_id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return static_cast<std::int64_t>(hash);
}

Result<void> TurnIds::prepare() {
  return database_.prepare({{ids_, sql::kReadTurnIds},
                            {id_of_, sql::kReadTurnId},
                            {find_, sql::kFindTurnIds},
                            {insert_, sql::kInsertTurnId},
                            {drop_, sql::kDropTurnIds},
                            {first_, sql::kFindTurnFrom}});
}

Result<std::int64_t> TurnIds::find(std::int64_t session, std::int64_t turns, std::string_view message_id) {
  std::int64_t found = 0;
  auto read = ids_.query({place_of(session, indexed(turns)), place_of(session + 1, 0)}).each([&](Rows& row) {
    if (row.text(1) == message_id) found = row.number(0) % kMaxMessages;
  });
  if (!read) return Unexpected(read.error());
  return found != 0 || turns < kBatch ? Result<std::int64_t>(found) : find_indexed(session, message_id);
}

Result<std::int64_t> TurnIds::find_indexed(std::int64_t session, std::string_view message_id) {
  std::int64_t found = 0;
  auto read = find_.query({session, turn_id_hash(message_id)}).each([&](Rows& row) -> Result<void> {
    const auto is = is_of(session, row.number(0), message_id);
    if (!is) return Unexpected(is.error());
    if (*is) found = row.number(0);
    return {};
  });
  if (!read) return Unexpected(read.error());
  return found;
}

Result<bool> TurnIds::is_of(std::int64_t session, std::int64_t seq, std::string_view message_id) {
  Rows rows = id_of_.query({place_of(session, seq)});
  const Result<bool> row = rows.next();
  if (!row) return row;
  return *row && rows.text(0) == message_id;
}

Result<TurnIds::Recent> TurnIds::recent(std::int64_t session, std::int64_t turns) {
  Recent hashes;
  auto read = ids_.query({place_of(session, indexed(turns)), place_of(session + 1, 0)}).each([&](Rows& row) {
    hashes.push_back(turn_id_hash(row.text(1)));
  });
  if (!read) return Unexpected(read.error());
  return hashes;
}

Result<bool> TurnIds::has(std::int64_t session, std::int64_t turns, const Recent& recent, std::string_view message_id) {
  const bool may_be_recent = std::find(recent.begin(), recent.end(), turn_id_hash(message_id)) != recent.end();
  const auto found = may_be_recent     ? find(session, turns, message_id)
                     : turns >= kBatch ? find_indexed(session, message_id)
                                       : Result<std::int64_t>(0);
  if (!found) return Unexpected(found.error());
  return *found != 0;
}

Result<void> TurnIds::added(std::int64_t session, std::int64_t seq, std::string_view message_id, Recent& recent) {
  if (seq % kBatch != 0) {
    recent.push_back(turn_id_hash(message_id));
    return {};
  }
  recent.clear();
  if (auto added = add_batch(session, seq - kBatch, seq); !added) return added;
  // Turns that were trimmed leave the index here, and not one by one.
  Rows rows = first_.query({place_of(session, 0), place_of(session + 1, 0)});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? drop_.run({session, rows.number(0) % kMaxMessages}) : Result<void>();
}

Result<void> TurnIds::added_all(std::int64_t session, std::int64_t turns) {
  return turns < kBatch ? Result<void>() : add_batch(session, 0, indexed(turns));
}

// Adds the turns after `first`, up to `last`.
Result<void> TurnIds::add_batch(std::int64_t session, std::int64_t first, std::int64_t last) {
  return ids_.query({place_of(session, first), place_of(session, last) + 1}).each([&](Rows& row) {
    return insert_.run({session, turn_id_hash(row.text(1)), row.number(0) % kMaxMessages});
  });
}

}  // namespace parley::memory
