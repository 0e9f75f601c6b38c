#include "base/sip_hash.h"

#include <string>

#include <catch2/catch.hpp>

using namespace parley::base;

namespace {

// The bytes 00 01 02 ..., as in the vectors of its authors.
std::string counted_bytes(std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>(i);
  return bytes;
}

}  // namespace

TEST_CASE("SipHash-1-3 has the same hashes as other implementations") {
  constexpr SipKey kCounted = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
  struct Case {
    std::size_t bytes;
    std::uint64_t hash;
  };
  for (const Case& c : {Case{0, 0xabac0158050fc4dc}, Case{1, 0xc9f49bf37d57ca93}, Case{7, 0xd3927d989bb11140},
                        Case{8, 0x369095118d299a8e}, Case{15, 0xd320d86d2a519956}, Case{63, 0x9d199062b7bbb3a8}}) {
    INFO(c.bytes);
    CHECK(sip_hash(counted_bytes(c.bytes), kCounted) == c.hash);
  }
  CHECK(sip_hash("parley", {}) == 0x4e9409749cd4f3c7);  // hash(b"parley") of Python with PYTHONHASHSEED=0
}

TEST_CASE("SipHash depends on the key and on every byte") {
  const std::string text = "where is my order?";
  const SipKey key = sip_key("secret");
  CHECK(sip_hash(text, key) != sip_hash(text, sip_key("secre")));
  CHECK(sip_hash(text, key) != sip_hash(text, {key.second, key.first}));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK(sip_hash(changed, key) != sip_hash(text, key));
  }
}
