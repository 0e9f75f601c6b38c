// The kinds of stores, for tests that run over each kind or over pairs of kinds.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/stores.h"
#include "tests/memory/postgres_database.h"
#include "tests/memory/temp_folder.h"

namespace parley::test {

// Removes the stores' files and databases on destruction.
class StoresUnderTest {
 public:
  struct Kind {
    const char* name;
    std::function<std::shared_ptr<SessionStore>()> make;  // returns an empty store
  };

  // Returns the kinds that this run covers (tests/support/skipped_tests.h).
  std::vector<Kind> kinds() {
    std::vector<Kind> all;
    if (tests_local_stores()) all = local();
    if (tests_postgres()) all.push_back(on_server());
    return all;
  }
  // Returns pairs (from, to) of kinds; this run covers at least one kind of each pair.
  std::vector<std::pair<Kind, Kind>> pairs() {
    std::vector<std::pair<Kind, Kind>> all;
    if (tests_local_stores()) {
      for (const Kind& from : local()) {
        for (const Kind& to : local()) all.emplace_back(from, to);
      }
    }
    if (tests_postgres()) {
      all.emplace_back(on_server(), on_server());
      for (const Kind& other : local()) {
        all.emplace_back(other, on_server());
        all.emplace_back(on_server(), other);
      }
    }
    return all;
  }

 private:
  std::vector<Kind> local() {
    return {{"memory", [] { return create_memory_store(); }}, {"sqlite", [this] { return sqlite(); }}};
  }
  Kind on_server() {
    return {"postgres", [this] { return postgres(); }};
  }

  std::shared_ptr<SessionStore> sqlite() {
    SqliteOptions options;
    options.synchronous = SqliteOptions::Synchronous::kNormal;
    auto store = open_sqlite_store(folder_.file("store" + std::to_string(++made_) + ".db"), options);
    if (!store) FAIL(store.error().to_string());
    return *store;
  }

  std::shared_ptr<SessionStore> postgres() {
    databases_.push_back(std::make_unique<PostgresDatabase>());
    return databases_.back()->open();
  }

  TempFolder folder_;
  std::vector<std::unique_ptr<PostgresDatabase>> databases_;
  int made_ = 0;
};

}  // namespace parley::test
