// Tests which parts of a text must not change.
#include "wording/exact_parts.h"

#include <catch2/catch.hpp>

using namespace parley;
using wording::ExactParts;
using Parts = std::vector<std::string>;

TEST_CASE("numbers, codes, dates, times and links of English texts are found") {
  const ExactParts exact(*base::Locale::find("en"));
  struct Case {
    const char* text;
    Parts parts;
  };
  const Case cases[] = {
      {"Which order is it?", {}},
      {"It costs $12.50, or 12,50 EUR.", {"$12.50", "12,50"}},
      {"Your order (O-12345) has 3 items.", {"O-12345", "3"}},
      {"Write to help@shop.example or see https://shop.example/a?b=1.",
       {"help@shop.example", "https://shop.example/a?b=1"}},
      {"Visit shop.example!", {"shop.example"}},
      {"We are open on Monday and in March.", {"monday", "march"}},
      {"On Mondays and Thursdays", {"monday", "thursday"}},
      {"It takes twenty minutes.", {"twenty"}},
      {"It comes tomorrow at noon.", {"tomorrow", "noon"}},
      {"Which one do you mean? One second.", {}},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(exact.of(one.text) == one.parts);
  }
}

TEST_CASE("a negation is found in English") {
  const ExactParts exact(*base::Locale::find("en"));
  for (const char* text :
       {"We cannot do that.", "I can\xE2\x80\x99t find it", "It is not here.", "No orders", "I was unable to."}) {
    INFO(text);
    CHECK(exact.has_negation(text));
  }
  for (const char* text : {"We can do that.", "I note it.", "Nobel", ""}) {
    INFO(text);
    CHECK_FALSE(exact.has_negation(text));
  }
}

#ifdef PARLEY_LOCALES
TEST_CASE("another language has its own names of days and months") {
  const ExactParts exact(*base::Locale::find("de"));
  CHECK(exact.of("Wir liefern am Dienstag oder im M\xC3\xA4rz, ab 20 Uhr.") == Parts{"dienstag", "marz", "20"});
  CHECK(exact.of("tomorrow").empty());
  CHECK_FALSE(exact.has_negation("not"));
}
#endif
