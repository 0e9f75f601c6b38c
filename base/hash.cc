#include "base/hash.h"

#include <array>

#include <sodium.h>

namespace parley::base {
namespace {

std::string to_hex(const unsigned char* bytes, std::size_t count) {
  std::string out(count * 2 + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes, count);
  out.pop_back();
  return out;
}

std::string blake2b_128(std::string_view bytes, std::string_view key) {
  std::array<unsigned char, 16> digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                     key.empty() ? nullptr : reinterpret_cast<const unsigned char*>(key.data()), key.size());
  return to_hex(digest.data(), digest.size());
}

}  // namespace

std::string fingerprint(std::string_view bytes) { return blake2b_128(bytes, {}); }

std::string keyed_hash(std::string_view bytes, std::string_view key) {
  return blake2b_128(bytes, key.substr(0, crypto_generichash_KEYBYTES_MAX));
}

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return to_hex(digest.data(), digest.size());
}

std::string random_bytes(std::size_t count) {
  // sodium_init() is idempotent and thread-safe. It selects the source of randomness.
  static const int initialised = sodium_init();
  (void)initialised;
  std::string bytes(count, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

std::string random_hex(int count) {
  const std::string bytes = random_bytes(static_cast<std::size_t>(count));
  return to_hex(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

}  // namespace parley::base
