// Stores for the torture tests: a SQLite file in its own folder and, if PARLEY_TEST_POSTGRES names a server
// (scripts/dev-postgres), a database on it. In CI (CI=true) a server is required. The test creates the store before it
// forks processes, and each process opens the store itself.
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <poll.h>
#include <unistd.h>

#include "parley/parley.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"
#include "tests/support/skipped_tests.h"
#include "tests/torture/raw_postgres.h"

namespace parley::torture {

class StoreUnderTest {
 public:
  virtual ~StoreUnderTest() = default;
  StoreUnderTest(const StoreUnderTest&) = delete;
  StoreUnderTest& operator=(const StoreUnderTest&) = delete;

  virtual std::string name() const = 0;
  virtual Result<std::shared_ptr<SessionStore>> open() const = 0;
  virtual std::string damage() const = 0;  // describes damage to the store's files; empty if there is none
  virtual void settle() const {}  // after all clients have ended, waits until the server has finished their work

  // A SQLite store in a folder that is removed with this object.
  std::string file(const std::string& name) const { return folder_.file(name); }
  const std::filesystem::path& folder() const { return folder_.path(); }

 protected:
  StoreUnderTest() = default;

 private:
  test::TempFolder folder_;
};

class SqliteUnderTest final : public StoreUnderTest {
 public:
  explicit SqliteUnderTest(SqliteOptions options = {}) : options_(std::move(options)) {}
  std::string name() const override { return "sqlite"; }
  std::string path() const { return file("sessions.db"); }
  Result<std::shared_ptr<SessionStore>> open() const override { return open_sqlite_store(path(), options_); }
  std::string damage() const override {
    const test::RawSqlite raw(path());
    const std::string integrity = raw.text("PRAGMA integrity_check");
    if (integrity != "ok") return integrity;
    return raw.text("PRAGMA foreign_key_check");
  }

 private:
  SqliteOptions options_;
};

class PostgresUnderTest final : public StoreUnderTest {
 public:
  explicit PostgresUnderTest(const std::string& server) : server_(server), database_(new_name()) {
    RawPostgres(server_).run("CREATE DATABASE " + database_ + " TEMPLATE template0");
  }
  ~PostgresUnderTest() override { RawPostgres(server_).run("DROP DATABASE " + database_ + " WITH (FORCE)"); }
  std::string name() const override { return "postgres"; }
  Result<std::shared_ptr<SessionStore>> open() const override {
    const char joint = server_.find('?') == std::string::npos ? '?' : '&';
    return open_postgres_store(server_ + joint + "dbname=" + database_);
  }
  std::string damage() const override { return {}; }
  // Even after its client has ended, a server finishes a statement that it has started.
  void settle() const override {
    const RawPostgres raw(server_);
    while (raw.run("SELECT count(*) FROM pg_stat_activity WHERE datname = '" + database_ + "'") != "0") {
      ::poll(nullptr, 0, 1);
    }
  }

 private:
  static std::string new_name() {
    static std::atomic<int> made{0};
    return "torture_" + std::to_string(::getpid()) + "_" + std::to_string(++made);
  }
  std::string server_, database_;
};

enum class Backend { kSqlite, kPostgres };

// Returns the backends that this run covers (tests/support/skipped_tests.h).
inline std::vector<Backend> backends() {
  std::vector<Backend> all;
  if (test::tests_local_stores()) all.push_back(Backend::kSqlite);
  if (test::tests_postgres()) all.push_back(Backend::kPostgres);
  return all;
}

inline std::unique_ptr<StoreUnderTest> make_store_under_test(Backend backend) {
  if (backend == Backend::kSqlite) return std::make_unique<SqliteUnderTest>();
  return std::make_unique<PostgresUnderTest>(std::getenv("PARLEY_TEST_POSTGRES"));
}

inline std::shared_ptr<SessionStore> open(const StoreUnderTest& target) {
  auto store = target.open();
  if (!store) FAIL(store.error().to_string());
  return *store;
}

}  // namespace parley::torture
