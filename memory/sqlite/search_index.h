// The search index: FTS5 over the words of messages, filled when somebody searches and not when somebody talks.
//
// The idea: FTS5 gets words that memory/search_words.h has folded and split, and a query is such words, quoted: nothing
// that a user typed is syntax. A message is at session id * 2^24 + seq. A search considers so many of the messages that
// were found, those of the sessions stored last, and puts them in order: so it is exact unless it finds thousands, and
// then it is quick.
//
// Invariants
//   1. Of a session with an id up to `reached` those messages are indexed that are stored and have seq <= `indexed`; of
//      one over it none.
//   2. A session up to `reached` that has others has a row in `unindexed`.
//   3. What is taken out is taken out with the words it was put in with. So if search_words() changes, a migration
//      has to empty the index.
#pragma once

#include <string>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

constexpr std::int64_t kMaxMessages = std::int64_t{1} << 24;  // of a session

// Thread-compatible, as its database is. All but find() within a transaction that writes.
class SearchIndex {
 public:
  explicit SearchIndex(Database& database) : database_(database) {}
  Result<void> prepare();

  // Takes up some of what is new. False: that was all.
  Result<bool> take_up();
  // A message follows those that are indexed.
  Result<void> has_more(std::int64_t session) { return add_unindexed_.run({session}); }
  // Takes out what `rows` (seq, text) holds.
  Result<void> take_out(std::int64_t session, Rows rows);
  Result<void> take_out(std::int64_t session, std::int64_t indexed);

  // What has been taken out stays in the segments of FTS5 until they are merged into one. In SQLite up to 3.40 each
  // time puts that one two levels deeper, and 2,000 levels damage the index: before that all is taken out, and the next
  // search takes it up again.
  Result<void> note_erased() { return put_erased_.run({std::int64_t{1}}); }
  Result<void> after_erasing() { return lower_reached_.run(); }
  Result<bool> has_erased();
  // One step of that. False: that was the last.
  Result<bool> purge(bool first);

  Result<std::vector<SearchHit>> find(const SearchQuery& query);

 private:
  struct Next {
    std::int64_t session = 0;  // 0: none
    std::int64_t indexed = 0;
  };
  Result<Next> next();
  Result<std::int64_t> index(const Next& session, std::int64_t at_most);
  Result<std::vector<std::int64_t>> places(const SearchQuery& query, const std::string& words, std::int64_t limit);
  Result<bool> is_deep();
  Result<void> start_again();
  struct Found;
  Result<std::vector<Found>> in_order(const std::vector<std::int64_t>& places);
  Result<SearchHit> hit(Found& found);

  Database& database_;
  Statement add_unindexed_, remove_unindexed_, next_unindexed_, next_new_, read_unindexed_, read_indexed_;
  Statement put_indexed_, put_reached_, lower_reached_, find_erased_, put_erased_;
  Statement remove_all_words_, remove_all_unindexed_, reach_none_;
  Statement add_words_, remove_words_, merge_words_, is_deep_, find_words_, labelled_, find_begin_, read_message_;
};

}  // namespace parley::memory
