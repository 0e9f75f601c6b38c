// Reads master keys from a file.
// Tested by tests/memory/keyring_test.cc and key_files_test.cc.
#include <map>
#include <sstream>

#include <sys/stat.h>

#include "base/aead.h"
#include "base/base64.h"
#include "base/hash.h"
#include "parley/encryption.h"
#include "parley/files.h"

namespace parley {
namespace {

constexpr std::size_t kMaxBytes = 1 << 20;

std::string checksum_of(const std::string& name, const std::string& key) {
  constexpr std::size_t kDigits = 16;
  return base::fingerprint(name + " " + key).substr(0, kDigits);
}

}  // namespace

Result<std::shared_ptr<const Encryption>> load_encryption(const std::string& path) {
  const auto refuse = [&](ErrorCode code, const std::string& why) { return Unexpected(code, path + ": " + why); };
  const auto text_of_file = read_input(path, kMaxBytes, Input::kStream);
  if (!text_of_file) return Unexpected(text_of_file.error());
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return refuse(ErrorCode::kFileUnreadable, "cannot read the file");
  if ((status.st_mode & 077) != 0) {
    return refuse(ErrorCode::kFileUnreadable, "other users can access the file; set its mode to 0600");
  }
  auto encryption = std::make_shared<Encryption>();
  std::map<std::string, std::string> keys;
  std::istringstream file(*text_of_file);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty()) continue;
    std::istringstream words(line);
    std::string name, text, checksum, more;
    words >> name >> text >> checksum >> more;
    const auto key = base::from_base64(text);
    if (!key || key->size() != base::kKeyBytes || !more.empty() || !keys.emplace(name, *key).second) {
      return refuse(ErrorCode::kInvalidRequest,
                    "line " + std::to_string(number) +
                        " is invalid: it must be a unique name, 32 bytes in base64 and their checksum");
    }
    // Lines of older versions have no checksum.
    if (!checksum.empty() && checksum != checksum_of(name, text)) {
      return refuse(ErrorCode::kInvalidRequest, "line " + std::to_string(number) +
                                                    " does not match its checksum: the file is damaged; restore it "
                                                    "from a backup");
    }
    if (encryption->current.empty()) encryption->current = name;
  }
  if (keys.empty()) return refuse(ErrorCode::kInvalidRequest, "contains no key");
  encryption->master_key = [keys, path](const std::string& name) -> Result<std::string> {
    const auto found = keys.find(name);
    if (found != keys.end()) return found->second;
    return Unexpected(ErrorCode::kStoreUnavailable,
                      path + ": missing master key '" + name + "'; add its line to the file");
  };
  return std::shared_ptr<const Encryption>(std::move(encryption));
}

std::string create_master_key(const std::string& name) {
  const std::string key = base::to_base64(base::random_bytes(base::kKeyBytes));
  return name + " " + key + " " + checksum_of(name, key);
}

}  // namespace parley
