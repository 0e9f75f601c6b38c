// A PostgreSQL database for one test, created on the server that PARLEY_TEST_POSTGRES names and dropped at the end.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "memory/postgres/connection.h"
#include "parley/stores.h"
#include "tests/memory/temp_folder.h"
#include "tests/support/skipped_tests.h"

namespace parley::test {

inline std::string with_setting(const std::string& uri, const std::string& setting) {
  return uri + (uri.find('?') == std::string::npos ? "?" : "&") + setting;
}

// A separate connection that inspects, damages or locks a store's rows.
class RawPostgres {
 public:
  explicit RawPostgres(const std::string& uri) {
    auto opened = memory::postgres::Connection::open(uri, std::chrono::minutes(1));
    if (!opened) FAIL(opened.error().message);
    connection_ = std::make_unique<memory::postgres::Connection>(std::move(*opened));
  }

  void run(const std::string& sql) const {
    if (auto done = connection_->run_script(sql); !done) FAIL(done.error().message);
  }

  // Returns the first column of the first row of the query.
  std::int64_t number(const std::string& sql) const { return query(sql).number(0, 0); }
  std::string text(const std::string& sql) const { return std::string(query(sql).text(0, 0)); }

  // Closes the other connections to this database and returns their number.
  std::int64_t end_others() const {
    return number(
        "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()");
  }
  // Returns the folder of the server's socket.
  std::string socket_folder() const {
    return text("SELECT setting FROM pg_settings WHERE name = 'unix_socket_directories'");
  }

 private:
  memory::postgres::Rows query(const std::string& sql) const {
    const memory::postgres::Statement statement = {"", sql.c_str()};
    const memory::postgres::Call call = {&statement, {}};
    auto rows = connection_->run({&call});
    if (!rows) FAIL(rows.error().message);
    REQUIRE(rows->front().count() > 0);
    return std::move(rows->front());
  }

  std::unique_ptr<memory::postgres::Connection> connection_;
};

// A PostgreSQL server in its own folder, which a test may stop.
class OwnServer {
 public:
  OwnServer() {
    // The server may run as another user than this test, so other users must be able to enter the folder.
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0711));
    run("start");
  }
  ~OwnServer() { (void)call("stop"); }
  OwnServer(const OwnServer&) = delete;
  OwnServer& operator=(const OwnServer&) = delete;

  std::string uri() const { return "postgresql:///parley?user=parley&host=" + folder_.path().string() + "/server"; }
  // `command` is start, restart or halt, as in scripts/dev-postgres.
  void run(const std::string& what) const { REQUIRE(call(what) == 0); }

 private:
  int call(const std::string& what) const {
    return std::system(("PARLEY_POSTGRES_SYNC=off PARLEY_POSTGRES_DIR=" + folder_.path().string() +
                        "/server " PARLEY_SOURCE_DIR "/scripts/dev-postgres " + what + " >/dev/null")
                           .c_str());
  }

  const TempFolder folder_;
};

class PostgresDatabase {
 public:
  explicit PostgresDatabase(std::string server = std::getenv("PARLEY_TEST_POSTGRES")) : server_(std::move(server)) {
    static int made = 0;
    name_ = "parley_test_" + std::to_string(::getpid()) + "_" + std::to_string(++made);
    const RawPostgres raw(server_);
    raw.run("CREATE DATABASE " + name_);
    // No test simulates a power failure, so commits need not reach the disk.
    raw.run("ALTER DATABASE " + name_ + " SET synchronous_commit = off");
  }
  ~PostgresDatabase() { RawPostgres(server_).run("DROP DATABASE " + name_ + " WITH (FORCE)"); }
  PostgresDatabase(const PostgresDatabase&) = delete;
  PostgresDatabase& operator=(const PostgresDatabase&) = delete;

  static std::string on_server(const std::string& setting) {
    return with_setting(std::getenv("PARLEY_TEST_POSTGRES"), setting);
  }

  std::string uri() const { return with_setting(server_, "dbname=" + name_); }
  const std::string& name() const { return name_; }

  // Opens a store whose connection string has `setting` appended, for example "host=/another/folder".
  std::shared_ptr<SessionStore> open(PostgresOptions options = {}, const std::string& setting = {}) const {
    auto store = open_postgres_store(setting.empty() ? uri() : with_setting(uri(), setting), options);
    if (!store) FAIL(store.error().to_string());
    return *store;
  }

 private:
  std::string server_, name_;
};

}  // namespace parley::test
