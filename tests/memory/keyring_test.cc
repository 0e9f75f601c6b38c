// Tests session keys: how they are created, wrapped and destroyed, and that they open only their own data.
#include "memory/encryption/keyring.h"

#include <fstream>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "tests/memory/temp_folder.h"
#include "tests/memory/test_master_keys.h"

using namespace parley;
using memory::Keyring;
using memory::KeyTable;
using memory::WrappedKey;
using test::master_keys;

namespace {

using Keys = std::map<std::string, WrappedKey, std::less<>>;

class MemoryKeyTable final : public KeyTable {
 public:
  explicit MemoryKeyTable(Keys& keys) : keys_(keys) {}
  Result<std::optional<WrappedKey>> find(std::string_view id) override {
    const auto found = keys_.find(id);
    return found == keys_.end() ? std::optional<WrappedKey>() : found->second;
  }
  Result<void> add(const WrappedKey& key) override {
    keys_[key.id] = key;
    return {};
  }
  Result<void> replace(const WrappedKey& key) override { return add(key); }
  Result<void> destroy(const std::vector<WrappedKey>& tombstones) override {
    for (const WrappedKey& each : tombstones) keys_[each.id] = each;
    return {};
  }
  Result<void> discard(std::string_view id) override {
    keys_.erase(std::string(id));
    return {};
  }
  std::string name() const override { return "the keys"; }
  Result<std::vector<WrappedKey>> wrapped_by(std::string_view master, std::size_t limit) override {
    std::vector<WrappedKey> found;
    for (const auto& [id, key] : keys_) {
      if (key.master == master && found.size() < limit) found.push_back(key);
    }
    return found;
  }
  Result<std::vector<WrappedKey>> not_wrapped_by(std::string_view master, std::size_t limit) override {
    std::vector<WrappedKey> others;
    for (const auto& [id, key] : keys_) {
      if (key.master != master && !key.master.empty() && others.size() < limit) others.push_back(key);
    }
    return others;
  }

 private:
  Keys& keys_;
};

Keyring vault(Keys& keys, std::shared_ptr<const Encryption> encryption) {
  return Keyring(std::move(encryption), std::make_unique<MemoryKeyTable>(keys));
}

}  // namespace

TEST_CASE("sealed data opens only with the name and the key with which it was sealed") {
  Keys keys;
  Keyring mine = vault(keys, master_keys({"a"}));
  const std::string one = *mine.new_key(), other = *mine.new_key();
  const std::string sealed = *mine.seal("hello", one, "message/1");
  CHECK(*Keyring::key_of(sealed) == one);
  CHECK(sealed.find("hello") == std::string::npos);
  CHECK(**mine.open(sealed, "message/1") == "hello");
  std::string of_other = sealed;
  of_other.replace(sealed.find(one), one.size(), other);
  for (const auto& [text, what] : std::vector<std::pair<std::string, std::string>>{{sealed, "message/2"},
                                                                                   {of_other, "message/1"},
                                                                                   {"hello", "message/1"},
                                                                                   {"sealed1:", "message/1"},
                                                                                   {"", "message/1"},
                                                                                   {sealed + "A", "message/1"}}) {
    INFO(text << " as " << what);
    CHECK(mine.open(text, what).error().code == ErrorCode::kStoreCorrupt);
  }
}

TEST_CASE("another process opens a key file only with the same master key") {
  Keys keys;
  Keyring mine = vault(keys, master_keys({"a"}));
  const std::string id = *mine.new_key();
  const std::string sealed = *mine.seal("hello", id, "state");
  CHECK(**vault(keys, master_keys({"a"})).open(sealed, "state") == "hello");
  CHECK(vault(keys, master_keys({"a"}, 'x')).open(sealed, "state").error().code == ErrorCode::kStoreCorrupt);
  CHECK(vault(keys, master_keys({"b"})).open(sealed, "state").error().code == ErrorCode::kStoreUnavailable);
}

TEST_CASE("a destroyed key opens nothing in any process") {
  Keys keys;
  Keyring mine = vault(keys, master_keys({"a"}));
  const std::string id = *mine.new_key();
  const std::string sealed = *mine.seal("hello", id, "state");
  REQUIRE(mine.destroy({id}));
  CHECK(*mine.open(sealed, "state") == std::nullopt);
  CHECK(*vault(keys, master_keys({"a"})).open(sealed, "state") == std::nullopt);
  CHECK(mine.seal("hello", id, "state").error().code == ErrorCode::kStaleVersion);
}

TEST_CASE("a missing key is an error and does not count as erased, unless a record says that it was erased") {
  Keys keys;
  Keyring mine = vault(keys, master_keys({"a"}));
  const std::string absent = *mine.new_key(), damaged = *mine.new_key(), discarded = *mine.new_key();
  const std::string sealed = *mine.seal("hello", absent, "state"), other = *mine.seal("hello", damaged, "state");
  keys.erase(absent);
  const auto opened = vault(keys, master_keys({"a"})).open(sealed, "state");
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::kStoreCorrupt);
  CHECK(opened.error().message.find("the keys: the key of a session is missing") != std::string::npos);

  // A tombstone that does not match its id also counts as damage.
  keys[damaged] = {damaged, "", "0123456789abcdef"};
  CHECK_FALSE(vault(keys, master_keys({"a"})).open(other, "state"));

  REQUIRE(mine.discard(discarded));
  CHECK(keys.count(discarded) == 0);
}

