#include "base/hash.h"

#include <catch2/catch.hpp>

using namespace parley::base;

TEST_CASE("fingerprints are stable for ever: stored databases and states hold them") {
  CHECK(fingerprint("") == "cae66941d9efbd404e4d88758ea67670");
  CHECK(fingerprint("parley") != fingerprint("parley "));
}

TEST_CASE("a keyed hash depends on the key and tells nothing of the text") {
  CHECK(keyed_hash("s1", "k1") == keyed_hash("s1", "k1"));
  CHECK(keyed_hash("s1", "k1") != keyed_hash("s1", "k2"));
  CHECK(keyed_hash("s1", "k1") != fingerprint("s1"));
  CHECK(keyed_hash("s1", "k1").size() == 32);
}

TEST_CASE("random hex has the length asked for and does not repeat") {
  CHECK(random_hex(16).size() == 32);
  CHECK(random_hex(16) != random_hex(16));
}
