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

// How it is noted in a database that it is to be scrubbed; go_on changes something each time.
struct ScrubNotes {
  const char* find_due;  // a row with a number other than 0: it is
  const char* note_due;
  const char* go_on;
  const char* done;
};

class Scrub {
 public:
  explicit Scrub(Database& database) : database_(database) {}
  Result<void> prepare(const ScrubNotes& notes);

  // Rows are being erased: it is noted in the file that it is to be scrubbed, until the last step is done.
  Result<void> note_due() { return note_due_.run(); }
  Result<bool> is_due();

  // All there is to one step: empties the log, forgets the pages, and takes the step in a transaction of its own; from
  // page `from` on, which it moves. Answers whether there is more to do, also where others wrote in between.
  // kStoreUnavailable: another process was reading, and the log could not be emptied. Outside of transactions and runs
  // of statements, while no other connection of this process reads.
  Result<bool> go_on(std::int64_t& from);

 private:
  // One step, from page `from` on (0: the first) for some ten milliseconds' worth; answers with where the next goes on,
  // or 0: that was the last. Within a transaction that writes, while the log is empty, and after this connection has
  // forgotten its pages. The step itself changes something, so that all other connections read theirs anew: those they
  // have in memory are not overwritten.
  Result<std::int64_t> step(std::int64_t from);
  Result<void> empty_log();
  Result<std::int64_t> overwrite(std::int64_t from);

  Database& database_;
  Statement is_due_, note_due_, go_on_, end_, empty_log_;
};

// Where a page has an unused part, as offsets from its begin; of equal ones it has none. `usable`: bytes of a page that
// SQLite uses; `header_at`: 100 in the file's first page, otherwise 0.
std::pair<std::size_t, std::size_t> unused_part(std::string_view page, std::size_t usable, std::size_t header_at);

}  // namespace parley::memory
