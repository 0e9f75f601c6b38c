// Tests percent, ordinal, age, temperature and duration, which are numbers with a unit.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("number: fractions, powers and numbers in groups are read") {
  check(*make_number(), {
                            {"[3/4] cup, [2 1/4] miles", {"0.75", "2.25"}},
                            {"[three quarters]", {"0.75"}},
                            {"[twenty-three fifths]", {"4.6"}},
                            {"[a hundred and three quarters]", {"100.75"}},
                            {"[one hundred and thirty-two fifths]", {"26.4"}},
                            {"[two and a half]", {"2.5"}},
                            {"[3 million and a half]", {"3500000"}},
                            {"[half a million] people", {"500000"}},
                            {"[a third] of them", {"0.3333333333333333"}},
                            {"[one out of four]", {"0.25"}},
                            {"[\u00bd] and [1\u00be]", {"0.5", "1.75"}},
                            {"[1e3], [2^10]", {"1000", "1024"}},
                            {"[40 000] or [1 234 567.5]", {"40000", "1234567.5"}},
                            {"[4 thousand 3 hundred and 21]", {"4321"}},
                            {"[three dozens], [three hundred and two dozens]", {"36", "324"}},
                            {"[5 thousand and one] steps", {"5001"}},
                            {"[5,50] or [1,5]", {"5.5", "1.5"}},
                            {"[1.3x10^6]", {"1300000"}},
                            {"a third option"},
                            {"24/7"},
                        });
}

TEST_CASE("percent: percentages are read") {
  check(*make_percent(), {
                             {"[12.5%] off", {"12.5"}},
                             {"[minus five percent], [10 per cent]", {"-5", "10"}},
                             {"[twenty percent] of 50", {"20"}},
                             {"the % of it"},
                             {"50"},
                         });
  check(*make_percent(), {{"[50]", {"50"}}, {"[10 %] of 50", {"10"}}}, true);
}

TEST_CASE("ordinal: positions are read") {
  check(*make_ordinal(), {
                             {"the [1st], the [22nd] and the [third]", {"1", "22", "3"}},
                             {"[twenty-first], [two hundredth]", {"21", "200"}},
                             {"[one hundred and second]", {"102"}},
                             {"march 3rd"},
                             {"thirdly"},
                             {"seconds"},
                             {"three"},
                         });
}

TEST_CASE("age: ages are read") {
  const auto age = [](const char* number, const char* unit) {
    return std::string("{\"number\":") + number + ",\"unit\":\"" + unit + "\"}";
  };
  check(*make_age(), {
                         {"she is [29 years old]", {age("29", "year")}},
                         {"a [3-year-old] and one [6 weeks of age]", {age("3", "year"), age("6", "week")}},
                         {"[aged 87]", {age("87", "year")}},
                         {"[five months old]", {age("5", "month")}},
                         {"5 years ago"},
                         {"page 87"},
                         {"-5 years old"},
                     });
  check(*make_age(), {{"I am [34]", {age("34", "year")}}, {"[8 months old]", {age("8", "month")}}}, true);
}

TEST_CASE("temperature: temperatures are read") {
  const auto degrees = [](const char* number, const char* scale) {
    return std::string("{\"degrees\":") + number + ",\"scale\":" + scale + "}";
  };
  check(*make_temperature(), {
                                 {"[98.6 degrees f]", {degrees("98.6", "\"F\"")}},
                                 {"[-5\u00b0C] outside", {degrees("-5", "\"C\"")}},
                                 {"[20 celsius], [300 kelvin]", {degrees("20", "\"C\""), degrees("300", "\"K\"")}},
                                 {"set it to [85 degrees].", {degrees("85", "null")}},
                                 {"a 45 degrees angle"},
                                 {"14.7C a share"},
                             });
  check(*make_temperature(), {{"[21]", {degrees("21", "null")}}}, true);
}

TEST_CASE("duration: durations are read") {
  check(*make_duration(), {
                              {"for [3 days]", {q("P3D")}},
                              {"[two and a half hours]", {q("PT2H30M")}},
                              {"[half an hour] or [an hour and a half]", {q("PT30M"), q("PT1H30M")}},
                              {"[1 hour and 20 minutes]", {q("PT1H20M")}},
                              {"[2 years, 3 months]", {q("P2Y3M")}},
                              {"[a fortnight]", {q("P14D")}},
                              {"[90 mins]", {q("PT1H30M")}},
                              {"[a few weeks]", {q("P21D")}},
                              {"[10D]", {q("P10D")}},
                              {"[one and half hour]", {q("PT1H30M")}},
                              {"[more than 4 days]", {q("P4D")}},
                              {"every 3 weeks, once a year"},
                              {"3 dayses"},
                              {"5"},
                          });
}

}  // namespace
}  // namespace parley::intents
