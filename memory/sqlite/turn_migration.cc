#include "memory/sqlite/turn_migration.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "memory/codec.h"
#include "memory/sqlite/old_turns.h"
#include "memory/sqlite/statements.h"
#include "memory/sqlite/turn_ids.h"
#include "memory/turn_body.h"

namespace parley::memory {
namespace {

// The messages of a session, in order.
class OldMessages {
 public:
  OldMessages(const Database& database, Rows rows) : database_(database), rows_(std::move(rows)) {}

  // Moves to the next message. Returns false after the last one.
  Result<bool> next() {
    auto row = rows_.next();
    is_there_ = row && *row;
    return row;
  }
  bool is_there() const { return is_there_; }
  std::int64_t seq() const { return rows_.number(0); }
  std::int64_t turn() const { return rows_.number(1); }
  Result<Message> message() const { return old_message_in(database_, rows_); }
  // The row as text, for a message that cannot be read.
  std::string text() const {
    std::string all;
    for (int column = 0; column < 6; ++column) all.append(rows_.text(column)).append("\n");
    return all;
  }

 private:
  const Database& database_;
  Rows rows_;
  bool is_there_ = false;
};

class Move {
 public:
  explicit Move(Database& database) : database_(database) {}

  Result<void> run() {
    auto prepared = database_.prepare({{count_, sql::kCountOld},
                                       {next_session_, sql::kNextOldSession},
                                       {turn_ids_, sql::kOldTurnIds},
                                       {turn_, sql::kOldTurn},
                                       {messages_, sql::kOldMessages},
                                       {insert_, sql::kInsertMovedTurn}});
    if (!prepared) return prepared;
    for (std::int64_t session = 0;;) {
      const auto next = next_session(session);
      if (!next) return Unexpected(next.error());
      if (!*next) break;
      if (**next < 1 || **next >= kMaxSessionId) return impossible();
      if (auto moved = move_session(**next); !moved) return moved;
      session = **next + 1;
    }
    return check_counts();
  }

 private:
  Unexpected impossible() const {
    return database_.failure(ErrorCode::kStoreCorrupt, "a turn or a message has an impossible number");
  }

  Result<std::optional<std::int64_t>> next_session(std::int64_t from) {
    Rows rows = next_session_.query({from});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    const auto id = *row ? rows.optional_text(0) : std::nullopt;
    return id ? std::optional<std::int64_t>(rows.number(0)) : std::nullopt;
  }

  Result<void> move_session(std::int64_t session) {
    OldMessages messages(database_, messages_.query({session}));
    if (auto first = messages.next(); !first) return Unexpected(first.error());
    last_turn_ = 0;
    next_message_ = 1;
    auto moved = turn_ids_.query({session}).each([&](Rows& row) -> Result<void> {
      const std::int64_t seq = row.number(0);
      if (seq < 1 || seq >= kMaxMessages) return impossible();
      if (auto lost = move_messages_without_turn(session, messages, seq); !lost) return lost;
      return move_turn(session, messages, seq, row.text(1));
    });
    return moved ? move_messages_without_turn(session, messages, kMaxMessages) : moved;
  }

  // Rows that contradict each other: messages before turn `end`, whose own turn is missing.
  Result<void> move_messages_without_turn(std::int64_t session, OldMessages& messages, std::int64_t end) {
    while (messages.is_there() && messages.turn() < end) {
      const std::int64_t turn = std::max(messages.turn(), last_turn_ + 1);
      if (messages.turn() < 1 || turn >= end) return {};  // they go into the next turn
      if (auto put = put_turn(session, messages, turn, {}, true, {}); !put) return put;
    }
    return messages.is_there() && end == kMaxMessages ? Result<void>(impossible()) : Result<void>();
  }

  Result<void> move_turn(std::int64_t session, OldMessages& messages, std::int64_t seq, std::string_view message_id) {
    Rows rows = turn_.query({session, message_id});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return impossible();
    ++turns_;
    return put_turn(session, messages, seq, message_id, rows.number(0) != 0, rows.text(1));
  }

  Result<void> put_turn(std::int64_t session, OldMessages& messages, std::int64_t seq, std::string_view message_id,
                        bool complete, std::string_view answer) {
    TurnPlace place{seq, messages.is_there() ? messages.seq() : next_message_};
    std::vector<Message> of_turn;
    std::string unread;
    while (messages.is_there() && messages.turn() <= seq) {
      auto message = messages.message();
      if (message) of_turn.push_back(std::move(*message));
      if (!message) unread += messages.text();
      next_message_ = messages.seq() + 1;
      ++moved_messages_;
      if (auto next = messages.next(); !next) return Unexpected(next.error());
    }
    const auto turn = turn_from_json(answer, {}, message_id, seq);
    const std::string body = !unread.empty() ? turn_body_lost(unread.append(answer))
                             : turn          ? turn_body(place, of_turn, *turn)
                                             : turn_body_unread(place, of_turn, answer);
    last_turn_ = seq;
    return insert_.run({place_of(session, seq), message_id, complete, place.first_message, Bound::bytes(body)});
  }

  Result<void> check_counts() {
    Rows rows = count_.query();
    if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
    if (rows.number(0) == turns_ && rows.number(1) == moved_messages_) return {};
    return database_.failure(ErrorCode::kStoreCorrupt, "a migration would lose turns or messages");
  }

  Database& database_;
  Statement count_, next_session_, turn_ids_, turn_, messages_, insert_;
  std::int64_t turns_ = 0, moved_messages_ = 0;    // of all sessions
  std::int64_t last_turn_ = 0, next_message_ = 1;  // of the session that is moved
};

}  // namespace

Result<void> move_turns(Database& database) { return Move(database).run(); }

Result<void> index_moved_turns(Database& database) {
  TurnIds ids(database);
  if (auto done = ids.prepare(); !done) return done;
  auto next = database.prepare(sql::kNextLongSession);
  if (!next) return Unexpected(next.error());
  for (std::int64_t session = 0;;) {
    std::int64_t turns = 0;
    {
      Rows rows = next->query({session, TurnIds::kBatch});
      const Result<bool> row = rows.next();
      if (!row) return Unexpected(row.error());
      if (!*row) return {};
      session = rows.number(0);
      turns = rows.number(1);
    }
    if (auto added = ids.added_all(session, turns); !added) return added;
    if (session++ >= kMaxSessionId) return {};
  }
}

}  // namespace parley::memory
