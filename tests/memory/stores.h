// The stores there are, for what must work with each and between any two.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/stores.h"
#include "tests/memory/files.h"
#include "tests/memory/postgres_database.h"

namespace parley::test {

// Their files and databases go when this does.
class Stores {
 public:
  struct Kind {
    const char* name;
    std::function<std::shared_ptr<SessionStore>()> make;  // an empty one
  };

  std::vector<Kind> kinds() {
    std::vector<Kind> all = {{"memory", [] { return memory_store(); }}, {"sqlite", [this] { return sqlite(); }}};
    if (has_postgres()) all.push_back({"postgres", [this] { return postgres(); }});
    return all;
  }

 private:
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
