#include "base/http_header.h"

#include <catch2/catch.hpp>

using parley::base::fits_into_header;
using parley::base::is_header;

TEST_CASE("a header value is visible ASCII with blanks only inside") {
  for (const char* text : {"", "x", "one two", "Bearer 5ec2e7", "~!@"}) {
    CAPTURE(text);
    CHECK(fits_into_header(text));
  }
  for (const char* text : {" x", "x ", "a\tb", "a\r\nb", "\n", "\x7F", "\xC3\xB6"}) {
    CAPTURE(text);
    CHECK(!fits_into_header(text));
  }
}

TEST_CASE("a header is a name, a colon, a blank and a value") {
  for (const char* line : {"X-Key: one two", "a: b", "X_1!: b: c", "X-Empty: "}) {
    CAPTURE(line);
    CHECK(is_header(line));
  }
  for (const char* line : {"", "X-Key", "X-Key:b", ": b", "X Key: b", "X-Key: a\r\nb", "X-Key: \x80"}) {
    CAPTURE(line);
    CHECK(!is_header(line));
  }
}
