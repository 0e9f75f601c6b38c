#include "memory/sqlite/settling.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "memory/search_words.h"
#include "memory/sqlite/recency.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

// The limits of a batch. Its transaction takes some milliseconds.
constexpr std::size_t kSessionsAtOnce = 512;
constexpr std::int64_t kMessagesAtOnce = 4096;
constexpr std::size_t kChosenFrom = 32768;  // sessions

std::int64_t new_messages(const UnsettledSession& session) { return session.messages - session.indexed; }

// Sessions with impossible times stay as they are.
bool may_be_settled(const UnsettledSession& session) {
  return session.updated_at >= 0 && session.updated_at <= kLastSettledTime && session.expires_at >= 0;
}

}  // namespace

UnsettledSession unsettled_in(const Rows& row) {
  return {row.number(0), row.number(1), row.number(2), row.number(3),
          row.number(4), row.number(5), row.number(6), std::max<std::int64_t>(row.number(7), 0)};
}

// ---- SettlingReader

Result<void> SettlingReader::prepare() {
  if (auto done = turns_.prepare(); !done) return done;
  return database_.prepare({{count_, sql::kCountUnsettled}, {list_, sql::kListUnsettled}});
}

Result<std::int64_t> SettlingReader::unsettled() {
  std::int64_t all = 0;
  for (const std::int64_t archived : {0, 1}) {
    Rows rows = count_.query({archived});
    if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
    all += rows.number(0);
  }
  return all;
}

Result<std::vector<UnsettledSession>> SettlingReader::choose(std::size_t keep) {
  std::vector<UnsettledSession> sessions;
  const auto limit = static_cast<std::int64_t>(std::max(kChosenFrom, 4 * keep));
  for (const std::int64_t archived : {0, 1}) {
    auto read = list_.query({archived, limit}).each([&](Rows& row) {
      const UnsettledSession session = unsettled_in(row);
      if (may_be_settled(session)) sessions.push_back(session);
    });
    if (!read) return Unexpected(read.error());
  }
  if (sessions.size() <= keep) return std::vector<UnsettledSession>();
  const auto is_older = [](const UnsettledSession& a, const UnsettledSession& b) {
    return std::pair(a.updated_at, a.id) < std::pair(b.updated_at, b.id);
  };
  const auto end = std::prev(sessions.end(), static_cast<std::ptrdiff_t>(keep));
  std::nth_element(sessions.begin(), end, sessions.end(), is_older);
  sessions.erase(end, sessions.end());
  // The last ones come first: a batch takes them from the end.
  std::sort(sessions.begin(), sessions.end(),
            [](const UnsettledSession& a, const UnsettledSession& b) { return a.id > b.id; });
  return sessions;
}

Result<SettlingBatch> SettlingReader::read(std::vector<UnsettledSession>& chosen, bool with_words) {
  SettlingBatch batch;
  for (std::int64_t left = kMessagesAtOnce; !chosen.empty() && batch.sessions.size() < kSessionsAtOnce;) {
    UnsettledSession& session = chosen.back();
    if (with_words) {
      const bool is_long = new_messages(session) > kMessagesAtOnce;
      if (!batch.sessions.empty() && new_messages(session) > left) break;
      const std::int64_t last = is_long ? session.indexed + kMessagesAtOnce : session.messages;
      if (auto added = add_words(session, last, batch.words); !added) return Unexpected(added.error());
      if (is_long) {
        batch.part_of = session;
        batch.indexed = session.indexed = last;
        break;
      }
      left -= new_messages(session);
    }
    batch.sessions.push_back(session);
    if (with_words) batch.sessions.back().indexed = session.messages;
    chosen.pop_back();
  }
  return batch;
}

Result<void> SettlingReader::add_words(const UnsettledSession& session, std::int64_t last, WordBlockBuilder& words) {
  if (session.indexed >= last) return {};
  auto read = turns_.each_message(session.id, session.indexed + 1, last, [&](const Message& message) -> Result<bool> {
    words.add(session.id, message.seq, search_words(message.text));
    return true;
  });
  // The words of a damaged turn, and of those behind it, are unknown.
  const bool is_about_a_turn = !read && read.error().code == ErrorCode::kStoreCorrupt && !database_.saw_damage();
  return is_about_a_turn ? Result<void>() : read;
}

// ---- Settling

Result<void> Settling::prepare() {
  if (auto done = totals_.prepare(); !done) return done;
  return database_.prepare({{settle_, sql::kSettle}, {put_indexed_, sql::kPutIndexed}});
}

Result<std::vector<std::int64_t>> Settling::settle(SettlingBatch& batch) {
  std::vector<std::int64_t> changed;
  SettledNumbers numbers;
  for (const UnsettledSession& session : batch.sessions) {
    Rows rows = settle_.query({session.id, session.version, session.created_at, settled_key(session.updated_at),
                               session.indexed == 0 ? std::int64_t{-1} : session.indexed, session.updated_at,
                               session.messages});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) {
      batch.words.remove(session.id);
      continue;
    }
    changed.push_back(session.id);
    numbers.add(session.turns, session.messages, session.expires_at, rows.number(0) != 0, 1);
    if (const Result<bool> end = rows.next(); !end) return Unexpected(end.error());
  }
  if (batch.part_of) {
    const UnsettledSession& session = *batch.part_of;
    const std::int64_t before = session.indexed == 0 ? std::int64_t{-1} : session.indexed;
    if (auto put = put_indexed_.run({session.id, session.created_at, before, batch.indexed}); !put) {
      return Unexpected(put.error());
    }
    if (database_.changes() == 0) {
      batch.words.remove(session.id);
    } else {
      changed.push_back(session.id);
    }
  }
  if (auto added = index_.add(batch.words.build()); !added) return Unexpected(added.error());
  if (auto added = totals_.add(numbers); !added) return Unexpected(added.error());
  std::sort(changed.begin(), changed.end());
  return changed;
}

}  // namespace parley::memory
