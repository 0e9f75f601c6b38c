// The numbered SQL files of memory/migrations, embedded in the library. embed.cmake generates them.
// Tested by tests/memory/sqlite_migrations_test.cc.
#pragma once

#include <vector>

namespace parley::memory {

struct ShippedMigration {
  int version;  // 1, 2, 3, ...
  const char* name;
  const char* sql;
};

namespace shipped {
const std::vector<ShippedMigration>& sqlite_migrations();
const std::vector<ShippedMigration>& postgres_migrations();
}  // namespace shipped

}  // namespace parley::memory
