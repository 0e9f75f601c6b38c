// Tests that a build without ICU formats English values as ICU does.
#include "base/english/english_locale.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/locale.h"

namespace parley::base {
namespace {

using Locales = std::vector<std::pair<const char*, std::shared_ptr<const Locale>>>;

// Returns the English locale of this build, which may use ICU, and the English locale of builds without ICU.
Locales english_locales() { return {{"this build", Locale::find("en")}, {"English alone", english_locale("en")}}; }

void check_same(const Value& value, const std::string& type, const std::string& style = {}) {
  INFO(type << ' ' << style << ' ' << value.to_json());
  CHECK(english_locale("en")->say(value, type, style) == Locale::find("en")->say(value, type, style));
}

struct EnglishRow {
  const char* type;
  const char* style;
  const char* json;
  const char* said;
};

TEST_CASE("values are written in English formats") {
  constexpr EnglishRow kRows[] = {
      {"number", "", "1234.5", "1,234.5"},
      {"number", "", "0.12345678", "0.123457"},
      {"number", "", "-0.0", "0"},
      {"number", "", "9223372036854775807", "9,223,372,036,854,775,807"},
      {"number", "integer", "1234.5", "1,235"},
      {"number", "plain", "1234.5", "1234.5"},
      {"percent", "", "12.5", "12.5%"},
      {"ordinal", "", "1", "1st"},
      {"ordinal", "", "12", "12th"},
      {"ordinal", "", "1021", "1,021st"},
      {"money", "", R"({"amount":20,"currency":"USD"})", "$20"},
      {"money", "", R"({"amount":20.0,"currency":"USD"})", "$20"},
      {"money", "", R"({"amount":12.5,"currency":"USD"})", "$12.50"},
      {"money", "", R"({"amount":-1234.565,"currency":"USD"})", "-$1,234.57"},
      {"money", "", R"({"amount":1200.5,"currency":"JPY"})", "\u00A51,201"},
      {"money", "", R"({"amount":20,"currency":"XYZ"})", "XYZ 20"},
      {"money", "", R"({"amount":12.5,"currency":null})", "12.50"},
      {"money", "code", R"({"amount":20,"currency":"USD"})", "USD 20"},
      {"money", "name", R"({"amount":20,"currency":"USD"})", "20 US dollars"},
      {"money", "name", R"({"amount":1,"currency":"USD"})", "1 US dollar"},
      {"date", "", R"("2026-03-02")", "March 2, 2026"},
      {"date", "short", R"("2026-03-02")", "3/2/26"},
      {"date", "medium", R"("2026-03-02")", "Mar 2, 2026"},
      {"date", "full", R"("2026-03-02")", "Monday, March 2, 2026"},
      {"date", "::MMMEd", R"("2026-03-02")", "Mon, Mar 2"},
      {"date", "", R"("1500-03-02")", "March 2, 1500"},
      {"date", "", R"("9999-12-31")", "December 31, 9999"},
      {"time", "", R"("17:00")", "5:00 PM"},
      {"time", "short", R"("00:05")", "12:05 AM"},
      {"time", "", R"("17:00:15")", "5:00:15 PM"},
      {"time", "medium", R"("17:00")", "5:00:00 PM"},
      {"datetime", "", R"("2026-03-03T07:00")", "March 3, 2026 at 7:00 AM"},
      {"datetime", "short", R"("2026-03-03T07:00")", "3/3/26, 7:00 AM"},
      {"datetime", "full", R"("2026-03-03T07:00:05")", "Tuesday, March 3, 2026 at 7:00:05 AM"},
      {"datetime", "::MMMEdjm", R"("2026-03-03T07:00")", "Tue, Mar 3, 7:00 AM"},
      {"duration", "", R"("PT2H30M")", "2 hours, 30 minutes"},
      {"duration", "short", R"("PT2H30M")", "2 hr, 30 min"},
      {"duration", "", R"("P1Y2M3W4DT5H6M7S")", "1 year, 2 months, 3 weeks, 4 days, 5 hours, 6 minutes, 7 seconds"},
      {"duration", "", R"("P0DT1M")", "1 minute"},
      {"duration", "", R"("PT0S")", "0 seconds"},
      {"date_range", "", R"({"from":"2026-03-09","to":"2026-03-13"})", "March 9 \u2013 13, 2026"},
      {"date_range", "", R"({"from":"2026-03-09","to":"2026-03-09"})", "March 9, 2026"},
      {"date_range", "", R"({"from":"2026-03-09","to":null})", "from Monday, March 9, 2026"},
      {"date_range", "", R"({"from":null,"to":"2026-03-13"})", "until Friday, March 13, 2026"},
      {"time_range", "", R"({"from":"15:00","to":"17:00"})", "3:00 \u2013 5:00 PM"},
      {"time_range", "", R"({"from":"15:00:30","to":"17:00"})", "3:00:30 PM \u2013 5:00:00 PM"},
      {"time_range", "", R"({"from":"11:00","to":"01:00"})", "11:00 AM \u2013 1:00 AM"},
      {"datetime_range", "", R"({"from":"2026-03-09T15:00","to":"2026-03-09T17:00"})",
       "March 9, 2026, 3:00 \u2013 5:00 PM"},
      {"datetime_range", "", R"({"from":null,"to":"2026-03-09T17:00"})", "until March 9, 2026 at 5:00 PM"},
      {"age", "", R"({"number":29,"unit":"year"})", "29 years"},
      {"age", "", R"({"number":1,"unit":"month"})", "1 month"},
      {"age", "", R"({"number":2.5,"unit":"year"})", "2.5 years"},
      {"temperature", "", R"({"degrees":-5,"scale":"C"})", "-5\u00B0\u0043"},
      {"temperature", "", R"({"degrees":98.6,"scale":"F"})", "98.6\u00B0\u0046"},
      {"temperature", "", R"({"degrees":-5,"scale":null})", "-5\u00B0"},
  };
  for (const auto& [name, locale] : english_locales()) {
    for (const EnglishRow& row : kRows) {
      INFO(name << ' ' << row.type << ' ' << row.style << ' ' << row.json);
      CHECK(locale->say(*Value::parse(row.json), row.type, row.style) == row.said);
    }
  }
}

TEST_CASE("a value of another type is written unchanged") {
  struct Case {
    const char* type;
    const char* json;
  };
  for (const Case& row : {
           Case{"number", R"("12")"},
           Case{"number", "1e300"},
           Case{"number", "true"},
           Case{"percent", "-1e15"},
           Case{"ordinal", "2.5"},
           Case{"ordinal", "-1"},
           Case{"money", "20"},
           Case{"money", R"({"amount":20})"},
           Case{"money", R"({"currency":"USD"})"},
           Case{"money", R"({"amount":"20","currency":"USD"})"},
           Case{"money", R"({"amount":20,"currency":"dollars"})"},
           Case{"money", R"({"amount":20,"currency":"\u20ac\u20ac\u20ac"})"},
           Case{"money", R"({"amount":20,"currency":7})"},
           Case{"money", R"({"amount":1e300,"currency":"USD"})"},
           Case{"date", R"("2026-02-31")"},
           Case{"date", R"("0000-01-01")"},
           Case{"date", R"("2026-3-2")"},
           Case{"date", R"("2026-03-02T07:00")"},
           Case{"date", "20260302"},
           Case{"time", R"("24:00")"},
           Case{"time", R"("7:00")"},
           Case{"time", R"("17:00Z")"},
           Case{"time", R"("07:00.55")"},
           Case{"datetime", R"("2026-03-02")"},
           Case{"datetime", R"("2026-03-02 07:00")"},
           Case{"datetime", R"("2026-03-02T07:00Z")"},
           Case{"datetime", R"("2026-03-02T07:00:61")"},
           Case{"duration", R"("P")"},
           Case{"duration", R"("PT")"},
           Case{"duration", R"("P1DT")"},
           Case{"duration", R"("PT1H1H")"},
           Case{"duration", R"("PT1M1H")"},
           Case{"duration", R"("PTT1H")"},
           Case{"duration", R"("P1H")"},
           Case{"duration", R"("P-1D")"},
           Case{"duration", R"("PT1.5H")"},
           Case{"duration", R"("PT99999999999H")"},
           Case{"duration", R"("P1")"},
           Case{"date_range", R"({"from":null,"to":null})"},
           Case{"date_range", R"({"from":"2026-03-09"})"},
           Case{"date_range", R"({"from":"2026-03-09","to":"15:00"})"},
           Case{"time_range", R"({"from":"15:00","to":17})"},
           Case{"datetime_range", R"({"from":"2026-03-09","to":"2026-03-09T17:00"})"},
           Case{"age", R"({"number":29})"},
           Case{"age", R"({"number":29,"unit":"dog year"})"},
           Case{"age", R"({"number":"29","unit":"year"})"},
           Case{"temperature", R"({"degrees":-5})"},
           Case{"temperature", R"({"degrees":-5,"scale":"X"})"},
           Case{"temperature", R"({"degrees":null,"scale":"C"})"},
       }) {
    INFO(row.type << ' ' << row.json);
    const auto value = Value::parse(row.json);
    REQUIRE(value.has_value());
    for (const auto& [name, locale] : english_locales()) CHECK(locale->say(*value, row.type) == value->to_text());
  }
  for (const double odd : {std::numeric_limits<double>::infinity(), std::nan(""), std::numeric_limits<double>::max()}) {
    for (const auto& [name, locale] : english_locales())
      CHECK(locale->say(Value(odd), "number") == Value(odd).to_text());
  }
}

TEST_CASE("the English locale without ICU writes numbers as ICU does") {
  for (const double number : {0.0, -0.0, 0.5, 1.0, 1.5, -1.0, 2.5, 0.0000005, 0.0000004, -0.0000001, 999.9999996, 1e9,
                              1e14, 123456789.123456789, 0.1 + 0.2, 1.005, 99999.9999999}) {
    for (const char* type : {"number", "percent"}) check_same(Value(number), type);
    for (const char* style : {"integer", "plain"}) check_same(Value(number), "number", style);
    for (const char* unit : {"year", "month", "week", "day"}) {
      check_same(Value(Value::Object{{"number", Value(number)}, {"unit", unit}}), "age");
    }
    for (const char* scale : {"C", "F", "K"}) {
      check_same(Value(Value::Object{{"degrees", Value(number)}, {"scale", scale}}), "temperature");
    }
    for (const char* currency : {"USD", "EUR", "JPY", "CHF", "KWD", "SEK", "usd", "CLF", "BRL", "INR", "ILS", "VND"}) {
      const Value money(Value::Object{{"amount", Value(number)}, {"currency", currency}});
      check_same(money, "money");
      check_same(money, "money", "code");
    }
    for (const char* currency : {"USD", "EUR", "JPY", "CHF", "GBP", "CNY", "KRW", "INR", "MXN", "NZD", "TWD", "AUD"}) {
      check_same(Value(Value::Object{{"amount", Value(number)}, {"currency", currency}}), "money", "name");
    }
  }
  for (std::int64_t whole : {0, 1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 100, 101, 111, 112, 1013, 1000000}) {
    check_same(Value(whole), "ordinal");
    check_same(Value(-whole), "number");
    for (const bool ordinal : {false, true}) {
      CHECK(english_locale("en")->plural(static_cast<double>(whole), ordinal) ==
            Locale::find("en")->plural(static_cast<double>(whole), ordinal));
    }
  }
  for (const char* text : {"P1Y", "P2Y1M", "P1W", "P2W3D", "P1D", "PT1H1M1S", "PT48H", "PT0S", "P10Y11M"}) {
    check_same(Value(text), "duration");
    check_same(Value(text), "duration", "short");
  }
}

TEST_CASE("the English locale without ICU writes dates and times as ICU does") {
  const std::vector<std::string> days = {"2026-03-02", "0001-01-01", "1582-10-10",
                                         "1969-12-31", "2000-02-29", "9999-12-31"};
  const std::vector<std::string> times = {"00:00", "00:05:09", "11:59", "12:00", "13:07:00", "23:59:59"};
  for (const std::string& day : days) {
    for (const char* style : {"",        "short",  "medium",  "long",    "full",        "::y",    "::M",
                              "::d",     "::E",    "::EEEE",  "::yM",    "::yMd",       "::yMMM", "::yMMMM",
                              "::yMMMd", "::MMMd", "::MMMMd", "::MMMEd", "::EEEEMMMMd", "::Md",   "::yMMMEd",
                              "::yMEd",  "::MEd",  "::Ed",    "::yyMd",  "::yyyyMMMd",  "::EEEEd"}) {
      if (Locale::is_style("date", style) && is_english_skeleton(std::string_view(style).substr(2))) {
        check_same(Value(day), "date", style);
      }
    }
    for (const std::string& time : times) {
      for (const char* style : {"", "short", "medium", "long", "full", "::j", "::jm", "::Hm", "::hms", "::yMMMdjm",
                                "::MMMEdjm", "::MMMMdjm", "::yMdHm", "::EEEEMMMMdhm", "::MMMd"}) {
        check_same(Value(day + 'T' + time), "datetime", style);
      }
    }
  }
  for (const std::string& time : times) {
    for (const char* style : {"", "short", "medium"}) check_same(Value(time), "time", style);
  }
}

TEST_CASE("the English locale without ICU writes ranges as ICU does") {
  const auto check_pairs = [](const std::vector<std::string>& sides, const char* type) {
    for (const std::string& from : sides) {
      for (const std::string& to : sides) check_same(Value(Value::Object{{"from", from}, {"to", to}}), type);
    }
  };
  check_pairs({"2026-03-02", "2026-03-09", "2026-04-01", "2027-03-02", "1999-12-31"}, "date_range");
  check_pairs({"00:00", "09:30", "09:45", "11:59", "12:00", "17:00", "17:00:30"}, "time_range");
  check_pairs({"2026-03-02T09:00", "2026-03-02T10:30", "2026-03-02T17:00:01", "2026-03-03T09:00", "2027-01-01T00:00"},
              "datetime_range");
}

TEST_CASE("a locale without ICU keeps its tag and joins lists in English") {
  const auto english = english_locale("en-US");
  CHECK(english->tag() == "en-US");
  CHECK_FALSE(english->day_first());
  for (const auto& [name, locale] : english_locales()) {
    CHECK(locale->all_of({}).empty());
    CHECK(locale->all_of({"a", "b"}) == "a and b");
    CHECK(locale->all_of({"a", "b", "c"}) == "a, b, and c");
    CHECK(locale->one_of({"a", "b", "c"}) == "a, b, or c");
    CHECK(locale->one_of({"\xFF", "b"}) == "\uFFFD or b");
  }
}

TEST_CASE("a build without ICU does not accept a skeleton that only ICU can write") {
  for (const char* fields : {"G", "yQ", "yMMMMM", "w", "yE", "ME", "yMdd", "mm", "s", "hHm", "MMMdM", "zzz", ""}) {
    INFO(fields);
    CHECK_FALSE(is_english_skeleton(fields));
  }
}

}  // namespace
}  // namespace parley::base
