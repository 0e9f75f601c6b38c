// Tested by tests/base/hash_test.cc. The test uses the vectors of RFC 7693 and FIPS 180-4.
#include "base/hash.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>

#include <sys/random.h>

namespace parley::base {
namespace {

std::string to_hex(const unsigned char* bytes, std::size_t count) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out(count * 2, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    out[2 * i] = kDigits[bytes[i] >> 4];
    out[2 * i + 1] = kDigits[bytes[i] & 15];
  }
  return out;
}

template <class Word>
constexpr Word rotated_right(Word word, int bits) {
  return word >> bits | word << (static_cast<int>(sizeof(Word)) * 8 - bits);
}

// Little-endian on every machine. Compilers make one load of it.
std::uint64_t word_at(const unsigned char* bytes) {
  const auto byte = [&](int i) { return std::uint64_t{bytes[i]} << (8 * i); };
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
}

// BLAKE2b with a digest of 16 bytes (RFC 7693, section 3).
class Blake2b {
 public:
  static constexpr std::size_t kDigestBytes = 16, kBlockBytes = 128, kMaxKeyBytes = 64;

  explicit Blake2b(std::string_view key) {
    state_[0] ^= 0x01010000 ^ static_cast<std::uint64_t>(key.size() << 8) ^ kDigestBytes;
    if (key.empty()) return;
    std::string block(key);
    block.resize(kBlockBytes, '\0');
    add(block);
  }

