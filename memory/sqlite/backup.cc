// Tested by tests/memory/sqlite_backup_test.cc.
#include "memory/sqlite/backup.h"

#include "memory/sqlite/database.h"
#include "memory/sqlite/files.h"
#include "parley/stores.h"

namespace parley::memory {
namespace {

Result<void> copy_into(const std::string& path, const std::string& copy) {
  const auto database = Database::open(path, Database::Missing::kFail, SqliteOptions().busy_timeout);
  if (!database) return Unexpected(database.error());
  auto vacuum = database->prepare("VACUUM INTO ?1");
  if (!vacuum) return Unexpected(vacuum.error());
  if (auto done = vacuum->run({copy}); !done) return done;
  return sync_file(copy);
}

}  // namespace

Result<std::string> backup_database(const std::string& path, const std::string& copy) {
  auto created = create_file(copy);
  if (!created) return created;
  if (auto copied = copy_into(path, *created); !copied) {
    remove_database(*created);
    return Unexpected(copied.error());
  }
  return created;
}

}  // namespace parley::memory
