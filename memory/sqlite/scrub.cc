// Tested by tests/memory/sqlite_scrub_test.cc.
#include "memory/sqlite/scrub.h"

#include <algorithm>
#include <string>

#include "memory/sqlite/file_format.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kScrubPages = 4096;

std::size_t two_byte_number_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::size_t>(big_endian(bytes, at, 2));
}

}  // namespace

std::pair<std::size_t, std::size_t> unused_part(std::string_view page, std::size_t usable, std::size_t header_at) {
  const auto kind = static_cast<unsigned char>(page[header_at]);
  const bool is_inner = kind == kInnerIndexPage || kind == kInnerTablePage;
  const bool is_leaf = kind == kIndexPage || kind == kTablePage;
  if (!is_inner && !is_leaf) return {0, 0};
  const std::size_t rows = two_byte_number_at(page, header_at + 3);
  const std::size_t content = two_byte_number_at(page, header_at + 5);
  const std::size_t begin = header_at + (is_inner ? 12 : 8) + 2 * rows;
  const std::size_t end = content == 0 ? 65536 : content;
  if (begin > end || end > usable) return {0, 0};
  return {begin, end};
}

Result<void> Scrub::prepare(const ScrubNotes& notes) {
  return database_.prepare({{is_due_, notes.find_due},
                            {note_due_, notes.note_due},
                            {go_on_, notes.go_on},
                            {end_, notes.done},
                            {empty_log_, sql::kEmptyLog}});
}

Result<bool> Scrub::is_due() {
  Rows rows = is_due_.query();
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row && rows.number(0) != 0;
}

Result<bool> Scrub::go_on(std::int64_t& from) {
  if (auto emptied = empty_log(); !emptied) return Unexpected(emptied.error());
  database_.forget_pages();
  auto transaction = Transaction::begin(database_);
  if (!transaction) return Unexpected(transaction.error());
  if (database_.log_size() != 0) return true;  // another process has written since: repeat the step
  const auto next = step(from);
  if (!next) return Unexpected(next.error());
  if (auto committed = transaction->commit(); !committed) return Unexpected(committed.error());
  from = *next;
  return from != 0;
}

// Empties the log, because it still holds earlier versions of the pages.
Result<void> Scrub::empty_log() {
  Rows rows = empty_log_.query();
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (*row && rows.number(0) != 0) {
    return database_.failure(ErrorCode::kStoreUnavailable,
                             "the data was erased, but another process is reading: it stays in the "
                             "write-ahead log until the next erasure");
  }
  return {};
}

Result<std::int64_t> Scrub::step(std::int64_t from) {
  auto next = overwrite(from);
  if (!next) return next;
  if (auto noted = (*next != 0 ? go_on_ : end_).run(); !noted) return Unexpected(noted.error());
  return next;
}

Result<std::int64_t> Scrub::overwrite(std::int64_t from) {
  auto header = database_.read_file(0, kFileHeader);
  if (!header) return Unexpected(header.error());
  const std::size_t page_size = page_size_at(*header);
  const std::size_t usable = page_size - static_cast<unsigned char>((*header)[kReservedAt]);
  const std::int64_t pages = database_.file_size() / static_cast<std::int64_t>(page_size);
  const std::int64_t count = std::min(kScrubPages, pages - from);
  if (count <= 0 || pages >= kTooManyPages) return 0;

  const std::int64_t offset = from * static_cast<std::int64_t>(page_size);
  const auto bytes = database_.read_file(offset, static_cast<std::size_t>(count) * page_size);
  if (!bytes) return Unexpected(bytes.error());
  for (std::size_t at = 0; at < bytes->size(); at += page_size) {
    const bool is_first = from == 0 && at == 0;
    const std::string_view page = std::string_view(*bytes).substr(at, page_size);
    const auto [begin, end] = unused_part(page, usable, is_first ? kFileHeader : 0);
    const std::string_view unused = page.substr(begin, end - begin);
    if (unused.find_first_not_of('\0') == std::string_view::npos) continue;
    auto written =
        database_.write_file(offset + static_cast<std::int64_t>(at + begin), std::string(unused.size(), '\0'));
    if (!written) return Unexpected(written.error());
  }
  if (from + count < pages) return from + count;
  if (auto synced = database_.sync_file(); !synced) return Unexpected(synced.error());
  return 0;
}

}  // namespace parley::memory
