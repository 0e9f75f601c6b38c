// Inspects the settled sessions of a SQLite file, and what the file holds about them.
#pragma once

#include "memory/sqlite/word_block.h"
#include "tests/memory/raw_sqlite.h"

namespace parley::test {

inline std::int64_t settled(const RawSqlite& raw) {
  return raw.number("SELECT count(*) FROM session WHERE hour >= 1 << 62");
}

// Compares each total with the rows of the settled sessions.
inline void require_exact_totals(const RawSqlite& raw) {
  CHECK(raw.text("WITH settled AS (SELECT archived, turns, messages, expires_ms FROM session WHERE hour >= 1 << 62), "
                 "expected (key, number) AS ("
                 " SELECT -1, count(*) FROM settled UNION ALL SELECT -2, sum(archived) FROM settled"
                 " UNION ALL SELECT -3, sum(turns) FROM settled UNION ALL SELECT -4, sum(messages) FROM settled"
                 " UNION ALL SELECT expires_ms, count(*) FROM settled WHERE expires_ms > 0 GROUP BY expires_ms)"
                 "SELECT group_concat(key || ': ' || number) FROM ("
                 " SELECT key, number FROM ("
                 "SELECT key, number FROM expected WHERE number != 0 EXCEPT SELECT key, number FROM total)"
                 " UNION ALL"
                 " SELECT key, number FROM ("
                 "SELECT key, number FROM total WHERE number != 0 EXCEPT SELECT key, number FROM expected))") == "");
  CHECK(raw.number("SELECT count(*) FROM session WHERE hour >= 1 << 62 AND hour - (1 << 62) != updated_ms") == 0);
}

// The number of rows of the word index that hold the word.
inline int rows_with_word(const RawSqlite& raw, const std::string& word) {
  const std::uint32_t hash = memory::word_hash(word);
  int rows = 0;
  const std::int64_t last = raw.number("SELECT coalesce(max(id), 0) FROM word");
  for (std::int64_t id = 0; id <= last; ++id) {
    const std::string hex = raw.text("SELECT hex(body) FROM word WHERE id = " + std::to_string(id));
    std::string bytes;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
      bytes += static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16));
    }
    if (!memory::places_in_part(bytes, hash).empty()) ++rows;
  }
  return rows;
}

}  // namespace parley::test
