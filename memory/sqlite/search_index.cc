// Tested by tests/memory/sqlite_store_test.cc.
#include "memory/sqlite/search_index.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "memory/search_words.h"
#include "memory/sqlite/listing.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kMessagesAtOnce = 500;  // about 20 ms with the write lock held
constexpr std::int64_t kMergePages = 500;
constexpr std::int64_t kConsidered = 2000;  // matches

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "" : " ").append(word);
  return all;
}

// Returns an FTS5 query for texts with all words. Each word is quoted; no word contains a quote.
std::string query_of(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "\"" : " \"").append(word).append("\"");
  return all;
}

}  // namespace

Result<void> SearchIndex::prepare() {
  if (auto done = turns_.prepare(); !done) return done;
  return database_.prepare({{add_unindexed_, sql::kAddUnindexed},
                            {remove_unindexed_, sql::kRemoveUnindexed},
                            {next_unindexed_, sql::kNextUnindexed},
                            {next_new_, sql::kNextNew},
                            {is_reached_, sql::kIsReached},
                            {put_indexed_, sql::kPutIndexed},
                            {put_reached_, sql::kPutReached},
                            {lower_reached_, sql::kLowerReached},
                            {find_erased_, sql::kFindErased},
                            {put_erased_, sql::kPutErased},
                            {add_words_, sql::kAddWords},
                            {remove_words_, sql::kRemoveWords},
                            {merge_words_, sql::kMergeWords},
                            {is_deep_, sql::kIsDeep},
                            {remove_all_words_, sql::kRemoveAllWords},
                            {remove_all_unindexed_, sql::kRemoveAllUnindexed},
                            {reach_none_, sql::kReachNone},
                            {find_words_, sql::kFindWords},
                            {labelled_, sql::kLabelled},
                            {find_begin_, sql::kFindBegin}});
}

// ---- indexing new messages ------------------------------------------------------------------------------

Result<SearchIndex::Next> SearchIndex::next() {
  for (Statement* statement : {&next_unindexed_, &next_new_}) {
    Rows rows = statement->query();
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (*row) return Next{rows.number(0), std::max<std::int64_t>(rows.number(1), 0)};
  }
  return Next();
}

Result<bool> SearchIndex::take_up() {
  for (std::int64_t left = kMessagesAtOnce; left > 0;) {
    const auto session = next();
    if (!session) return Unexpected(session.error());
    if (session->session == 0) return false;
    const auto taken = index(*session, left);
    if (!taken) return Unexpected(taken.error());
    left -= std::max<std::int64_t>(*taken, 1);
  }
  return true;
}

// Returns the number of indexed messages.
Result<std::int64_t> SearchIndex::index(const Next& session, std::int64_t at_most) {
  std::int64_t taken = 0, last = session.indexed;
  const auto add = [&](const Message& message) -> Result<bool> {
    ++taken;
    last = message.seq;
    auto added = add_words_.run({place_of(session.session, last), joined(search_words(message.text))});
    return added ? Result<bool>(taken < at_most) : Unexpected(added.error());
  };
  auto read = turns_.each_message(session.session, session.indexed + 1, kMaxMessages, add);
  // A session with a damaged turn is left out from there on, so that the others are found.
  if (!read && !is_about_a_turn(read.error())) return Unexpected(read.error());
  Statement& mark = taken < at_most ? remove_unindexed_ : add_unindexed_;
  if (auto marked = mark.run({session.session}); !marked) return Unexpected(marked.error());
  if (auto put = put_indexed_.run({session.session, last}); !put) return Unexpected(put.error());
  if (auto put = put_reached_.run({session.session}); !put) return Unexpected(put.error());
  return taken;
}

// ---- removing -------------------------------------------------------------------------------------------

Result<void> SearchIndex::remove(std::int64_t session, std::int64_t last) {
  {
    Rows rows = is_reached_.query({session});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row || rows.number(0) == 0) return {};
  }
  auto removed = turns_.each_message(session, 1, last, [&](const Message& message) -> Result<bool> {
    auto done = remove_words_.run({place_of(session, message.seq), joined(search_words(message.text))});
    return done ? Result<bool>(true) : Unexpected(done.error());
  });
  // The words of a damaged turn are unknown, so all words go. The next search adds those of the other turns again.
  return !removed && is_about_a_turn(removed.error()) ? start_again() : removed;
}

// True: the bytes of a turn are damaged. False: SQLite itself reports damage, or another error.
bool SearchIndex::is_about_a_turn(const Error& error) const {
  return error.code == ErrorCode::kStoreCorrupt && !database_.saw_damage();
}