TEST_CASE("a session key is created only if the current master key has a name") {
  Keys keys;
  auto nameless = std::make_shared<Encryption>(*master_keys({"a"}));
  nameless->current.clear();
  CHECK(vault(keys, nameless).new_key().error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("a new master key replaces the old one, even after an interrupted rotation") {
  Keys keys;
  Keyring before = vault(keys, master_keys({"a"}));
  std::vector<std::pair<std::string, std::string>> sealed;
  for (int i = 0; i < 3; ++i) {
    const std::string text = "text " + std::to_string(i);
    sealed.emplace_back(text, *before.seal(text, *before.new_key(), "state"));
  }
  CHECK(*vault(keys, master_keys({"b", "a"})).rewrap() == 3);
  CHECK(*vault(keys, master_keys({"b", "a"})).rewrap() == 0);
  Keyring after = vault(keys, master_keys({"b"}));  // without the old master key
  for (const auto& [text, sealed_text] : sealed) CHECK(**after.open(sealed_text, "state") == text);
}

TEST_CASE("master keys are checked against some of the session keys, and one damaged key does not make them wrong") {
  struct Case {
    const char* what;
    std::vector<std::string> wrapped_by;  // one session key each
    std::shared_ptr<const Encryption> opened_with;
    bool is_good;
  };
  for (const Case& c : {
           Case{"no session yet", {}, master_keys({"b"}), true},
           Case{"the right key", {"a"}, master_keys({"a"}), true},
           Case{"a key of the same name", {"a"}, master_keys({"a"}, 'x'), false},
           Case{"a key of another name", {"a"}, master_keys({"b"}), false},
           Case{"a new key beside the former one", {"a"}, master_keys({"b", "a"}), true},
           Case{"an interrupted rotation", {"a", "b"}, master_keys({"b", "a"}), true},
           Case{"an interrupted rotation without the former key", {"a", "b"}, master_keys({"b"}), false},
       }) {
    INFO(c.what);
    Keys keys;
    for (const std::string& master : c.wrapped_by) REQUIRE(vault(keys, master_keys({master})).new_key());
    const auto good = vault(keys, c.opened_with).check_master_keys();
    CHECK(good.has_value() == c.is_good);
    if (!good) CHECK(good.error().code == ErrorCode::kStoreUnavailable);
  }
  Keys keys;
  for (int i = 0; i < 2; ++i) REQUIRE(vault(keys, master_keys({"a"})).new_key());
  keys.begin()->second.key = "AAAA";
  CHECK(vault(keys, master_keys({"a"})).check_master_keys());
}

TEST_CASE("a master key file is read, or refused with the position of the mistake") {
  const test::TempFolder folder;
  const std::string path = folder.file("master");
  const auto write = [&](const std::string& text) {
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0600);
  };
  CHECK(load_encryption(path).error().code == ErrorCode::kFileUnreadable);
  write(create_master_key("new") + "\n" + create_master_key("old") + "\n");
  const auto encryption = load_encryption(path);
  REQUIRE(encryption);
  CHECK((*encryption)->current == "new");
  CHECK((*encryption)->master_key("old")->size() == 32);
  CHECK((*encryption)->master_key("older").error().code == ErrorCode::kStoreUnavailable);

  for (const char* bad : {"", "name\n", "name AAAA\n", "name not-base64\n"}) {
    INFO(bad);
    write(bad);
    CHECK(load_encryption(path).error().code == ErrorCode::kInvalidRequest);
  }
  const std::string line = create_master_key("new");
  write(line.substr(0, line.rfind(' ')) + "\n");  // older versions wrote lines without a checksum
  CHECK(load_encryption(path));
  write(create_master_key("new"));
  ::chmod(path.c_str(), 0640);
  CHECK(load_encryption(path).error().message.find("0600") != std::string::npos);
}

TEST_CASE("every changed bit in a master key file is detected or changes no key") {
  const test::TempFolder folder;
  const std::string path = folder.file("master");
  const std::string text = create_master_key("new") + "\n" + create_master_key("old") + "\n";
  const auto keys_in = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    ::chmod(path.c_str(), 0600);
    return load_encryption(path);
  };
  const auto whole = *keys_in(text);
  int noticed = 0;
  for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const auto read = keys_in(flipped);
    if (!read) {
      ++noticed;
      continue;
    }
    INFO("bit " << bit);
    REQUIRE((*read)->current == "new");
    for (const char* name : {"new", "old"}) REQUIRE(*(*read)->master_key(name) == *whole->master_key(name));
  }
  CHECK(noticed > static_cast<int>(text.size()));
}
