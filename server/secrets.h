// Random numbers, hashes and comparisons for keys and tokens. OpenSSL provides them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parley::server {

std::string random_token(std::size_t bytes);  // in base64url without padding
std::string random_uuid();                    // version 4 (RFC 9562)

std::string sha256(std::string_view bytes);                             // 32 bytes
std::string hmac_sha256(std::string_view bytes, std::string_view key);  // 32 bytes
bool equals_in_constant_time(std::string_view a, std::string_view b);   // false for different lengths

std::string to_hex(std::string_view bytes);
std::string to_base64(std::string_view bytes);                     // with padding
std::string to_base64url(std::string_view bytes);                  // without padding
std::optional<std::string> from_base64url(std::string_view text);  // unset: invalid

}  // namespace parley::server
