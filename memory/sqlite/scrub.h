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
  Result<void> prepare();

  // Rows are being erased: it is noted in the file that it is to be scrubbed, until the last step is done.
  Result<void> note_due() { return note_due_.run(); }
  Result<bool> is_due();

  // One step, from page `from` on (0: the first) for some ten milliseconds' worth; answers with where the next goes on,
  // or 0: that was the last. Within a transaction that writes, while the log is empty, and after this connection has
  // forgotten its pages. The step itself changes something, so that all other connections read theirs anew: those they
  // have in memory are not overwritten.
  Result<std::int64_t> step(std::int64_t from);

 private:
  Result<std::int64_t> overwrite(std::int64_t from);

  Database& database_;
  Statement is_due_, note_due_, go_on_, end_;
};

// Where a page has an unused part, as offsets from its begin; of equal ones it has none. `usable`: bytes of a page that
// SQLite uses; `header_at`: 100 in the file's first page, otherwise 0.
std::pair<std::size_t, std::size_t> unused_part(std::string_view page, std::size_t usable, std::size_t header_at);

}  // namespace parley::memory
