// Tests where a free text ends inside a longer message.
#include "intents/trailing_values.h"

#include <tuple>

#include <catch2/catch.hpp>

namespace parley::intents {

TEST_CASE("6.18 a free text ends before values and polite words") {
  const std::tuple<const char*, const char*, const char*> rows[] = {
      // text, value at its end or inside, text without it
      {"to 5 Mill Lane so both pls AB-1003", "AB-1003", "to 5 Mill Lane"},
      {"to 5 Mill Lane, my customer number is AB-1003.", "AB-1003", "to 5 Mill Lane"},
      {"to 5 Mill Lane, thanks!", "", "to 5 Mill Lane"},
      {"to 5 Mill Lane for AB-1003 please", "AB-1003", "to 5 Mill Lane"},
      {"to AB-1003 Mill Lane", "AB-1003", "to AB-1003 Mill Lane"},
      {"to the house that we both share and", "", "to the house that we both share and"},
      {"to 12 Maple Road Tucson AZ 85701", "85701", "to 12 Maple Road Tucson AZ 85701"},
      {"to 12 Maple Road Tucson, 85701", "85701", "to 12 Maple Road Tucson"},
      {"to 12 Maple Road for order 85701", "85701", "to 12 Maple Road"},
      {"", "", ""},
  };
  for (const auto& [text, value, expected] : rows) {
    INFO(text);
    std::vector<Found> values;
    const std::string_view all = text;
    if (*value) {
      const std::size_t begin = all.find(value);
      values.push_back({Value(value), begin, begin + std::string_view(value).size()});
    }
    CHECK(all.substr(0, end_before_values(all, values)) == expected);
  }
}

}  // namespace parley::intents
