// Hashes and randomness, from libsodium. Its only user.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::base {

// BLAKE2b, 128 bits, in hex: fingerprints and checksums. The same on every machine.
std::string fingerprint(std::string_view bytes);

// SHA-256 in hex: what contents are called where others have to find the same name.
std::string sha256(std::string_view bytes);

// A fingerprint with a key (1 to 64 bytes): stands for a value without giving it away.
std::string keyed_hash(std::string_view bytes, std::string_view key);

// From the operating system.
std::string random_bytes(std::size_t count);
std::string random_hex(int count);  // so many bytes, in hex

}  // namespace parley::base
