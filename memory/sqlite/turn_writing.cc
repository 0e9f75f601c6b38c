#include "memory/sqlite/turn_writing.h"

#include <iterator>
#include <string>

#include "memory/commit_rules.h"
#include "memory/sqlite/statements.h"
#include "memory/turn_body.h"

namespace parley::memory {

Result<void> TurnWriting::prepare() {
  return database_.prepare(
      {{insert_, sql::kInsertTurn}, {find_, sql::kReadTurn}, {replace_, sql::kReplaceTurn}, {trim_, sql::kTrimTurns}});
}

Result<void> TurnWriting::insert(std::int64_t session, const StoredTurn& turn, std::int64_t first_message,
                                 std::string_view body) {
  return insert_.run(
      {place_of(session, turn.turn.seq), turn.turn.id, turn.complete, first_message, Bound::bytes(body)});
}

Result<void> TurnWriting::replace(std::int64_t session, const StoredTurn& turn, const std::vector<Message>& messages) {
  const std::int64_t id = place_of(session, turn.turn.seq);
  TurnPlace place{turn.turn.seq, 0};
  Result<std::vector<Message>> all = std::vector<Message>();
  {
    Rows rows = find_.query({id});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row || rows.number(1) != 0 || rows.text(3) != turn.turn.id) return stale_version();
    place.first_message = rows.number(2);
    all = messages_in_body(rows.bytes(4), place);
    if (!all) return damaged_turn(database_, all.error());
  }
  all->insert(all->end(), messages.begin(), messages.end());
  const std::string body = turn_body(place, *all, turn);
  return replace_.run({id, turn.complete, Bound::bytes(body)});
}

Result<void> TurnWriting::insert_all(std::int64_t session, const SessionRecord& record) {
  auto message = record.messages.begin();
  std::int64_t next = record.state.trimmed + 1;
  for (const StoredTurn& turn : record.turns) {
    std::vector<Message> of_turn;
    for (; message != record.messages.end() && message->turn == turn.turn.seq; ++message) of_turn.push_back(*message);
    const std::string body = turn_body({turn.turn.seq, next}, of_turn, turn);
    if (auto inserted = insert(session, turn, next, body); !inserted) return inserted;
    next += static_cast<std::int64_t>(of_turn.size());
  }
  return {};
}

Result<void> TurnWriting::trim(std::int64_t session, std::int64_t first_kept) {
  return trim_.run({place_of(session, 0), place_of(session, first_kept)});
}

}  // namespace parley::memory
