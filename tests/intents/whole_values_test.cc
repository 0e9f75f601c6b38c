// Tests that a value is read completely or not at all. For example, parley reads no part of a longer number and no day
// that does not exist.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// Returns the values that a param of the type accepts, separated by blanks; "" if it accepts none. `asked`: whether the
// bot asks for the param.
std::string values_in(std::string_view type, std::string_view text, bool asked) {
  const auto recogniser = make_built_in(type);
  REQUIRE(recogniser);
  const FoldedText folded(text);
  Reading reading{folded.text(), Now(kMonday, {}), asked};
  reading.for_param = true;
  std::vector<Found> found;
  recogniser->find(reading, found);
  std::string all;
  for (const Found& one : found) all += (all.empty() ? "" : " ") + one.value.to_text();
  return all;
}

struct Case {
  const char* text;
  const char* expected = "";
};

void check_answers(std::string_view type, const std::vector<Case>& cases) {
  for (const Case& row : cases) {
    INFO(type << ": " << row.text);
    CHECK(values_in(type, row.text, true) == row.expected);
  }
}

// Checks that no value is read from these texts, whether the bot asks for the type or not.
void check_never(std::string_view type, const std::vector<const char*>& texts) {
  for (const char* text : texts) {
    for (const bool asked : {false, true}) {
      INFO(type << ": " << text << (asked ? ", asked" : ", not asked"));
      CHECK(values_in(type, text, asked).empty());
    }
  }
}

TEST_CASE("number: further digits are never cut off") {
  check_never("number", {"1e309",
                         "1e1000",
                         "1e-5000",
                         "2^5000",
                         "0x10",
                         "0b11",
                         "0o17",
                         "1_000",
                         "1'00",
                         "1'0000",
                         "12''000",
                         "1.2.3",
                         "1,2,3,4",
                         "5/6/7/8",
                         "--5",
                         "+-5",
                         "2+3",
                         "5*3",
                         "1e5e5",
                         "5\u00b2",
                         "12-34-56",
                         "10:30:99",
                         "1'000'00",
                         "1,0000",
                         "1000000000000000000000",
                         "1 000 000 000 000 000 000 000",
                         "1'000'000'000'000'000'000'000"});
  check_answers("number", {{"1'000", "1000"},
                           {"1\u2019000", "1000"},
                           {"12\u2019345\u2019678", "12345678"},
                           {"1'250.50", "1250.5"},
                           {"-1'000", "-1000"},
                           {"1e10", "10000000000"},
                           {"5k", "5000"},
                           {"5K", "5000"},
                           {"-1K", "-1000"},
                           {"-1 K", "-1"},
                           {"2.5 k", "2500"},
                           {"5kg", "5"},
                           {"3pcs", "3"},
                           {"5ish", "5"},
                           {"5.", "5"},
                           {"5, please", "5"},
                           {"'5'", "5"},
                           {"(-5)", "-5"},
                           {"5%", "5"}});
}

TEST_CASE("money: further digits are never cut off") {
  check_never("money", {"$1e309", "$0x10", "$1'00", "$1.2.3", "$1,2,3,4", "$5/6/7/8", "$1_000", "$5\u00b2", "1'00 EUR",
                        "1.2.3 EUR"});
  check_answers("money", {{"$1\u2019000", R"({"amount":1000,"currency":"USD"})"},
                          {"1'000.50 EUR", R"({"amount":1000.5,"currency":"EUR"})"},
                          {"$5/month", R"({"amount":5,"currency":"USD"})"},
                          {"1'000", R"({"amount":1000,"currency":null})"}});
}

TEST_CASE("counts and measures: further digits are never cut off") {
  check_never("percent", {"1e309%", "0x10%", "1'00%", "1.2.3%", "5/6/7/8%"});
  check_never("age", {"-3", "1e309", "0x10", "1'00 years old", "1.2.3 years old"});
  check_never("temperature", {"1e309 degrees", "0x10", "1'00 degrees", "1.2.3"});
  check_never("duration", {"1e309 days", "1'00 days", "0x10 hours", "1.2.3 hours", "-3 days", "1:30 hours"});
  check_never("ordinal", {"1.5th", "2/3rd", "-3rd", "1'00th", "10,5th"});
  check_never("head_count",
              {"-3", "minus 3", "-3 people", "negative two guests", "1'00", "1e309", "0x10", "2+1", "5\u00b2"});
  check_answers("duration", {{"1'000 days", "P1000D"}});
  check_answers("ordinal", {{"1,001st", "1001"}, {"1\u2019001st", "1001"}, {"21st", "21"}});
  check_answers("head_count", {{"3", "3"}, {"3 people", "3"}, {"a party of 3", "3"}});
  check_answers("temperature", {{"20 C", R"({"degrees":20,"scale":"C"})"},
                                {"-1 K", R"({"degrees":-1,"scale":"K"})"},
                                {"68F", R"({"degrees":68,"scale":"F"})"},
                                {"20", R"({"degrees":20,"scale":null})"}});
}

