// Fuzz target: opens one encrypted database with any file of session keys ("<path>.keys"). It must never open as an
// unencrypted database, and with the right key file it must have every session.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

namespace fs = std::filesystem;

const char* const kSessions[] = {"a", "b"};
constexpr TimeMs kNow = 1'767'225'600'000;
constexpr std::size_t kMessagesEach = 4;  // of each session

std::string place() { return scratch() + "/sealed"; }
std::string database() { return place() + "/x.db"; }

SqliteOptions options(bool with_master_keys = true) {
  SqliteOptions made;
  made.synchronous = SqliteOptions::Synchronous::kNormal;
  if (!with_master_keys) return made;
  Encryption encryption;
  encryption.current = "k1";
  encryption.master_key = [](const std::string&) { return Result<std::string>(std::string(32, 'k')); };
  made.encryption = std::make_shared<const Encryption>(std::move(encryption));
  return made;
}

void talk(const std::shared_ptr<SessionStore>& store, const char* session) {
  EngineOptions with;
  with.sweep_every = {};
  const auto engine = Engine::create(embed_bot(), store, std::move(with));
  if (!engine) return;
  for (const char* text : {"where is my order", "what is that"}) {
    Request request = Request::text(session, text);
    request.now = kNow;
    (void)(*engine)->handle(request);
  }
}

void clear_sealed() {
  std::error_code ignored;
  fs::remove_all(place(), ignored);
  fs::create_directories(place(), ignored);
}

// An encrypted database and its keys.
struct Images {
  std::string sessions, keys;
};
const Images& images() {
  static const Images made = [] {
    clear_sealed();
    if (const auto store = open_sqlite_store(database(), options())) {
      for (const char* session : kSessions) talk(*store, session);
    }
    return Images{repository_file(database()), repository_file(database() + ".keys")};  // absolute paths
  }();
  return made;
}

void require(bool good, const char* broken) {
  if (good) return;
  std::fprintf(stderr, "sealed: %s\n", broken);
  std::abort();
}

void require_encrypted() {
  require(!open_sqlite_store(database(), options(/*with_master_keys=*/false)), "the database was opened without keys");
}

void require_all_sessions() {
  const auto store = open_sqlite_store(database(), options());
  require(store.has_value(), "the database cannot be opened with its true keys");
  for (const char* session : kSessions) {
    const auto messages = (*store)->messages(session, 100);
    require(messages && messages->size() >= kMessagesEach, "a session was erased");
  }
}

// Makes every reading call, and a turn in a new session.
void use(const std::shared_ptr<SessionStore>& store) {
  for (const char* session : kSessions) {
    (void)store->load(session);
    (void)store->messages(session, 10);
    (void)store->summary(session);
    (void)store->record(session);
    (void)store->expired(session);
  }
  (void)store->list({});
  (void)store->search({"order", 3, ""});
  (void)export_sessions(*store, {}, [](std::string_view) { return true; });
  talk(store, "c");
}

void fuzz_sealed(std::string_view input) {
  const Images& good = images();
  clear_sealed();
  write_file(database(), good.sessions);
  write_file(database() + ".keys", input);
  require_encrypted();
  if (const auto store = open_sqlite_store(database(), options())) use(*store);
  require_encrypted();
  for (const char* end : {".keys", ".keys-wal", ".keys-shm", ".keys-journal"}) {
    std::error_code ignored;
    fs::remove(database() + end, ignored);
  }
  write_file(database() + ".keys", good.keys);
  require_all_sessions();
}

std::vector<std::string> sealed_seeds() {
  const Images& good = images();
  require(!good.sessions.empty() && !good.keys.empty(), "the database of the seeds could not be made");
  return {good.keys, std::string(), good.keys.substr(0, good.keys.size() / 2), good.sessions};
}

}  // namespace

const Target kSealed{"sealed", fuzz_sealed, sealed_seeds};

}  // namespace parley::fuzz
