#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/locale.h"
#include "support/value_generator.h"

namespace parley::base {
namespace {

using parley::test::any_value;

// A type and a value of it as JSON.
struct Sample {
  const char* type;
  const char* json;
};
constexpr Sample kSamples[] = {
    {"number", "1234.5"},
    {"percent", "12.5"},
    {"ordinal", "21"},
    {"money", R"({"amount":12.5,"currency":"USD"})"},
    {"date", R"("2026-03-02")"},
    {"time", R"("17:00")"},
    {"datetime", R"("2026-03-03T07:00")"},
    {"duration", R"("PT2H30M")"},
    {"date_range", R"({"from":"2026-03-09","to":"2026-03-13"})"},
    {"time_range", R"({"from":"15:00","to":"17:00"})"},
    {"datetime_range", R"({"from":"2026-03-09T15:00","to":"2026-03-09T17:00"})"},
    {"age", R"({"number":29,"unit":"year"})"},
    {"temperature", R"({"degrees":-5,"scale":"C"})"},
};

struct Row {
  const char* tag;
  const char* type;
  const char* style;
  const char* json;
  const char* said;
};

void check(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.tag << ' ' << row.type << ' ' << row.style << ' ' << row.json);
    const auto locale = Locale::find(row.tag);
    const auto value = Value::parse(row.json);
    REQUIRE(locale);
    REQUIRE(value.has_value());
    CHECK(locale->say(*value, row.type, row.style) == row.said);
  }
}

TEST_CASE("other languages have their own formats") {
  check({
      {"en-GB", "date", "", R"("2026-03-02")", "2 March 2026"},
      {"en-GB", "date", "short", R"("2026-03-02")", "02/03/2026"},
      {"en-GB", "time", "", R"("17:00")", "17:00"},
      {"en-GB", "money", "", R"({"amount":20,"currency":"GBP"})", "\u00A3\u0032\u0030"},
      {"de", "number", "", "1234.5", "1.234,5"},
      {"de", "number", "plain", "1234.5", "1234,5"},
      {"de", "ordinal", "", "21", "21."},
      {"de", "percent", "", "12.5", "12,5 %"},
      {"de", "money", "", R"({"amount":12.5,"currency":"EUR"})", "12,50 \u20AC"},
      {"de", "date", "", R"("2026-03-02")", "2. M\u00E4rz 2026"},
      {"de", "time", "", R"("17:00")", "17:00"},
      {"de", "duration", "", R"("PT2H30M")", "2 Stunden, 30 Minuten"},
      {"fr", "number", "", "1234567.5", "1 234 567,5"},
      {"fr", "ordinal", "", "1", "1er"},
      {"fr", "date", "full", R"("2026-03-02")", "lundi 2 mars 2026"},
      {"ja", "date", "", R"("2026-03-02")", "2026\u5E74\u0033\u6708\u0032\u65E5"},
      {"ja", "ordinal", "", "21", "\u7B2C\u0032\u0031"},
      {"ar", "number", "", "12", "\u0661\u0662"},
      {"ar", "age", "", R"({"number":2,"unit":"year"})", "\u0633\u0646\u062A\u0627\u0646"},
      {"pl", "age", "", R"({"number":1,"unit":"year"})", "1 rok"},
      {"pl", "age", "", R"({"number":2,"unit":"year"})", "2 lata"},
      {"pl", "age", "", R"({"number":5,"unit":"year"})", "5 lat"},
      {"th", "date", "::y", R"("2026-03-02")", "\u0E1E.\u0E28. 2569"},
      // Languages without ordinals in ICU do not use those of the machine's language.
      {"gd", "ordinal", "", "21", "21."},
  });
}

TEST_CASE("a style selects a longer or shorter format") {
  struct Case {
    const char* type;
    std::string style;
    bool is;
  };
  for (const Case& row : {
           Case{"number", "integer", true},
           Case{"number", "plain", true},
           Case{"number", "short", false},
           Case{"money", "code", true},
           Case{"money", "name", true},
           Case{"date", "short", true},
           Case{"date", "medium", true},
           Case{"date", "long", true},
           Case{"date", "full", true},
           Case{"date", "::MMMEd", true},
           Case{"date", "::MMMEdjm", false},
           Case{"date", "::", false},
           Case{"date", "::MMM d", false},
           Case{"date", "MMMEd", false},
           Case{"date", "::" + std::string(32, 'M'), true},
           Case{"date", "::" + std::string(33, 'M'), false},
           Case{"time", "short", true},
           Case{"time", "medium", true},
           Case{"time", "long", false},
           Case{"time", "::jm", false},
           Case{"datetime", "full", true},
           Case{"datetime", "::MMMEdjm", true},
           Case{"datetime", "::zzzz", false},
           Case{"duration", "short", true},
           Case{"duration", "long", false},
           Case{"percent", "integer", false},
           Case{"date_range", "short", false},
           Case{"number", "", false},
           Case{"email", "short", false},
           Case{"", "", false},
       }) {
    INFO(row.type << ' ' << row.style);
    CHECK(Locale::is_style(row.type, row.style) == row.is);
  }
  CHECK(Locale::find("en")->say(Value("2026-03-02"), "date", "no style") == "March 2, 2026");
}

TEST_CASE("every type of Locale::types() has a format, and other types have none") {
  const auto locale = Locale::find("ar-EG");
  std::vector<std::string> types;
  for (const Sample& sample : kSamples) {
    INFO(sample.type);
    const Value value = *Value::parse(sample.json);
    CHECK(locale->say(value, sample.type) != value.to_text());
    types.emplace_back(sample.type);
  }
  CHECK(Locale::types() == types);
  for (const char* type : {"email", "free_text", "", "Number", "order_id"}) {
    CHECK(locale->say(Value(1234.5), type) == "1234.5");
  }
}

TEST_CASE("any value of any type can be written, and an invalid value is written unchanged") {
  const auto may_be = [](const Value& value, std::string_view type) {
    return (value.if_int() || value.if_double()) && (type == "number" || type == "percent" || type == "ordinal");
  };
  CHECK(rc::check([&] {
    const std::string tag = *rc::gen::element<std::string>("en", "de", "fr", "ja", "ar", "pl", "fa");
    const std::string type = *rc::gen::elementOf(Locale::types());
    const Value value = any_value(2);
    const std::string said = Locale::find(tag)->say(value, type);
    const bool is_right = may_be(value, type) || said == value.to_text();
    RC_ASSERT(is_right);
  }));
}

TEST_CASE("almost valid values and any skeleton can be written") {
  CHECK(rc::check([] {
    const Sample sample = *rc::gen::elementOf(std::vector<Sample>(std::begin(kSamples), std::end(kSamples)));
    std::string json = sample.json;
    json[*rc::gen::inRange<std::size_t>(0, json.size())] = *rc::gen::elementOf(std::string("0129-:TPYMDHS\".,{}e "));
    const auto value = Value::parse(json);
    RC_PRE(value.has_value());
    std::string style = "::" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string("GyYQqMLwWdDEecajHms")));
    const std::string said = Locale::find("en")->say(*value, sample.type, style);
    RC_ASSERT(said.empty() == value->to_text().empty());
  }));
}

}  // namespace
}  // namespace parley::base
