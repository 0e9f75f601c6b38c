#include "server/api_keys.h"

#include <algorithm>

#include <sys/stat.h>

#include "parley/files.h"
#include "parley/value.h"
#include "server/secrets.h"

namespace parley::server {
namespace {

constexpr std::size_t kMostKeyFileBytes = 4 * 1024 * 1024;
constexpr TimeMs kLookEvery = 1000;

Unexpected invalid(const std::string& path, const std::string& why) {
  return Unexpected(ErrorCode::kInvalidRequest, "the key file '" + path + "' is invalid: " + why);
}

std::string text_of(const Value& object, std::string_view name) {
  const Value* value = object.find(name);
  const std::string* text = value ? value->if_string() : nullptr;
  return text ? *text : std::string();
}
double number_of(const Value& object, std::string_view name) {
  const Value* value = object.find(name);
  double number = 0;
  return value && value->get_number(number) ? number : 0;
}
TimeMs time_of(const Value& object, std::string_view name) { return static_cast<TimeMs>(number_of(object, name)); }

Result<ApiKey> read_key(const std::string& path, const Value& entry) {
  ApiKey key{text_of(entry, "id"),         text_of(entry, "sha256"),       0,
             text_of(entry, "bot"),        number_of(entry, "per_second"), time_of(entry, "created_at"),
             time_of(entry, "expires_at"), time_of(entry, "revoked_at")};
  if (key.id.empty() || key.sha256.size() != 64) return invalid(path, "a key needs 'id' and 'sha256'");
  const Value* scopes = entry.find("scopes");
  if (!scopes || !scopes->if_array()) return invalid(path, "the key " + key.id + " needs 'scopes'");
  for (const Value& name : *scopes->if_array()) {
    const auto scope = scope_named(name.to_text());
    if (!scope) return invalid(path, "the key " + key.id + " has an unknown scope");
    key.scopes |= static_cast<unsigned>(*scope);
  }
  return key;
}

Value value_of(const ApiKey& key) {
  Value::Array scopes;
  for (const std::string& name : scope_names(key.scopes)) scopes.emplace_back(name);
  Value::Object out{
      {"id", key.id}, {"sha256", key.sha256}, {"scopes", std::move(scopes)}, {"created_at", key.created_at}};
  if (!key.bot.empty()) out["bot"] = key.bot;
  if (key.per_second > 0) out["per_second"] = key.per_second;
  if (key.expires_at != 0) out["expires_at"] = key.expires_at;
  if (key.revoked_at != 0) out["revoked_at"] = key.revoked_at;
  return Value(std::move(out));
}

bool is_valid_at(const ApiKey& key, TimeMs now) {
  return key.revoked_at == 0 && (key.expires_at == 0 || key.expires_at > now);
}

// Identifies the contents of a file without reading it. Empty: the file does not exist.
std::string identity_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return std::to_string(status.st_ino) + " " + std::to_string(status.st_size) + " " +
         std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec);
}

// Reads the bytes of the file at `path`.
Result<KeyFile> key_file_in(const std::string& path, const std::string& bytes) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && (status.st_mode & 077) != 0) {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "other users may read the key file '" + path + "'; run: chmod 600 " + path);
  }
  const auto value = Value::parse(bytes);
  if (!value) return invalid(path, value.error().message);
  KeyFile file;
  const auto token_key = from_base64url(text_of(*value, "token_key"));
  if (!token_key || token_key->size() != 32) return invalid(path, "'token_key' must be 32 bytes in base64url");
  file.token_key = *token_key;
  const Value* keys = value->find("keys");
  if (!keys || !keys->if_array()) return invalid(path, "it has no list 'keys'");
  for (const Value& entry : *keys->if_array()) {
    auto key = read_key(path, entry);
    if (!key) return Unexpected(key.error());
    file.keys.push_back(std::move(*key));
  }
  return file;
}

std::string json_of(const KeyFile& file) {
  Value::Array keys;
  for (const ApiKey& key : file.keys) keys.push_back(value_of(key));
  const Value value(Value::Object{{"token_key", to_base64url(file.token_key)}, {"keys", std::move(keys)}});
  return value.to_json() + "\n";
}

