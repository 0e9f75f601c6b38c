#include "base/aead.h"

#include <sodium.h>

#include "base/hash.h"

namespace parley::base {
namespace {

constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
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

}  // namespace parley::base
