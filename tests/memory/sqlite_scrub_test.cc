// Tests that an erase overwrites the copies that SQLite leaves when it moves rows.
#include <catch2/catch.hpp>

#include "memory/sqlite/scrub.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using test::bytes_of;
using test::kPage;
using test::TempFolder;

namespace {

// Returns the bytes in the unused parts of all pages that are not 0.
std::string left_after(const std::string& path) {
  const std::string file = bytes_of(path);
  REQUIRE(file.size() % kPage == 0);
  std::string left;
  for (std::size_t at = 0; at < file.size(); at += kPage) {
    const std::string page = file.substr(at, kPage);
    const auto [begin, end] = memory::unused_part(page, kPage, at == 0 ? 100 : 0);
    for (std::size_t i = begin; i < end; ++i) {
      if (page[i] != '\0') left += page[i];
    }
  }
  return left;
}

}  // namespace

TEST_CASE("an erase overwrites the copies of moved rows") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  auto store = open_sqlite_store(path);
  REQUIRE(store);
  // The turns of the sessions are interleaved, so SQLite moves rows to insert messages between the messages of other
  // sessions.
  std::vector<Conversation> talks;
  for (int i = 0; i < 120; ++i) talks.emplace_back("s" + std::to_string(i));
  for (int turn = 0; turn < 4; ++turn) {
    for (Conversation& conversation : talks) {
      const std::string secret = "the secret of " + conversation.state().session;
      REQUIRE((*store)->commit(conversation.next(secret, std::string(100 * (1 + turn % 2), 'b') + secret).commit()));
    }
  }
  test::RawSqlite(path).run("PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK(left_after(path).find("secret") != std::string::npos);

  std::vector<Erasure> all;
  for (int i = 1; i < 120; ++i) all.push_back({"s" + std::to_string(i)});
  CHECK(*(*store)->erase(all) == 119);
  CHECK(left_after(path).empty());
  CHECK(bytes_of(path).find("secret of s1") == std::string::npos);

  // The database is still valid, even for a connection that was open during the erase.
  REQUIRE((*store)->commit(talks[0].next("and on", "it goes").commit()));
  CHECK((*store)->messages("s0", 100)->size() == 10);
  CHECK(test::RawSqlite(path).text("PRAGMA integrity_check") == "ok");
  CHECK(test::RawSqlite(path).number("SELECT erased FROM erasure") == 0);
}

TEST_CASE("only pages that hold rows have an unused part") {
  struct Case {
    const char* what;
    std::string header;
    std::pair<std::size_t, std::size_t> expected;
  };
  for (const Case& c : {
           Case{"a leaf of a table with 3 rows", std::string("\x0d\0\0\0\x03\x0f\x00\0", 8), {14, 3840}},
           Case{"a leaf of an index", std::string("\x0a\0\0\0\x00\x10\x00\0", 8), {8, 4096}},
           Case{"an inner page of a table", std::string("\x05\0\0\0\x02\x01\x00\0\0\0\0\x09", 12), {16, 256}},
           Case{"an inner page of an index", std::string("\x02\0\0\0\x02\x01\x00\0\0\0\0\x09", 12), {16, 256}},
           Case{"an overflow page", std::string("\0\0\0\x09more", 8), {0, 0}},
           Case{"a damaged one", std::string("\x0d\0\0\xff\xff\x0f\x00\0", 8), {0, 0}},
           Case{"one that ends after the page", std::string("\x0d\0\0\0\x03\x00\x00\0", 8), {0, 0}},
       }) {
    INFO(c.what);
    std::string page = c.header;
    page.resize(kPage, 'x');
    CHECK(memory::unused_part(page, kPage, 0) == c.expected);
  }
}
