// Scrub: overwrites what deleted rows have left behind in a SQLite file.
//
// SQLite overwrites a row where it is deleted (secure_delete). But rows that it moved to another page, to make room or
// to fill one, stay as bytes in the page they came from, between the list of its rows and the rows, and no delete finds
// them there. So this goes through the file below SQLite and overwrites those parts of all pages.
//
// Why nobody else changes the file meanwhile: to write a page to the log one needs the write lock, and with an empty
// log a checkpoint has nothing to write to the file.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "memory/sqlite/database.h"

namespace parley::memory {

class Scrub {
 public:
  explicit Scrub(Database& database) : database_(database) {}

  // The next of the file's pages, some ten milliseconds' worth. False: those were the last. Within a transaction that
  // writes, while the log is empty; and no connection may go on with pages that it has in memory from before.
  Result<bool> step();

 private:
  Database& database_;
  std::int64_t next_page_ = 0;  // from 0
};

// Where a page has an unused part, as offsets from its begin; of equal ones it has none. `usable`: bytes of a page that
// SQLite uses; `header_at`: 100 in the file's first page, otherwise 0.
std::pair<std::size_t, std::size_t> unused_part(std::string_view page, std::size_t usable, std::size_t header_at);

}  // namespace parley::memory
