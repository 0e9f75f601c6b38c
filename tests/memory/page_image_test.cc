// Tests that a database is read page by page as SQLite reads it, with and without its log.
#include "memory/sqlite/page_image.h"

#include "memory/sqlite/stored_cells.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using memory::PageImage;
using test::bytes_of;
using test::RawSqlite;
using test::TempFolder;

namespace {

// Writes rows in several transactions, the last of which is not committed, and copies the files as a kill leaves them.
void write_and_copy(const TempFolder& folder, int page_size) {
  const RawSqlite raw(folder.file("live.db"));
  raw.run("PRAGMA page_size = " + std::to_string(page_size) + "; PRAGMA journal_mode = wal; PRAGMA cache_size = 1");
  raw.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID");
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(i);
    raw.run("INSERT INTO t VALUES (" + number + " - 20, " + number + " * 123456789, randomblob(" + number + " * 200))");
    raw.run("INSERT INTO w VALUES ('k" + number + "', zeroblob(" + number + "))");
    if (i == 20) raw.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  raw.run("BEGIN; UPDATE t SET a = 'not committed'");
  for (const char* suffix : {".db", ".db-wal"}) {
    std::filesystem::copy_file(folder.file("live") + suffix, folder.file("copy") + suffix);
  }
  raw.run("ROLLBACK");
}

}  // namespace

TEST_CASE("a committed page of the log replaces the page of the file") {
  for (const int page_size : {512, 4096, 65536}) {
    INFO(page_size);
    const TempFolder folder;
    write_and_copy(folder, page_size);
    const auto image = PageImage::open(folder.file("copy.db"));
    REQUIRE(image);
    REQUIRE(image->page_size() == static_cast<std::size_t>(page_size));
    std::string all;
    for (std::uint32_t page = 1; page <= image->pages(); ++page) all += *image->read(page);
    CHECK_FALSE(image->read(0));
    CHECK_FALSE(image->read(image->pages() + 1));
    RawSqlite(folder.file("copy.db")).run("PRAGMA wal_checkpoint(TRUNCATE)");
    CHECK(all == bytes_of(folder.file("copy.db")));
  }
}

TEST_CASE("the cells of all pages are the rows of all tables, also those that take several pages") {
  for (const int page_size : {512, 4096}) {
    INFO(page_size);
    const TempFolder folder;
    write_and_copy(folder, page_size);
    const auto image = PageImage::open(folder.file("copy.db"));
    REQUIRE(image);
    memory::PageUses uses;
    std::int64_t rows = 0, ids = 0, numbers = 0, bytes = 0, entries = 0;
    for (std::uint32_t page = 1; page <= image->pages(); ++page) {
      const std::string on_page = *image->read(page);
      for (const memory::StoredCell& cell : memory::cells_of(on_page, page == 1)) {
        const auto record = memory::record_of(cell, *image, uses);
        REQUIRE(record);
        CHECK(record->size() == cell.size);
        if (cell.has_rowid && cell.columns.size() == 3) {
          ++rows, ids += cell.rowid;
          numbers += memory::number_in(cell.columns[1], *record);
          bytes += static_cast<std::int64_t>(cell.columns[2].size);
        }
        if (!cell.has_rowid) ++entries;
      }
    }
    const RawSqlite raw(folder.file("copy.db"));
    CHECK(rows == 40);
    CHECK(ids == raw.number("SELECT sum(id) FROM t"));
    CHECK(numbers == raw.number("SELECT sum(a) FROM t"));
    CHECK(bytes == raw.number("SELECT sum(length(b)) FROM t"));
    CHECK(entries == 40);
  }
}

TEST_CASE("a record whose pages lead back to themselves ends soon, and so do records that share their pages") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  RawSqlite(path).run("CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, randomblob(80000))");
  const auto long_cell = [](const std::string& page) { return memory::cells_of(page, false).at(0); };
  const std::string leaf = *PageImage::open(path)->read(2);
  const auto image = PageImage::open(path);
  memory::PageUses uses;
  int records = 0;
  while (memory::record_of(long_cell(leaf), *image, uses) && records < 100) ++records;
  CHECK(records > 0);
  CHECK(records < 10);

  const std::uint32_t first = long_cell(leaf).overflow;
  REQUIRE(first > 2);
  std::string looped = bytes_of(path);
  for (std::size_t i = 0; i < 4; ++i) looped[(first - 1) * 4096 + i] = static_cast<char>(first >> (24 - 8 * i));
  test::write_bytes(path, looped);
  memory::PageUses none;
  CHECK_FALSE(memory::record_of(long_cell(leaf), *PageImage::open(path), none));
}

TEST_CASE("a page that is no page of a b-tree, or contradicts itself, has no cells") {
  for (const char kind : {'\x00', '\x02', '\x05', '\x0a', '\x0d', '\xff'}) {
    for (const char filling : {'\x00', '\x7f', '\xff'}) {
      std::string page(512, filling);
      page[0] = kind;
      CHECK(memory::cells_of(page, false).empty());
    }
  }
}