TEST_CASE("codes: further digits are never cut off") {
  check_never("credit_card", {"4111-1111-1111-1111-5", "1.4111111111111111", "4111111111111111.5"});
  check_never("us_ssn", {"123-45-67890", "123-45-6789-1", "0-123-45-6789"});
  check_never("ip", {"1.2.3.4.5", "1.2.3.400", "1.2.3"});
  check_never("uk_postcode", {"SW1A 1AA2", "5SW1A 1AA"});
  check_never("iban", {"DE89 3704 0044 0532 0130 001", "DE89-3704-0044-0532-0130-00-1"});
}

TEST_CASE("time: further digits and signs are never cut off") {
  check_never("time", {"-5:00", "at -5:00", "+5:00", "UTC-5:00", "GMT+2:00", "25:00", "12:60", "10:30:99", "1:2:3",
                       "12:345", "5:00:00:00", "0x10:00"});
  check_answers("time", {{"5:00", "05:00"}, {"by 5:00.", "05:00"}, {"10:30:15", "10:30:15"}});
}

TEST_CASE("date: a day that does not exist is not another day") {
  check_never("date", {"Feb 29 2027",  "Feb 29, 2027", "29 Feb 2027", "Feb 30",       "30 February", "30th of February",
                       "31 April",     "April 31st",   "2027-02-29",  "2026-02-30",   "31/04/2026",  "4/31/2026",
                       "30.02.2026",   "31.04.",       "2/30",        "on 2/30",      "May 5 10000", "5 May 10000",
                       "5/5/10000",    "10000-01-01",  "May 5 171",   "May 5, 12026", "2026-13-05",  "Feb 29th 2027",
                       "September 31", "31st of June", "5/6/7/8",     "1.2.3.4",      "0171-02-03",  "5/5/171"});
  check_answers("date", {{"Feb 29", "2028-02-29"},
                         {"Feb 29 2028", "2028-02-29"},
                         {"Feb 28 2027", "2027-02-28"},
                         {"May 5 2030", "2030-05-05"},
                         {"May 5 9999", "9999-05-05"},
                         {"31 March", "2026-03-31"}});
}

TEST_CASE("date: another number is not a date") {
  check_never("date", {"12 05", "my number is 0171 12 05 80", "my number is 01 05 23 45 67",
                       "my phone number is 12 05 1980", "my account number is 1234 56 78", "account 20120515",
                       "my account number is 20120515", "order no. 12/05/2026", "4711 0815", "0171 12 05",
                       "0171 2345678", "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00", "1234 5 6", "12345678",
                       "the code is 2010 5 12", "29 2027", "13th 1119 52", "171"});
  check_answers("date", {{"12/05", "2026-12-05"},
                         {"12.05.", "2026-05-12"},
                         {"it was 3.12.", "2026-12-03"},
                         {"5 May", "2026-05-05"},
                         {"the 12th", "2026-03-12"},
                         {"12 05 1980", "1980-05-12"},
                         {"18 5 1946", "1946-05-18"},
                         {"2709 19 79", "1979-09-27"},
                         {"27th of the 9th 79", "1979-09-27"},
                         {"20260503", "2026-05-03"},
                         {"2026 5 3", "2026-05-03"},
                         {"the number of people changed, I come on 5 May", "2026-05-05"}});
}

TEST_CASE("ranges: the end is not before the start") {
  check_never("date_range", {"from tomorrow to yesterday", "from tomorrow to today", "May 9 2026 - May 5 2026",
                             "between May 9 2026 and "
                             "May 5 2026",
                             "from Feb 30 to March 5", "from March 5 to Feb 30", "february 30", "30-31 February",
                             "2026-05-09 to 2026-05-01", "since Feb 30", "from 1 to 31 April", "April 9-5 "});
  check_never("datetime_range",
              {"from tomorrow at 7 pm to yesterday at 7 pm", "from tomorrow at 7 pm to tomorrow at 6 pm"});
  check_answers("date_range", {{"from monday to friday", R"({"from":"2026-03-09","to":"2026-03-13"})"},
                               {"from Feb 1 to May 1", R"({"from":"2027-02-01","to":"2027-05-01"})"},
                               {"from Dec 28 to Jan 3", R"({"from":"2026-12-28","to":"2027-01-03"})"},
                               {"from yesterday to tomorrow", R"({"from":"2026-03-01","to":"2026-03-03"})"},
                               {"from monday to today", R"({"from":"2026-02-23","to":"2026-03-02"})"},
                               {"from friday to friday", R"({"from":"2026-03-06","to":"2026-03-06"})"},
                               {"since monday", R"({"from":"2026-02-23","to":null})"}});
  check_answers("time_range", {{"from 10 pm to 2 am", R"({"from":"22:00","to":"02:00"})"}});
  check_answers("datetime_range",
                {{"tomorrow from 10 pm to 2 am", R"({"from":"2026-03-03T22:00","to":"2026-03-04T02:00"})"}});
}

