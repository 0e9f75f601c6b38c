#include "memory/sqlite/turn_reading.h"

#include <algorithm>
#include <utility>

#include "memory/sqlite/statements.h"
#include "memory/turn_body.h"

namespace parley::memory {
namespace {

constexpr std::int64_t seq_in(std::int64_t id) { return id % kMaxMessages; }

// Columns: id, complete, first_message, message_id, body.
TurnPlace place_in(const Rows& row) { return {seq_in(row.number(0)), row.number(2)}; }

Result<StoredTurn> turn_in(const Rows& row, std::string_view session) {
  auto stored = answer_in_body(row.bytes(4), place_in(row), session, row.text(3));
  if (stored) stored->complete = row.number(1) != 0;
  return stored;
}

}  // namespace

Unexpected damaged_turn(const Database& database, const Error& error) {
  return database.failure(error.code, error.message);
}

Result<void> TurnReading::prepare() {
  return database_.prepare({{turn_, sql::kReadTurn},
                            {turns_, sql::kReadTurns},
                            {turns_backward_, sql::kReadTurnsBackward},
                            {from_, sql::kFindTurnFrom},
                            {last_until_, sql::kFindTurnUntil}});
}

Result<std::optional<StoredTurn>> TurnReading::turn(std::int64_t session, std::int64_t seq, std::string_view name,
                                                    std::string_view message_id) {
  Rows rows = turn_.query({place_of(session, seq)});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (!*row || rows.text(3) != message_id) return std::optional<StoredTurn>();
  auto turn = turn_in(rows, name);
  if (!turn) return damaged_turn(database_, turn.error());
  return std::optional<StoredTurn>(std::move(*turn));
}

Result<std::vector<Message>> TurnReading::messages(std::int64_t session, std::size_t limit, std::int64_t before) {
  std::vector<Message> newest_first;
  if (limit == 0) return newest_first;
  auto last = before == 0 ? Result<Place>(Place{kMaxMessages - 1, 0}) : turn_of(session, before - 1);
  if (!last) return Unexpected(last.error());
  Rows rows = turns_backward_.query({place_of(session, 0), place_of(session, last->seq)});
  while (newest_first.size() < limit) {
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
    auto messages = messages_in_body(rows.bytes(4), place_in(rows));
    if (!messages) return damaged_turn(database_, messages.error());
    for (auto message = messages->rbegin(); message != messages->rend() && newest_first.size() < limit; ++message) {
      if (before == 0 || message->seq < before) newest_first.push_back(std::move(*message));
    }
  }
  std::reverse(newest_first.begin(), newest_first.end());
  return newest_first;
}

Result<void> TurnReading::each_message(std::int64_t session, std::int64_t first, std::int64_t last, const Take& take) {
  const auto begin = first <= 1 ? Result<Place>(Place()) : turn_of(session, first);
  if (!begin) return Unexpected(begin.error());
  Rows rows = turns_.query({place_of(session, begin->seq), place_of(session + 1, 0)});
  for (;;) {
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return {};
    const auto messages = messages_in_body(rows.bytes(4), place_in(rows));
    if (!messages) return damaged_turn(database_, messages.error());
    for (const Message& message : *messages) {
      if (message.seq < first) continue;
      if (message.seq > last) return {};
      const auto more = take(message);
      if (!more) return Unexpected(more.error());
      if (!*more) return {};
    }
  }
}

Result<std::vector<StoredTurn>> TurnReading::turns(std::int64_t session, std::string_view name, std::int64_t first,
                                                   std::size_t limit) {
  std::vector<StoredTurn> found;
  Rows rows = turns_.query({place_of(session, first), place_of(session + 1, 0)});
  while (found.size() < limit) {
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
    auto turn = turn_in(rows, name);
    if (!turn) return damaged_turn(database_, turn.error());
    found.push_back(std::move(*turn));
  }
  return found;
}

Result<std::vector<Message>> TurnReading::turn_messages(std::int64_t session, std::int64_t first, std::int64_t last) {
  std::vector<Message> found;
  const auto read =
      turns_.query({place_of(session, first), place_of(session, last) + 1}).each([&](Rows& row) -> Result<void> {
        auto messages = messages_in_body(row.bytes(4), place_in(row));
        if (!messages) return damaged_turn(database_, messages.error());
        std::move(messages->begin(), messages->end(), std::back_inserter(found));
        return {};
      });
  if (!read) return Unexpected(read.error());
  return found;
}

Result<void> TurnReading::all(std::int64_t session, SessionRecord& record) {
  return turns_.query({place_of(session, 0), place_of(session + 1, 0)}).each([&](Rows& row) -> Result<void> {
    auto messages = messages_in_body(row.bytes(4), place_in(row));
    if (!messages) return damaged_turn(database_, messages.error());
    std::move(messages->begin(), messages->end(), std::back_inserter(record.messages));
    auto turn = turn_in(row, record.state.session);
    if (!turn) return damaged_turn(database_, turn.error());
    record.turns.push_back(std::move(*turn));
    return {};
  });
}

Result<TurnReading::Place> TurnReading::from(std::int64_t session, std::int64_t seq) {
  Rows rows = from_.query({place_of(session, seq), place_of(session + 1, 0)});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? Place{seq_in(rows.number(0)), rows.number(1)} : Place();
}

Result<TurnReading::Place> TurnReading::last_until(std::int64_t session, std::int64_t seq) {
  Rows rows = last_until_.query({place_of(session, 0), place_of(session, seq)});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? Place{seq_in(rows.number(0)), rows.number(1)} : Place();
}

Result<TurnReading::Place> TurnReading::turn_of(std::int64_t session, std::int64_t message) {
  Place found;
  // Most readers want the newest messages. After the first turn, the search halves the turns that are left.
  auto probe = last_until(session, kMaxMessages - 1);
  for (std::int64_t low = 0, high = probe ? probe->seq : 0;;) {
    if (!probe || probe->seq == 0) return probe ? Result<Place>(found) : probe;
    if (probe->first_message <= message) {
      found = *probe;
      low = probe->seq;
    } else {
      high = probe->seq - 1;
    }
    // `low`: the last turn that is known to begin early enough. Turns behind `high` begin too late.
    for (;;) {
      if (low >= high) return found;
      const std::int64_t middle = low + (high - low + 1) / 2;
      probe = last_until(session, middle);
      if (!probe) return probe;
      if (probe->seq > low) break;
      low = middle;  // no turn lies between them: the first ones may be trimmed
    }
  }
}

}  // namespace parley::memory
