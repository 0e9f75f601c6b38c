// Hashes and random bytes. They need no library.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::base {

// Returns the BLAKE2b hash (RFC 7693) of `bytes`: 128 bits in hex, the same on every machine. For fingerprints and
// checksums.
std::string fingerprint(std::string_view bytes);

// Returns the SHA-256 hash (FIPS 180-4) in hex. For content names that other programs must be able to compute as well.
std::string sha256(std::string_view bytes);

// Returns the HMAC-SHA256 (RFC 2104) of `bytes`: 32 bytes.
std::string hmac_sha256(std::string_view bytes, std::string_view key);

// Returns a 128-bit BLAKE2b hash with a key of 1 to 64 bytes. It identifies a value without revealing it.
std::string keyed_hash(std::string_view bytes, std::string_view key);

// Random data from the operating system.
std::string random_bytes(std::size_t count);
std::string random_hex(int count);  // `count` bytes, written as 2 * count hex digits

}  // namespace parley::base
