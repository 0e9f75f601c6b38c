#include "server/secrets.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::server;

TEST_CASE("Hashes have the values of their standards") {
  CHECK(to_hex(sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-4
  CHECK(to_hex(hmac_sha256("what do ya want for nothing?", "Jefe")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");  // RFC 4231, test case 2
}

TEST_CASE("Base64 has the values of RFC 4648") {
  struct Case {
    const char* bytes;
    const char* text;
  };
  const auto row = GENERATE(Case{"", ""}, Case{"f", "Zg=="}, Case{"fo", "Zm8="}, Case{"foo", "Zm9v"},
                            Case{"foob", "Zm9vYg=="}, Case{"fooba", "Zm9vYmE="}, Case{"foobar", "Zm9vYmFy"});
  CHECK(to_base64(row.bytes) == row.text);
}

TEST_CASE("from_base64url() reverses to_base64url(), and refuses every other text") {
  CHECK(rc::check([] {
    const auto bytes = *rc::gen::arbitrary<std::string>();
    RC_ASSERT(from_base64url(to_base64url(bytes)) == bytes);
  }));
  for (const char* text : {"A", "AA=", "Zg==", "a+b/", "Zh", "a b c d ", "!!!!"}) {
    CAPTURE(text);
    CHECK_FALSE(from_base64url(text));
  }
}

TEST_CASE("Random texts differ, and have their form") {
  CHECK(random_token(32).size() == 43);
  CHECK(random_token(32) != random_token(32));
  const std::string uuid = random_uuid();
  CHECK(uuid.size() == 36);
  CHECK(uuid[14] == '4');
  CHECK(std::string("89ab").find(uuid[19]) != std::string::npos);
}

TEST_CASE("equals_in_constant_time() compares texts of any length") {
  CHECK(equals_in_constant_time("", ""));
  CHECK(equals_in_constant_time("abc", "abc"));
  CHECK_FALSE(equals_in_constant_time("abc", "abd"));
  CHECK_FALSE(equals_in_constant_time("abc", "ab"));
}
