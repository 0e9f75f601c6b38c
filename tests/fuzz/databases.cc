// Fuzz target: opens, reads, writes and salvages images of SQLite databases.
#include <filesystem>

#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

namespace fs = std::filesystem;

SqliteOptions quick() {
  SqliteOptions options;
  options.synchronous = SqliteOptions::Synchronous::kNormal;
  return options;
}

void clear_databases() {
  std::error_code ignored;
  fs::remove_all(scratch() + "/db", ignored);
  fs::create_directory(scratch() + "/db", ignored);
}

void talk_in_two_sessions(const std::shared_ptr<SessionStore>& store) {
  EngineOptions options;
  options.sweep_every = {};
  const auto engine = Engine::create(embed_bot(), store, std::move(options));
  if (!engine) return;
  for (const char* session : {"a", "b"}) {
    for (const char* text : {"where is my order", "O-12345", "track"}) {
      (void)(*engine)->handle(Request::text(session, text));
    }
  }
}

void fuzz_databases(std::string_view input) {
  clear_databases();
  const std::string path = scratch() + "/db/x.db";
  write_file(path, input);
  if (const auto store = open_sqlite_store(path, quick())) {
    (void)(*store)->record("a");
    (void)(*store)->search({"order", 3, ""});
    talk_in_two_sessions(*store);
  }
  (void)salvage_sqlite(path, quick());
}

std::vector<std::string> database_seeds() {
  clear_databases();
  const std::string path = scratch() + "/db/seed.db";
  if (const auto store = open_sqlite_store(path, quick())) talk_in_two_sessions(*store);
  const std::string image = repository_file(path);  // an absolute path stays unchanged
  clear_databases();
  return {image};
}

}  // namespace

const Target kDatabases{"databases", fuzz_databases, database_seeds};

}  // namespace parley::fuzz
