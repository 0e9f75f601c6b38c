// Helpers for the tests of encrypted databases: they open stores with keys, read raw bytes, and check refusals.
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/keyring.h"
#include "parley/sessions.h"
#include "tests/conformance/store_conformance.h"
#include "tests/memory/postgres_database.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"
#include "tests/memory/test_master_keys.h"

namespace parley::test {

inline void say_hello(SessionStore& store, const std::string& session) {
  conformance::Conversation conversation(session);
  conformance::PreparedCommit written = conversation.next("hello", "hi");
  written.notes = SessionNotes{"A title", "", {}, {}, 0};
  REQUIRE(store.commit(written.commit()));
}

// The bytes of a database file and of its key file.
struct DatabaseBytes {
  std::string file, keys;
  explicit DatabaseBytes(const std::string& path) : file(bytes_of(path)), keys(bytes_of(path + ".keys")) {}
  friend bool operator==(const DatabaseBytes&, const DatabaseBytes&) = default;
};

template <class T>
void require_refused(const Result<T>& result, ErrorCode code, const std::string& says) {
  REQUIRE_FALSE(result);
  INFO(result.error().message);
  CHECK(result.error().code == code);
  CHECK(result.error().message.find(says) != std::string::npos);
}

}  // namespace parley::test
