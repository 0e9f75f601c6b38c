// Tests the formats of numbers.
#include "privacy/number_text.h"

#include <catch2/catch.hpp>

using namespace parley;
using privacy::number_at;
using privacy::plain_number;
using privacy::PlainNumber;

TEST_CASE("a program's number has digits and a point") {
  CHECK(plain_number("1234.50") == PlainNumber{"1234", "5"});
  CHECK(plain_number("-0012") == PlainNumber{"12", ""});
  CHECK(plain_number("0.25") == PlainNumber{"", "25"});
  for (const char* none : {"", "-", ".5", "1,5", "1e5", "12a", "1.2.3", "1 2"}) {
    INFO(none);
    CHECK_FALSE(plain_number(none));
  }
}

TEST_CASE("a number is recognised in the formats that people write") {
  struct Row {
    const char* number;
    const char* written;  // the text from the number's first digit on
    std::size_t size;     // 0: the text is another number
  };
  for (const Row& row : std::vector<Row>{
           {"1234.5", "1234.5", 6},
           {"1234.5", "1,234.50 EUR", 8},
           {"1234.5", "1.234,50", 8},
           {"1234.5", "1 234,5", 7},
           {"1234.5", "1'234.50", 8},
           {"1234.5", "12345", 0},
           {"1234.5", "1234.5.", 6},
           {"1234.5", "1234.51", 0},
           {"1234.5", "1.2345", 0},
           {"1234", "1,234", 5},
           {"1234", "1.234", 5},
           {"1234", "1 234 12", 5},
           {"1234", "1234.00", 7},
           {"1234", "12,34", 0},
           {"1234", "12345", 0},
           {"1234567", "12,34,567", 9},
           {"1234567", "1.234.567,00", 12},
           {"1234567", "1234567", 7},
           {"100", "100,00 100", 6},
       }) {
    INFO(row.number << " in " << row.written);
    const auto found = number_at(row.written, 0, *plain_number(row.number));
    CHECK((found ? found->end : 0) == row.size);
  }
}

TEST_CASE("the end of a longer number is not a number") {
  CHECK_FALSE(number_at("91234", 1, *plain_number("1234")));
  CHECK_FALSE(number_at("9,1234", 2, *plain_number("1234")));
  CHECK(number_at("a,1234", 2, *plain_number("1234")));
  CHECK(number_at("EUR1234", 3, *plain_number("1234")));
}