  // A full block stays in the buffer until more bytes follow, because finish() must mark the last block.
  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      if (filled_ == kBlockBytes) {
        length_ += kBlockBytes;
        compress(/*is_last=*/false);
        filled_ = 0;
      }
      const std::size_t taken = std::min(kBlockBytes - filled_, bytes.size());
      std::memcpy(block_.data() + filled_, bytes.data(), taken);
      filled_ += taken;
      bytes.remove_prefix(taken);
    }
  }

  std::array<unsigned char, kDigestBytes> finish() {
    length_ += filled_;
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(filled_), block_.end(), static_cast<unsigned char>(0));
    compress(/*is_last=*/true);
    std::array<unsigned char, kDigestBytes> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
      digest[i] = static_cast<unsigned char>(state_[i / 8] >> (8 * (i % 8)));
    return digest;
  }

 private:
  using Words = std::array<std::uint64_t, 16>;
  static constexpr std::array<std::uint64_t, 8> kStart = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                                          0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                                          0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
  static constexpr unsigned char kOrder[10][16] = {
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

  static void mix(Words& v, std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::uint64_t x,
                  std::uint64_t y) {
    v[a] += v[b] + x;
    v[d] = rotated_right(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotated_right(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotated_right(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotated_right(v[b] ^ v[c], 63);
  }

  // A round takes the words in an order that the compiler knows, so that it writes out all rounds without loops.
  template <std::size_t Round>
  static void run_round(Words& v, const Words& words) {
    constexpr auto& order = kOrder[Round % 10];
    mix(v, 0, 4, 8, 12, words[order[0]], words[order[1]]);
    mix(v, 1, 5, 9, 13, words[order[2]], words[order[3]]);
    mix(v, 2, 6, 10, 14, words[order[4]], words[order[5]]);
    mix(v, 3, 7, 11, 15, words[order[6]], words[order[7]]);
    mix(v, 0, 5, 10, 15, words[order[8]], words[order[9]]);
    mix(v, 1, 6, 11, 12, words[order[10]], words[order[11]]);
    mix(v, 2, 7, 8, 13, words[order[12]], words[order[13]]);
    mix(v, 3, 4, 9, 14, words[order[14]], words[order[15]]);
  }
  template <std::size_t... Rounds>
  static void run_rounds(Words& v, const Words& words, std::index_sequence<Rounds...>) {
    (run_round<Rounds>(v, words), ...);
  }

  void compress(bool is_last) {
    Words words, v;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_at(block_.data() + 8 * i);
    for (std::size_t i = 0; i < 8; ++i) {
      v[i] = state_[i];
      v[i + 8] = kStart[i];
    }
    v[12] ^= length_;
    if (is_last) v[14] = ~v[14];
    run_rounds(v, words, std::make_index_sequence<12>());
    for (std::size_t i = 0; i < 8; ++i) state_[i] ^= v[i] ^ v[i + 8];
  }

  std::array<std::uint64_t, 8> state_ = kStart;
  std::array<unsigned char, kBlockBytes> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

// SHA-256 (FIPS 180-4, section 6.2).
class Sha256 {
 public:
  static constexpr std::size_t kDigestBytes = 32, kBlockBytes = 64;

  std::array<unsigned char, kDigestBytes> digest_of(std::string_view bytes) {
    const std::uint64_t bits = static_cast<std::uint64_t>(bytes.size()) * 8;
    for (; bytes.size() >= kBlockBytes; bytes.remove_prefix(kBlockBytes)) compress(bytes);
    std::string rest(bytes);
    rest += '\x80';
    while (rest.size() % kBlockBytes != kBlockBytes - 8) rest += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(bits >> shift & 0xFF);
    for (std::size_t at = 0; at < rest.size(); at += kBlockBytes) compress(std::string_view(rest).substr(at));
    std::array<unsigned char, kDigestBytes> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
      digest[i] = static_cast<unsigned char>(state_[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
  }

 private:
  static constexpr std::array<std::uint32_t, 64> kRounds = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  void compress(std::string_view block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < kBlockBytes; ++i) w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(block[i]);
    for (std::size_t i = 16; i < w.size(); ++i) {
      const std::uint32_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (rotated_right(a, 7) ^ rotated_right(a, 18) ^ a >> 3) + w[i - 7] +
             (rotated_right(b, 17) ^ rotated_right(b, 19) ^ b >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const std::uint32_t one = h + (rotated_right(e, 6) ^ rotated_right(e, 11) ^ rotated_right(e, 25)) +
                                ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
      const std::uint32_t two =
          (rotated_right(a, 2) ^ rotated_right(a, 13) ^ rotated_right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + one;
      d = c;
      c = b;
      b = a;
      a = one + two;
    }
    const std::array<std::uint32_t, 8> change = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < change.size(); ++i) state_[i] += change[i];
  }

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

std::string blake2b_128(std::string_view bytes, std::string_view key) {
  Blake2b hash(key);
  hash.add(bytes);
  const auto digest = hash.finish();
  return to_hex(digest.data(), digest.size());
}

void fill_with_random(unsigned char* bytes, std::size_t count) {
  constexpr std::size_t kMaxCallBytes = 256;  // limit of getentropy()
  for (std::size_t at = 0; at < count; at += kMaxCallBytes) {
    if (::getentropy(bytes + at, std::min(kMaxCallBytes, count - at)) == 0) continue;
    // The kernel does not have the call, or a seccomp filter rejects it. Throws if /dev/urandom is missing as well.
    std::random_device file("/dev/urandom");
    for (; at < count; ++at) bytes[at] = static_cast<unsigned char>(file());
  }
}

}  // namespace

std::string fingerprint(std::string_view bytes) { return blake2b_128(bytes, {}); }

std::string keyed_hash(std::string_view bytes, std::string_view key) {
  return blake2b_128(bytes, key.substr(0, Blake2b::kMaxKeyBytes));
}

std::string sha256(std::string_view bytes) {
  const auto digest = Sha256().digest_of(bytes);
  return to_hex(digest.data(), digest.size());
}

std::string hmac_sha256(std::string_view bytes, std::string_view key) {
  const auto hash = [](const std::string& text) {
    const auto digest = Sha256().digest_of(text);
    return std::string(digest.begin(), digest.end());
  };
  std::string block = key.size() > Sha256::kBlockBytes ? hash(std::string(key)) : std::string(key);
  block.resize(Sha256::kBlockBytes, '\0');
  std::string inner = block, outer = block;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5C);
  return hash(outer + hash(inner.append(bytes)));
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  fill_with_random(reinterpret_cast<unsigned char*>(bytes.data()), count);
  return bytes;
}

std::string random_hex(int count) {
  std::array<unsigned char, 64> bytes{};
  std::string hex;
  for (auto left = static_cast<std::size_t>(count); left > 0;) {
    const std::size_t part = std::min(left, bytes.size());
    fill_with_random(bytes.data(), part);
    hex += to_hex(bytes.data(), part);
    left -= part;
  }
  return hex;
}

}  // namespace parley::base
