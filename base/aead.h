// Authenticated encryption of byte strings with libsodium (XChaCha20-Poly1305). Only base/aead.cc uses libsodium. A
// build without PARLEY_ENCRYPTION omits that file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parley::base {

constexpr std::size_t kKeyBytes = 32;

// Encrypts `bytes` and returns nonce, ciphertext and tag. `key` must have kKeyBytes bytes. `context` is authenticated
// but not encrypted: unseal() succeeds only with the same context.
std::string seal(std::string_view bytes, std::string_view key, std::string_view context);

// Decrypts the output of seal(). Returns nullopt when the key or the context differs or the bytes were modified.
std::optional<std::string> unseal(std::string_view sealed, std::string_view key, std::string_view context);

}  // namespace parley::base
