// Scrub overwrites the remains of deleted rows in a SQLite file.
//
// SQLite overwrites a row at the place where it is deleted (secure_delete). But when SQLite moves rows to another page,
// their bytes stay in the old page, between the page's cell pointers and its cells. A later delete does not reach these
// bytes. Scrub therefore reads the file without SQLite and overwrites this part of all pages.
//
// No other process changes the file meanwhile. Writing a page to the log requires the write lock, and while the log is
// empty, a checkpoint has nothing to copy into the file.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "memory/sqlite/database.h"

namespace parley::memory {

// The statements that record in a database that scrubbing is due. go_on changes the database on each run.
struct ScrubNotes {
  const char* find_due;  // returns a row with a number; a number other than 0 means that scrubbing is due
  const char* note_due;
  const char* go_on;
  const char* done;
};

class Scrub {
 public:
  explicit Scrub(Database& database) : database_(database) {}
  Result<void> prepare(const ScrubNotes& notes);

  // Records in the file that scrubbing is due, because rows are being erased. The record stays until the last step is
  // done.
  Result<void> note_due() { return note_due_.run(); }
  Result<bool> is_due();

  // Performs one complete step: empties the log, drops the cached pages, and runs the step in its own transaction.
  // Starts at page `from` and advances it. Returns whether more steps are needed, which may also be because other
  // processes wrote in between. kStoreUnavailable: another process was reading, so the log could not be emptied.
  // Requires that no transaction and no run of a statement is open, and that no other connection of this process is
  // reading.
  Result<bool> go_on(std::int64_t& from);

 private:
  // Scrubs from page `from` on (0: the first) for about ten milliseconds. Returns the next page, or 0 after the last
  // step. Runs within a writing transaction, while the log is empty, and after this connection has dropped its cached
  // pages. The step itself changes the database, so that all other connections reload their cached pages. The cached
  // pages still hold the old bytes.
  Result<std::int64_t> step(std::int64_t from);
  Result<void> empty_log();
  Result<std::int64_t> overwrite(std::int64_t from);

  Database& database_;
  Statement is_due_, note_due_, go_on_, end_, empty_log_;
};

// Returns the unused part of a page as offsets from its start; equal offsets mean that there is no unused part.
// `usable`: the bytes of a page that SQLite uses. `header_at`: 100 in the file's first page, otherwise 0.
std::pair<std::size_t, std::size_t> unused_part(std::string_view page, std::size_t usable, std::size_t header_at);

}  // namespace parley::memory
