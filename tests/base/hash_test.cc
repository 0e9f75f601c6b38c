#include "base/hash.h"

#include <catch2/catch.hpp>

using namespace parley::base;

TEST_CASE("fingerprints never change, because stored databases and states contain them") {
  CHECK(fingerprint("") == "cae66941d9efbd404e4d88758ea67670");
  CHECK(fingerprint("parley") != fingerprint("parley "));
}

TEST_CASE("SHA-256 matches FIPS 180-4") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a keyed hash depends on the key and does not contain the text") {
  CHECK(keyed_hash("s1", "k1") == keyed_hash("s1", "k1"));
  CHECK(keyed_hash("s1", "k1") != keyed_hash("s1", "k2"));
  CHECK(keyed_hash("s1", "k1") != fingerprint("s1"));
  CHECK(keyed_hash("s1", "k1").size() == 32);
}

TEST_CASE("texts of many lengths have the same hashes as in other implementations") {
  std::string plain, keyed, sha;  // the hashes of 400 texts, one after another
  for (std::size_t n = 0; n < 400; ++n) {
    plain += fingerprint(std::string(n, 'a'));
    keyed += keyed_hash(std::string(n, 'b'), std::string(n % 64 + 1, 'k'));
    if (n < 200) sha += sha256(std::string(n, 'a'));
  }
  CHECK(fingerprint("abc") == "cf4ab791c62b8d2b2109c90275287816");
  CHECK(fingerprint(plain) == "f8c00f0f2223c8da338c504e8e53009d");
  CHECK(fingerprint(keyed) == "44b1f41397c7d3f9267eb89e53e89cdd");
  CHECK(sha256(sha) == "019f2b9f1af27a53a1f046da7e98af2c179f431e4b5bebb000e74040917a4123");
}

TEST_CASE("random hex has the requested length and does not repeat") {
  CHECK(random_hex(16).size() == 32);
  CHECK(random_hex(16) != random_hex(16));
  CHECK(random_bytes(1000).size() == 1000);
  CHECK(random_bytes(1000).substr(990) != std::string(10, '\0'));
}