TEST_CASE("an impossible value is rejected with the reason") {
  const Bot trip =
      bot("intents:\n" + intent("trip",
                                "match: [{regex: book}], params: {day: {type: date, required: true, ask: When?}, stay: "
                                "{type: date_range}, why: {type: free_text, required: true, ask: Why?}}"));
  NluContext nlu_context;
  nlu_context.now = kMonday;
  const auto reasons = [](const std::vector<ParamValue>& values) {
    std::string all;
    for (const ParamValue& value : values)
      all += value.param + (value.valid ? "" : ": " + value.rejection) + " at " + value.raw + ";";
    return all;
  };
  CHECK(reasons(flat(trip->understand("book Feb 30", nlu_context)).params) == "day: There is no such day. at Feb 30;");
  nlu_context.intent = "trip";
  nlu_context.waiting_for_param = "day";
  CHECK(reasons(flat(trip->understand("Feb 29 2027", nlu_context)).answers) ==
        "day: There is no such day. at Feb 29 2027;");
  CHECK(reasons(flat(trip->understand("on 31.04.2026 please", nlu_context)).answers) ==
        "day: There is no such day. at 31.04.2026;");
  nlu_context.waiting_for_param = "stay";
  nlu_context.filled = {"day"};
  CHECK(reasons(flat(trip->understand("from tomorrow to yesterday", nlu_context)).answers) ==
        "stay: The end is before the beginning. at from tomorrow to yesterday;");
  nlu_context.waiting_for_param = "why";
  nlu_context.filled = {"day", "stay"};
  CHECK(reasons(flat(trip->understand("I was born on Feb 30", nlu_context)).answers) == "why at I was born on Feb 30;");
  const ParamValue judged = trip->validate("trip", "day", Value("2026-02-30"), nlu_context);
  CHECK_FALSE(judged.valid);
  CHECK(judged.rejection == "There is no such day.");
}

TEST_CASE("ranges: a caller's range is valid if its bounds are valid and in order") {
  const auto days = make_date_range();
  const auto takes = [&](const char* from, const char* to) {
    return days->takes(Value(Value::Object{{"from", Value(from)}, {"to", Value(to)}}));
  };
  CHECK(takes("2026-05-01", "2026-05-09"));
  CHECK(takes("2026-05-01", "2026-05-01"));
  CHECK_FALSE(takes("2026-05-09", "2026-05-01"));
  CHECK_FALSE(takes("2026-02-30", "2026-05-01"));
  CHECK_FALSE(takes("soon", "later"));
  CHECK(days->takes(Value(Value::Object{{"from", Value("2026-05-01")}, {"to", Value()}})));
  CHECK_FALSE(days->takes(Value(Value::Object{{"from", Value()}, {"to", Value()}})));
}

TEST_CASE("phone: the bracketed zero after a country code is not part of the number") {
  for (const bool asked : {false, true}) {
    CHECK(values_in("phone", "+49 (0)171 234 56 78", asked) == "+491712345678");
    CHECK(values_in("phone", "+44 (0) 20 7946 0958", asked) == "+442079460958");
    CHECK(values_in("phone", "(+49) (0)171 2345678", asked) == "+491712345678");
    CHECK(values_in("phone", "0049 (0)171 2345678", asked) == "00491712345678");
    CHECK(values_in("phone", "+49 171 234 56 78", asked) == "+491712345678");
  }
  CHECK(values_in("phone", "0 (532) 123 45 67", true) == "05321234567");
}

TEST_CASE("phone: digits that are spoken as words belong to the number") {
  check_answers("phone", {{"zero one seven one 2345678", "01712345678"},
                          {"oh one seven one, 234 five six seven eight", "01712345678"},
                          {"oh one seven one double two three four five six", "0171223456"},
                          {"five five five one two three four", "5551234"},
                          {"zero one seven one triple two three four five", "0171222345"},
                          {"plus four nine one seven one 2345678", "+491712345678"},
                          {"my number is 555 1234 five", "55512345"},
                          {"it is 0171 2345678", "01712345678"},
                          {"I have two numbers, 0171 2345678", "01712345678"},
                          {"twenty one 2345678", ""},
                          {"0171 234 56 seventy eight", ""},
                          {"one two three", ""}});
}

}  // namespace
}  // namespace parley::intents
