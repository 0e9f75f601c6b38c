#include "base/aead.h"

#include <sodium.h>

#include "base/hash.h"

namespace parley::base {
namespace {

constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
static_assert(kKeyBytes == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

std::string seal(std::string_view bytes, std::string_view key, std::string_view context) {
  std::string sealed = random_bytes(kNonceBytes);
  sealed.resize(kNonceBytes + bytes.size() + kTagBytes);
  crypto_aead_xchacha20poly1305_ietf_encrypt(bytes_of(sealed) + kNonceBytes, nullptr, bytes_of(bytes), bytes.size(),
                                             bytes_of(context), context.size(), nullptr, bytes_of(sealed),
                                             bytes_of(key));
  return sealed;
}

std::optional<std::string> unseal(std::string_view sealed, std::string_view key, std::string_view context) {
  if (sealed.size() < kNonceBytes + kTagBytes || key.size() != kKeyBytes) return std::nullopt;
  std::string bytes(sealed.size() - kNonceBytes - kTagBytes, '\0');
  const int status = crypto_aead_xchacha20poly1305_ietf_decrypt(
      bytes_of(bytes), nullptr, nullptr, bytes_of(sealed) + kNonceBytes, sealed.size() - kNonceBytes, bytes_of(context),
      context.size(), bytes_of(sealed), bytes_of(key));
  if (status != 0) return std::nullopt;
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes_of(bytes), bytes.size(), kBase64);
  text.pop_back();  // drop the terminating zero that libsodium writes
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  std::size_t length = 0;
  if (sodium_base642bin(bytes_of(bytes), bytes.size(), text.data(), text.size(), nullptr, &length, nullptr, kBase64) !=
      0) {
    return std::nullopt;
  }
  bytes.resize(length);
  return bytes;
}

}  // namespace parley::base
