#include "server/secrets.h"

#include <algorithm>
#include <new>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

namespace parley::server {
namespace {

unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

// OpenSSL fails if there is no memory, or if the system gives no random numbers. The request then must not go on: a
// secret could be guessed, and a signature of zeros would count.
void require_done(bool is_done) {
  if (!is_done) throw std::bad_alloc();
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  require_done(RAND_bytes(bytes_of(bytes), static_cast<int>(count)) == 1);
  return bytes;
}

}  // namespace

std::string random_token(std::size_t bytes) { return to_base64url(random_bytes(bytes)); }

std::string random_uuid() {
  std::string bytes = random_bytes(16);
  bytes[6] = static_cast<char>((bytes[6] & 0x0F) | 0x40);
  bytes[8] = static_cast<char>((bytes[8] & 0x3F) | 0x80);
  std::string hex = to_hex(bytes);
  for (const std::size_t at : {20U, 16U, 12U, 8U}) hex.insert(at, "-");
  return hex;
}

std::string sha256(std::string_view bytes) {
  std::string out(32, '\0');
  unsigned int size = 0;
  require_done(EVP_Digest(bytes.data(), bytes.size(), bytes_of(out), &size, EVP_sha256(), nullptr) == 1);
  return out;
}

std::string hmac_sha256(std::string_view bytes, std::string_view key) {
  std::string out(32, '\0');
  unsigned int size = 0;
  require_done(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(bytes), bytes.size(),
                    bytes_of(out), &size) != nullptr);
  return out;
}

bool equals_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string to_hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4U];
    out += kDigits[static_cast<unsigned char>(c) & 0xFU];
  }
  return out;
}

std::string to_base64(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int size = EVP_EncodeBlock(bytes_of(out), bytes_of(bytes), static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

std::string to_base64url(std::string_view bytes) {
  std::string out = to_base64(bytes);
  while (!out.empty() && out.back() == '=') out.pop_back();
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string padded(text);
  if (padded.find_first_of("+/=") != std::string::npos || padded.size() % 4 == 1) return std::nullopt;
  std::replace(padded.begin(), padded.end(), '-', '+');
  std::replace(padded.begin(), padded.end(), '_', '/');
  const std::size_t padding = (4 - padded.size() % 4) % 4;
  padded.append(padding, '=');
  std::string out(padded.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(bytes_of(out), bytes_of(std::string_view(padded)), static_cast<int>(padded.size()));
  if (size < 0) return std::nullopt;
  out.resize(static_cast<std::size_t>(size) - padding);
  if (to_base64url(out) != text) return std::nullopt;  // other bits than zero at the end
  return out;
}

}  // namespace parley::server