// Changes the file while no other process changes it. A file that does not exist yet has no keys.
template <class Change>
Result<void> update_key_file(const std::string& path, Change change) {
  return update_file(path, kMostKeyFileBytes, [&](const std::string* bytes) -> Result<std::string> {
    auto file = bytes ? key_file_in(path, *bytes) : KeyFile{*from_base64url(random_token(32)), {}};
    if (!file) return Unexpected(file.error());
    if (auto changed = change(*file); !changed) return Unexpected(changed.error());
    return json_of(*file);
  });
}

}  // namespace

Result<KeyFile> read_key_file(const std::string& path) {
  const auto bytes = read_input(path, kMostKeyFileBytes, Input::kFile);
  return bytes ? key_file_in(path, *bytes) : Unexpected(bytes.error());
}

Result<std::string> add_api_key(const std::string& path, ApiKey key) {
  key.id = "k" + to_hex(sha256(random_token(16))).substr(0, 8);
  const std::string secret = "pk_" + key.id + "_" + random_token(32);
  key.sha256 = to_hex(sha256(secret));
  const auto added = update_key_file(path, [&](KeyFile& file) -> Result<void> {
    file.keys.push_back(key);
    return {};
  });
  if (!added) return Unexpected(added.error());
  return secret;
}

Result<void> revoke_api_key(const std::string& path, const std::string& id, TimeMs now) {
  if (const auto file = read_key_file(path); !file) return Unexpected(file.error());
  return update_key_file(path, [&](KeyFile& file) -> Result<void> {
    bool is_found = false;
    for (ApiKey& key : file.keys) {  // a file that a person has merged may have an id twice
      if (key.id != id || key.revoked_at != 0) continue;
      key.revoked_at = now;
      is_found = true;
    }
    if (is_found) return {};
    return Unexpected(ErrorCode::kInvalidRequest,
                      "the key file '" + path + "' has no valid key with the id '" + id + "'");
  });
}

Result<std::unique_ptr<ApiKeys>> ApiKeys::open(const std::string& path, std::shared_ptr<Clock> clock) {
  std::unique_ptr<ApiKeys> keys(new ApiKeys(path, std::move(clock)));
  keys->seen_ = identity_of(path);
  auto file = read_key_file(path);
  if (!file) return Unexpected(file.error());
  keys->file_ = std::move(*file);
  return keys;
}

// A file that cannot be read at the moment, for example while an editor writes it, changes nothing.
void ApiKeys::refresh() {
  const TimeMs now = clock_->now();
  if (now - looked_at_ < kLookEvery && now >= looked_at_) return;
  looked_at_ = now;
  std::string identity = identity_of(path_);
  if (identity == seen_) return;
  auto file = read_key_file(path_);
  if (!file) return;
  file_ = std::move(*file);
  seen_ = std::move(identity);
}

bool ApiKeys::is_valid(std::string_view id) {
  const std::lock_guard lock(mutex_);
  refresh();
  const TimeMs now = clock_->now();
  return std::any_of(file_.keys.begin(), file_.keys.end(),
                     [&](const ApiKey& key) { return key.id == id && is_valid_at(key, now); });
}

Result<Principal> ApiKeys::find(std::string_view key) {
  const std::string hash = to_hex(sha256(key));
  const std::lock_guard lock(mutex_);
  refresh();
  const TimeMs now = clock_->now();
  for (const ApiKey& known : file_.keys) {
    if (!equals_in_constant_time(known.sha256, hash)) continue;
    if (!is_valid_at(known, now)) break;
    Principal who;
    who.kind = Principal::Kind::kKey;
    who.id = known.id;
    who.scopes = known.scopes;
    who.bot = known.bot;
    who.per_second = known.per_second;
    return who;
  }
  return Unexpected(ErrorCode::kInvalidRequest, "the key is not valid");
}

std::string ApiKeys::token_key() {
  const std::lock_guard lock(mutex_);
  refresh();
  return file_.token_key;
}

}  // namespace parley::server
