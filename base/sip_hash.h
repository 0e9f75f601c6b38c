// SipHash-1-3: a hash with a key, for short texts (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012;
// with one round a word and three at the end, as in the hash tables of Rust and Python). It is many times faster than
// keyed_hash() (base/hash.h), but has only 64 bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace parley::base {

struct SipKey {
  std::uint64_t first = 0, second = 0;
};

// Makes a key from a secret of any length.
SipKey sip_key(std::string_view secret);

// The result is the same on every machine.
std::uint64_t sip_hash(std::string_view bytes, const SipKey& key);

}  // namespace parley::base
