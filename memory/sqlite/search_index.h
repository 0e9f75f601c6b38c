// SearchIndex is an FTS5 index over the words of messages. Searches add new messages to it, so that turns take no time
// for the index.
//
// FTS5 receives words that memory/search_words.h has folded and split. A query consists of such words in quotes, so no
// user input has a meaning in the query language. The rowid of a message is session id * 2^24 + seq. A search sorts
// only a limited number of matches, from the sessions stored last, so that it stays fast. The order of its results is
// exact if no more than 2,000 messages match (kConsidered).
//
// Invariants
//   1. For a session with an id up to `reached`, the index holds the stored messages with seq <= `indexed`. For later
//      sessions it holds no messages.
//   2. A session with an id up to `reached` that has more messages has a row in `unindexed`.
//   3. To remove a message, FTS5 needs exactly the words that were added. If search_words() changes, a migration must
//      therefore empty the index.
#pragma once

#include <string>

#include "memory/sqlite/database.h"
#include "memory/sqlite/turn_reading.h"
#include "parley/store.h"

namespace parley::memory {

// Thread-compatible, like its database. All functions except find() require a writing transaction.
class SearchIndex {
 public:
  explicit SearchIndex(Database& database) : database_(database) {}
  Result<void> prepare();

  // Indexes some of the new messages. Returns false if none remain.
  Result<bool> take_up();
  // Records that a message follows the indexed ones.
  Result<void> has_more(std::int64_t session) { return add_unindexed_.run({session}); }
  // Removes the messages up to number `last` from the index, if it holds messages of this session. Requires that they
  // are stored.
  Result<void> remove(std::int64_t session, std::int64_t last);

  // Removed words stay in the segments of FTS5 until the segments are merged into one. In SQLite up to 3.40, each merge
  // puts the merged segment two levels deeper, and 2,000 levels damage the index. Before the index becomes so deep,
  // parley empties the index, and the next search indexes all messages again.
  Result<void> note_erased() { return put_erased_.run({std::int64_t{1}}); }
  Result<void> after_erasing() { return lower_reached_.run(); }
  Result<bool> has_erased();
  // Runs one step of the merge. Returns false after the last step.
  Result<bool> purge(bool first);

  Result<std::vector<SearchHit>> find(const SearchQuery& query);

 private:
  struct Next {
    std::int64_t session = 0;  // 0: no session
    std::int64_t indexed = 0;
  };
  Result<Next> next();
  Result<std::int64_t> index(const Next& session, std::int64_t at_most);
  Result<std::vector<std::int64_t>> places(const SearchQuery& query, const std::string& words, std::int64_t limit);
  bool is_about_a_turn(const Error& error) const;
  Result<bool> is_deep();
  Result<void> start_again();
  struct Found;
  Result<std::vector<Found>> in_order(const std::vector<std::int64_t>& places);
  Result<SearchHit> hit(Found& found);

  Database& database_;
  TurnReading turns_{database_};
  Statement add_unindexed_, remove_unindexed_, next_unindexed_, next_new_, is_reached_;
  Statement put_indexed_, put_reached_, lower_reached_, find_erased_, put_erased_;
  Statement remove_all_words_, remove_all_unindexed_, reach_none_;
  Statement add_words_, remove_words_, merge_words_, is_deep_, find_words_, labelled_, find_begin_;
};

}  // namespace parley::memory
