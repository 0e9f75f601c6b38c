// Tests numbers formatted for people.
#include "report/number_format.h"

#include <catch2/catch.hpp>

#include "report/string_interner.h"

using namespace parley::report;

TEST_CASE("counts have thousands separators") {
  for (const auto& [count, text] : std::vector<std::pair<std::int64_t, const char*>>{
           {0, "0"}, {999, "999"}, {1'000, "1,000"}, {1'234'567, "1,234,567"}, {-1'000, "-1,000"}}) {
    CHECK(count_text(count) == text);
  }
  CHECK(count_text(std::optional<std::int64_t>()) == "unknown");
}

TEST_CASE("durations use the unit that makes them short") {
  for (const auto& [us, text] : std::vector<std::pair<std::int64_t, const char*>>{{0, "0 us"},
                                                                                  {999, "999 us"},
                                                                                  {1'000, "1.00 ms"},
                                                                                  {12'345, "12.3 ms"},
                                                                                  {999'499, "999 ms"},
                                                                                  {999'500, "1.00 s"},
                                                                                  {61'000'000, "61.0 s"},
                                                                                  {180'000'000, "3.00 min"}}) {
    CHECK(duration_text(us) == text);
  }
}

TEST_CASE("a share is shown as - if the whole is 0") {
  CHECK(share_text(1, 0) == "-");
  CHECK(share_text(1, 8) == "12.5 %");
  CHECK(share_text(std::nullopt) == "-");
}

TEST_CASE("names beyond the limit share one entry, and long names end at a character boundary") {
  StringInterner names;
  const NameId first = names.id_of("refund");
  CHECK(names.id_of("refund") == first);
  for (int i = 0; i < 60'000; ++i) names.id_of("name" + std::to_string(i));
  CHECK(names.size() == StringInterner::kMaxNames);
  CHECK(names.id_of("one more") == kOtherNames);
  CHECK(names.to_string(first) == "refund");
  CHECK(cut_bytes("\xC3\xA4\xC3\xA4", 3) == "\xC3\xA4");
}
