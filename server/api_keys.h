// API keys: a file with the hash, the scopes and the limits of each key. The keys themselves are never stored.
//
// A key is "pk_ID_SECRET", where SECRET is 32 random bytes in base64url. The file is JSON with mode 0600:
//
//   {"token_key": "...", "keys": [{"id": "k3f9a1c2", "sha256": "...", "scopes": ["turn"], "bot": "acme-support",
//                                  "per_second": 50, "created_at": 1764234000000, "expires_at": ..., "revoked_at":
//                                  ...}]}
//
// `token_key` signs the tokens of web pages, so servers with the same file accept each other's tokens. Times are in ms
// since 1970. For a rotation, two keys are valid at once until the older one is revoked.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "server/access.h"

namespace parley::server {

struct ApiKey {
  std::string id;
  std::string sha256;  // of the whole key, in hex
  unsigned scopes = 0;
  std::string bot;        // empty: any bot
  double per_second = 0;  // requests. 0: unlimited
  TimeMs created_at = 0;
  TimeMs expires_at = 0;  // 0: never
  TimeMs revoked_at = 0;  // 0: not revoked
};

struct KeyFile {
  std::string token_key;  // 32 bytes
  std::vector<ApiKey> keys;
};

// kFileUnreadable: the file cannot be read, or other users may read it. kInvalidRequest: it has another form.
Result<KeyFile> read_key_file(const std::string& path);

// Several processes may add and revoke keys at the same time (update_file() of parley/files.h).
//
// Adds a key to the file, which is created if it does not exist, and returns the key.
Result<std::string> add_api_key(const std::string& path, ApiKey key);
// kInvalidRequest: the file has no valid key of this id.
Result<void> revoke_api_key(const std::string& path, const std::string& id, TimeMs now);

// The keys of a running server. It reads the file again when it changes. Thread-safe.
class ApiKeys {
 public:
  static Result<std::unique_ptr<ApiKeys>> open(const std::string& path, std::shared_ptr<Clock> clock);

  // Returns the sender with this key. kInvalidRequest: the key is unknown, expired or revoked; the message is the same
  // for all three, so that it tells nothing about keys.
  Result<Principal> find(std::string_view key);
  // Whether the key with this id is still valid.
  bool is_valid(std::string_view id);
  std::string token_key();

 private:
  ApiKeys(std::string path, std::shared_ptr<Clock> clock) : path_(std::move(path)), clock_(std::move(clock)) {}
  void refresh();

  const std::string path_;
  const std::shared_ptr<Clock> clock_;
  std::mutex mutex_;
  KeyFile file_;
  std::string seen_;      // the identity of the file that was read: its times and size
  TimeMs looked_at_ = 0;  // when the file was last looked at
};

}  // namespace parley::server
