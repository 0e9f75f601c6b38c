// A plain SQLite connection that inspects and damages a store's file.
#pragma once

#include <cstdint>
#include <string>

#include <catch2/catch.hpp>
#include <sqlite3.h>

namespace parley::test {

inline constexpr std::size_t kPage = 4096;  // bytes of a page in a store's file

class RawSqlite {
 public:
  explicit RawSqlite(const std::string& path) {
    check(sqlite3_open(path.c_str(), &connection_));
    sqlite3_busy_timeout(connection_, kLongestWaitMs);  // a killed process may still release its locks
  }
  ~RawSqlite() { sqlite3_close(connection_); }
  RawSqlite(const RawSqlite&) = delete;
  RawSqlite& operator=(const RawSqlite&) = delete;

  void run(const std::string& sql) const { check(sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr)); }

  // Returns the first column of the first row of the query.
  std::string text(const std::string& sql) const {
    std::string found;
    const auto take = [](void* out, int, char** columns, char**) {
      if (columns[0]) *static_cast<std::string*>(out) = columns[0];
      return 0;
    };
    check(sqlite3_exec(connection_, sql.c_str(), take, &found, nullptr));
    return found;
  }
  std::int64_t number(const std::string& sql) const { return std::stoll(text(sql)); }

 private:
  void check(int status) const {
    if (status != SQLITE_OK) FAIL(sqlite3_errmsg(connection_));
  }
  static constexpr int kLongestWaitMs = 10'000;
  sqlite3* connection_ = nullptr;
};

}  // namespace parley::test