Result<bool> SearchIndex::has_erased() {
  Rows rows = find_erased_.query();
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row && rows.number(0) != 0;
}

Result<bool> SearchIndex::is_deep() {
  Rows rows = is_deep_.query();
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row && rows.number(0) != 0;
}

Result<void> SearchIndex::start_again() {
  for (Statement* statement : {&remove_all_words_, &remove_all_unindexed_, &reach_none_}) {
    if (auto done = statement->run(); !done) return done;
  }
  return {};
}

Result<bool> SearchIndex::purge(bool first) {
  if (first) {
    const auto deep = is_deep();
    if (!deep) return Unexpected(deep.error());
    if (*deep) {
      if (auto done = start_again(); !done) return Unexpected(done.error());
      return false;
    }
  }
  const std::int64_t before = database_.all_changes();
  if (auto merged = merge_words_.run({first ? -kMergePages : kMergePages}); !merged) {
    return Unexpected(merged.error());
  }
  // FTS5 documents that fewer than two changes mean that nothing was left to merge.
  if (first || database_.all_changes() - before >= 2) return true;
  if (auto put = put_erased_.run({std::int64_t{0}}); !put) return Unexpected(put.error());
  return false;
}

// ---- searching ------------------------------------------------------------------------------------------

struct SearchIndex::Found {
  std::int64_t id = 0;
  std::int64_t seq = 0;
  TimeMs created_at = 0;
  std::string session;
};

Result<std::vector<SearchHit>> SearchIndex::find(const SearchQuery& query) {
  std::vector<SearchHit> hits;
  const std::string words = query_of(search_words(query.text));
  if (words.empty() || query.limit == 0) return hits;
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  const auto limit = static_cast<std::int64_t>(std::min(query.limit, static_cast<std::size_t>(kMaxMessages)));
  const auto places_found = places(query, words, std::max(limit, kConsidered));
  if (!places_found) return Unexpected(places_found.error());
  auto found = in_order(*places_found);
  if (!found) return Unexpected(found.error());
  for (Found& each : *found) {
    if (hits.size() == query.limit) break;
    Result<SearchHit> read = hit(each);
    if (!read) return Unexpected(read.error());
    hits.push_back(std::move(*read));
  }
  if (auto done = moment->commit(); !done) return Unexpected(done.error());
  return hits;
}

Result<std::vector<std::int64_t>> SearchIndex::places(const SearchQuery& query, const std::string& words,
                                                      std::int64_t limit) {
  std::vector<std::int64_t> all;
  const auto add_from = [&](std::int64_t first, std::int64_t last) {
    const std::int64_t left = limit - static_cast<std::int64_t>(all.size());
    return find_words_.query({words, first, last, left}).each([&](Rows& row) { all.push_back(row.number(0)); });
  };
  if (query.user.empty()) {
    auto added = add_from(0, std::numeric_limits<std::int64_t>::max());
    if (!added) return Unexpected(added.error());
    return all;
  }
  auto searched = labelled_.query({user_label(query.user)}).each([&](Rows& row) {
    return add_from(place_of(row.number(0), 0), place_of(row.number(0), kMaxMessages - 1));
  });
  if (!searched) return Unexpected(searched.error());
  return all;
}

// Sorts by session, the one created last first, and within a session the latest message first.
Result<std::vector<SearchIndex::Found>> SearchIndex::in_order(const std::vector<std::int64_t>& places) {
  std::vector<Found> all;
  for (const std::int64_t place : places) {
    Found found{place / kMaxMessages, place % kMaxMessages, 0, {}};
    if (!all.empty() && all.back().id == found.id) {
      found.created_at = all.back().created_at;
      found.session = all.back().session;
    } else {
      Rows rows = find_begin_.query({found.id});
      const Result<bool> row = rows.next();
      if (!row) return Unexpected(row.error());
      if (!*row)
        return database_.failure(ErrorCode::kStoreCorrupt, "search index: an entry refers to a missing session");
      found.created_at = rows.number(0);
      found.session = rows.text(1);
    }
    all.push_back(std::move(found));
  }
  std::sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    return std::tie(b.created_at, a.session, b.seq) < std::tie(a.created_at, b.session, a.seq);
  });
  return all;
}

Result<SearchHit> SearchIndex::hit(Found& found) {
  std::optional<Message> message;
  auto read = turns_.each_message(found.id, found.seq, found.seq, [&](const Message& each) -> Result<bool> {
    message = each;
    return false;
  });
  if (!read) return Unexpected(read.error());
  if (!message)
    return database_.failure(ErrorCode::kStoreCorrupt, "search index: an entry refers to a missing message");
  return SearchHit{std::move(found.session), std::move(*message)};
}

}  // namespace parley::memory
