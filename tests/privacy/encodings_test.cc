// Tests encodings: the part of base64 and hex that depends only on the value.
#include "privacy/encodings.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("the core of a value in base64 does not depend on its surroundings") {
  // The encoded texts are "hunter2", "xhunter2y" and "xxhunter2yy".
  CHECK(privacy::base64_core("hunter2", 0) == std::string("aHVudGVyMg==").substr(0, 9));
  CHECK(privacy::base64_core("hunter2", 1) == std::string("eGh1bnRlcjJ5").substr(2, 8));
  CHECK(privacy::base64_core("hunter2", 2) == std::string("eHhodW50ZXIyeXk=").substr(3, 9));
  CHECK(privacy::is_partly_after("hunter2", 0));
  CHECK(privacy::is_partly_after("hunter2", 1));
  CHECK_FALSE(privacy::is_partly_after("hunter2", 2));
  CHECK(privacy::base64_core("", 2).empty());
}

TEST_CASE("hex has two lowercase digits per byte") {
  CHECK(privacy::hex_of("Jo\xFF") == "4a6fff");
  CHECK(privacy::hex_of("").empty());
}
