// Sealed bytes: encrypted and authenticated, by libsodium (XChaCha20-Poly1305).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parley::base {

constexpr std::size_t kKeyBytes = 32;

// Nonce, ciphertext and tag. `context` says what the bytes are; they open only under the same. Requires a key of
// kKeyBytes.
std::string seal(std::string_view bytes, std::string_view key, std::string_view context);

// None: another key or context, or the bytes have been changed.
std::optional<std::string> unseal(std::string_view sealed, std::string_view key, std::string_view context);

std::string to_base64(std::string_view bytes);  // without padding
std::optional<std::string> from_base64(std::string_view text);

}  // namespace parley::base
