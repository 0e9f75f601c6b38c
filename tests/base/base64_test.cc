#include "base/base64.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::base;

TEST_CASE("base64 decodes what it encodes and reports invalid input") {
  CHECK(rc::check([](const std::string& bytes) { RC_ASSERT(from_base64(to_base64(bytes)) == bytes); }));
  for (const char* bad : {"a", "a b", "%%%%", "YQ==", "YR"}) {
    INFO(bad);
    CHECK_FALSE(from_base64(bad));
  }
}

TEST_CASE("base64 has the vectors of RFC 4648") {
  CHECK(to_base64("").empty());
  CHECK(to_base64("f") == "Zg");
  CHECK(to_base64("fo") == "Zm8");
  CHECK(to_base64("foo") == "Zm9v");
  CHECK(to_base64("foobar") == "Zm9vYmFy");
  CHECK(to_base64("\xFB\xFF\xBF") == "+/+/");
}
