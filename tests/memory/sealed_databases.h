// Encrypted SQLite databases for tests, and what is expected of those that are refused.
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/keyring.h"
#include "parley/sessions.h"
#include "tests/conformance/store_conformance.h"
#include "tests/memory/files.h"
#include "tests/memory/master_keys.h"

namespace parley::test {

inline void say_hello(SessionStore& store, const std::string& session) {
  conformance::Conversation talk(session);
  conformance::Written written = talk.next("hello", "hi");
  written.notes = SessionNotes{"A title", "", {}, {}, 0};
  REQUIRE(store.commit(written.commit()));
}

struct Bytes {
  std::string file, keys;
  explicit Bytes(const std::string& path) : file(bytes_of(path)), keys(bytes_of(path + ".keys")) {}
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

template <class T>
void require_refused(const Result<T>& result, ErrorCode code, const std::string& says) {
  REQUIRE_FALSE(result);
  INFO(result.error().message);
  CHECK(result.error().code == code);
  CHECK(result.error().message.find(says) != std::string::npos);
}

}  // namespace parley::test
