#include "base/sip_hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <string>

#include "base/hash.h"

namespace parley::base {
namespace {

constexpr std::size_t kWordBytes = 8;

// Little-endian on every machine. Compilers make one load of it.
std::uint64_t sip_word_at(const char* bytes) {
  const auto byte = [&](int i) { return std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i); };
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
}

class SipState {
 public:
  explicit SipState(const SipKey& key)
      : v_{key.first ^ 0x736f6d6570736575, key.second ^ 0x646f72616e646f6d, key.first ^ 0x6c7967656e657261,
           key.second ^ 0x7465646279746573} {}

  void add(std::uint64_t word) {
    v_[3] ^= word;
    mix();
    v_[0] ^= word;
  }

  std::uint64_t finish() {
    v_[2] ^= 0xff;
    for (int round = 0; round < 3; ++round) mix();
    return v_[0] ^ v_[1] ^ v_[2] ^ v_[3];
  }

 private:
  void mix() {
    auto& [a, b, c, d] = v_;
    a += b;
    c += d;
    b = std::rotl(b, 13) ^ a;
    d = std::rotl(d, 16) ^ c;
    a = std::rotl(a, 32);
    c += b;
    a += d;
    b = std::rotl(b, 17) ^ c;
    d = std::rotl(d, 21) ^ a;
    c = std::rotl(c, 32);
  }

  std::array<std::uint64_t, 4> v_;
};

}  // namespace

SipKey sip_key(std::string_view secret) {
  const std::string bytes = hmac_sha256("parley: SipHash", secret);
  return {sip_word_at(bytes.data()), sip_word_at(bytes.data() + kWordBytes)};
}

std::uint64_t sip_hash(std::string_view bytes, const SipKey& key) {
  SipState state(key);
  const std::size_t whole = bytes.size() - bytes.size() % kWordBytes;
  for (std::size_t at = 0; at < whole; at += kWordBytes) state.add(sip_word_at(bytes.data() + at));
  std::uint64_t last = static_cast<std::uint64_t>(bytes.size()) << 56;
  for (std::size_t at = whole; at < bytes.size(); ++at) {
    last |= std::uint64_t{static_cast<unsigned char>(bytes[at])} << (8 * (at - whole));
  }
  state.add(last);
  return state.finish();
}

}  // namespace parley::base
