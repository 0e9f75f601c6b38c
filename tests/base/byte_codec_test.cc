// Tests the numbers and texts of compact stored forms.
#include "base/byte_codec.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace parley::base {
namespace {

TEST_CASE("numbers and texts of every size are read as they were written") {
  const std::vector<std::uint64_t> numbers = {0, 1, 127, 128, 16383, 16384, UINT64_MAX};
  const std::vector<std::int64_t> signed_numbers = {0, -1, 1, -64, 64, 1795455067921, INT64_MIN, INT64_MAX};
  const std::vector<std::string> texts = {
      "", "a", std::string("\0\xff", 2), std::string(1000, 'x'), "twice, twice", "twice, twice", ""};
  std::string bytes;
  ByteWriter out(bytes);
  for (const auto number : numbers) out.number(number);
  for (const auto number : signed_numbers) out.signed_number(number);
  for (const auto& text : texts) out.text(text);
  ByteReader in(bytes);
  for (const auto number : numbers) CHECK(in.number() == number);
  for (const auto number : signed_numbers) CHECK(in.signed_number() == number);
  for (const auto& text : texts) CHECK(in.text() == text);
  CHECK(in.is_at_end());
  CHECK_FALSE(in.failed());
  CHECK(in.byte() == 0);
  CHECK(in.failed());
}

TEST_CASE("a form that ends early, refers to no text or counts too much is an error") {
  for (const std::string& bytes : {std::string("\x80"), std::string("\x08xyz"), std::string("\x01"),
                                   std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")}) {
    ByteReader in(bytes);
    CHECK(in.text().empty());
    CHECK(in.failed());
  }
  ByteReader in("\x05xy");
  CHECK(in.count() == 0);
  CHECK(in.failed());
}

}  // namespace
}  // namespace parley::base
