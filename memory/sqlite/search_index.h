// SearchIndex finds messages by their words: from the blocks of the word index, and by reading the sessions that are
// not settled.
//
// Words are folded and split by memory/search_words.h. The index has only their hashes (memory/sqlite/word_block.h), so
// each hit is compared with its text. A search sorts only a limited number of matches, from the sessions stored last,
// so that it stays fast. The order of its results is exact if no more than 2,000 messages match (kConsidered).
//
// Invariants
//   1. For a settled session, the index has the stored messages with seq <= `indexed`, and `indexed` is the number of
//      its last message. For other sessions too, the index has the stored messages with seq <= `indexed`.
//   2. The index has no word of an erased session. It may have words of messages that were trimmed.
//   3. If search_words() or word_hash() changes, a migration must empty the index, and unsettle all sessions.
#pragma once

#include <string>
#include <vector>

#include "memory/sqlite/database.h"
#include "memory/sqlite/turn_reading.h"
#include "memory/sqlite/word_block.h"
#include "parley/store.h"

namespace parley::memory {

class WantedWords;

// Thread-compatible, like its database.
class SearchIndex {
 public:
  explicit SearchIndex(Database& database) : database_(database) {}
  Result<void> prepare();

  // ---- writing; requires a transaction

  Result<void> add(const WordBlock& block);
  // Removes sessions. `ids` are sorted.
  Result<void> remove(const std::vector<std::int64_t>& ids);

  // ---- reading

  Result<std::vector<SearchHit>> find(const SearchQuery& query);

 private:
  struct Words;
  struct Candidate {
    std::int64_t id = 0, seq = 0;
    TimeMs created_at = 0;
    std::string session;
  };
  using Places = std::vector<std::int64_t>;
  Result<void> add_from_blocks(const Words& words, Places& places);
  Result<void> add_from_block(const Words& words, std::int64_t block, Places& places);
  Result<void> add_from_unsettled(const Words& words, Places& places);
  Result<std::vector<Candidate>> newest(Places places, std::size_t limit);
  Result<std::optional<SearchHit>> hit(Candidate& found, const WantedWords& wanted);
  Result<std::optional<std::string>> row(std::int64_t id);
  Result<void> remove_from_block(std::int64_t block, const std::string& sessions,
                                 const std::vector<std::uint32_t>& places);
  bool is_about_a_turn(const Error& error) const;

  Database& database_;
  TurnReading turns_{database_};
  Statement last_block_, put_words_, read_words_, read_sessions_, remove_words_;
  Statement labelled_, list_unsettled_, find_begin_;
};

}  // namespace parley::memory
