// Tests date and time: values, positions, and texts that are neither. The time of the messages is Monday, 2 March 2026.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("date: written dates are read") {
  check(*make_date(), {
                          {"[2026-05-03]", {q("2026-05-03")}},
                          {"on [2026/5/3].", {q("2026-05-03")}},
                          {"[5/3/2026]", {q("2026-05-03")}},
                          {"[05/03/26]", {q("2026-05-03")}},
                          {"[12/31/95]", {q("1995-12-31")}},
                          {"[31/12/2026]", {q("2026-12-31")}},
                          {"[5-3-2026]", {q("2026-05-03")}},
                          {"[5.3.2026]", {q("2026-03-05")}},
                          {"[5 March 2026]", {q("2026-03-05")}},
                          {"[the 5th of March, 2027]", {q("2027-03-05")}},
                          {"[March 5th]", {q("2026-03-05")}},
                          {"[march the 5th]", {q("2026-03-05")}},
                          {"[Mar 1]", {q("2027-03-01")}},
                          {"[March 2]", {q("2026-03-02")}},
                          {"[May 5] or [Sept 6 2026]", {q("2026-05-05"), q("2026-09-06")}},
                          {"[Feb 29]", {q("2028-02-29")}},
                          {"[2015 March 5]", {q("2015-03-05")}},
                          {"\u00e9t\u00e9 [5 March 2026]\u2026", {q("2026-03-05")}},
                          {"[2026\u201305\u201303]", {q("2026-05-03")}},
                          {"[Monday 30 November]", {q("2026-11-30")}},
                          {"[monday, the 5th of March], please", {q("2026-03-05")}},
                          {"[Sunday, 5/3/2026]", {q("2026-05-03")}},
                          {"from [2026-05-03] to [2026-05-07]", {q("2026-05-03"), q("2026-05-07")}},
                      });
}

TEST_CASE("date: dates relative to now are read") {
  check(*make_date(), {
                          {"[today]", {q("2026-03-02")}},
                          {"[Tomorrow] morning", {q("2026-03-03")}},
                          {"since [yesterday]", {q("2026-03-01")}},
                          {"[the day after tomorrow]", {q("2026-03-04")}},
                          {"[day before yesterday]", {q("2026-02-28")}},
                          {"on [friday]", {q("2026-03-06")}},
                          {"[monday]", {q("2026-03-09")}},
                          {"[this monday]", {q("2026-03-02")}},
                          {"[next friday]", {q("2026-03-13")}},
                          {"[next sunday]", {q("2026-03-15")}},
                          {"[last friday]", {q("2026-02-27")}},
                          {"[last monday]", {q("2026-02-23")}},
                          {"[in 3 days]", {q("2026-03-05")}},
                          {"[in a week], [in two weeks time]", {q("2026-03-09"), q("2026-03-16")}},
                          {"[twenty days ago]", {q("2026-02-10")}},
                          {"[2 weeks from now]", {q("2026-03-16")}},
                      });
}

TEST_CASE("date: a day of the month is read") {
  check(*make_date(), {
                          {"[the first of next month]", {q("2026-04-01")}},
                          {"on [the 15th of last month]", {q("2026-02-15")}},
                          {"[last day of this month]", {q("2026-03-31")}},
                          {"[the first day of the following month]", {q("2026-04-01")}},
                          {"the first one of next month"},
                          {"the first"},
                          {"next month"},
                      });
  check(*make_date(),
        {
            {"[the first]", {q("2026-04-01")}},
            {"[the second], please", {q("2026-03-02")}},
            {"[the twenty-first] please", {q("2026-03-21")}},
            {"the [15th]", {q("2026-03-15")}},
            {"the first one"},
        },
        true);
}

TEST_CASE("date_range: a range up to now ends today, and a day of a month is not the month") {
  check(*make_date_range(), {
                                {"[from oct to now]", {R"({"from":"2025-10-01","to":"2026-03-02"})"}},
                                {"[from October to today]", {R"({"from":"2025-10-01","to":"2026-03-02"})"}},
                                {"[since the first of last month]", {R"({"from":"2026-02-01","to":null})"}},
                                {"the first of last month"},
                                {"[last month]", {R"({"from":"2026-02-01","to":"2026-02-28"})"}},
                            });
}

TEST_CASE("date: weekdays, holidays and distances are read") {
  check(*make_date(),
        {
            {"[friday the 13th]", {q("2026-03-13")}},
            {"on [the 18th]", {q("2026-03-18")}},
            {"[twenty-third of September]", {q("2026-09-23")}},
            {"[1 May nineteen ninety six]", {q("1996-05-01")}},
            {"[23/Sep/2020], [2019-aug-1], [20161016]", {q("2020-09-23"), q("2019-08-01"), q("2016-10-16")}},
            {"[Christmas Eve], [easter], [thanksgiving 2027]", {q("2026-12-24"), q("2026-04-05"), q("2027-11-25")}},
            {"[next week Wed] or [tuesday of next week]", {q("2026-03-11"), q("2026-03-10")}},
            {"[in two months], [one month ago]", {q("2026-05-02"), q("2026-02-02")}},
            {"[3 days from Tuesday]", {q("2026-03-06")}},
            {"[2 weeks before May 13 1999]", {q("1999-04-29")}},
            {"[sunday 31], [friday 13] at 7", {q("2026-05-31"), q("2026-03-13")}},
            {"[monday two weeks from now], [in 3 days on friday]", {q("2026-03-16"), q("2026-03-06")}},
            {"[sunday 29/3] 11.00am", {q("2026-03-29")}},
            {"[sunday] 13 people", {q("2026-03-08")}},
            {"every tuesday"},
            {"$12 December"},
        });
}

TEST_CASE("datetime: a day with a time is read") {
  check(*make_datetime(), {
                              {"[tomorrow at 7]", {q("2026-03-03T07:00")}},
                              {"[7:30 pm on friday]", {q("2026-03-06T19:30")}},
                              {"[tonight at 8], [last night at 8]", {q("2026-03-02T20:00"), q("2026-03-01T20:00")}},
                              {"[now]", {q("2026-03-02T09:00")}},
                              {"[in 5 minutes]", {q("2026-03-02T09:05")}},
                              {"[half an hour from now]", {q("2026-03-02T09:30")}},
                              {"[end of today]", {q("2026-03-02T23:59:59")}},
                              {"tomorrow"},
                              {"at 7pm"},
                          });
}

TEST_CASE("ranges: date, time and datetime ranges are read") {
  const auto range = [](const char* from, const char* to) {
    return std::string("{\"from\":") + from + ",\"to\":" + to + "}";
  };
  check(*make_date_range(),
        {
            {"[from May 5 to May 9]", {range("\"2026-05-05\"", "\"2026-05-09\"")}},
            {"[next week]", {range("\"2026-03-09\"", "\"2026-03-15\"")}},
            {"[April 2027]", {range("\"2027-04-01\"", "\"2027-04-30\"")}},
            {"[next 3 days]", {range("\"2026-03-03\"", "\"2026-03-05\"")}},
            {"[from March to May]", {range("\"2026-03-01\"", "\"2026-05-31\"")}},
            {"[between 2007 and 2009]", {range("\"2007-01-01\"", "\"2009-12-31\"")}},
            {"[before 2018] or [after 2020]", {range("null", "\"2017-12-31\""), range("\"2021-01-01\"", "null")}},
            {"[since tomorrow]", {range("\"2026-03-03\"", "null")}},
            {"[before friday]", {range("null", "\"2026-03-05\"")}},
            {"tomorrow"},
        });
  check(*make_time_range(), {
                                {"[from 3 to 5 pm]", {range("\"15:00\"", "\"17:00\"")}},
                                {"[between 9 to 10:30]", {range("\"09:00\"", "\"10:30\"")}},
                                {"[after 6pm]", {range("\"18:00\"", "null")}},
                                {"[in the morning]", {range("\"06:00\"", "\"12:00\"")}},
                                {"3 to 5"},
                            });
  check(*make_datetime_range(),
        {
            {"[tomorrow from 3 to 5 pm]", {range("\"2026-03-03T15:00\"", "\"2026-03-03T17:00\"")}},
            {"[tonight]", {range("\"2026-03-02T20:00\"", "\"2026-03-02T23:59\"")}},
            {"from 3 to 5 pm"},
        });
}

TEST_CASE("date: invalid dates are refused") {
  check(*make_date(), {{"5/3"},
                       {"2026"},
                       {"March"},
                       {"may"},
                       {"30 February 2026"},
                       {"2026-13-01"},
                       {"2/30/2026"},
                       {"1/2/3/4"},
                       {"10.0.0.1"},
                       {"555-1234"},
                       {"1/2-2026"},
                       {"todays"},
                       {"mondays"},
                       {"the 5th"},
                       {"sun"},
                       {"in some days"},
                       {"12026-05-03"},
                       {""}});
}

TEST_CASE("date: an answer may be incomplete") {
  check(*make_date(),
        {{"[5/3]", {q("2026-05-03")}},
         {"the [5th]", {q("2026-03-05")}},
         {"the [1st]", {q("2026-04-01")}},
         {"[31st]", {q("2026-03-31")}},
         {"[fri]", {q("2026-03-06")}},
         {"5"}},
        true);
}

TEST_CASE("time: written times are read") {
  check(*make_time(), {
                          {"[19:30]", {q("19:30")}},
                          {"at [7:05], ok", {q("07:05")}},
                          {"[19:30:15]", {q("19:30:15")}},
                          {"[7pm]", {q("19:00")}},
                          {"[7 PM]", {q("19:00")}},
                          {"[7.30 p.m.] sharp", {q("19:30")}},
                          {"[12am] [12pm]", {q("00:00"), q("12:00")}},
                          {"[19h30]", {q("19:30")}},
                          {"[seven pm]", {q("19:00")}},
                          {"[seven thirty pm]", {q("19:30")}},
                          {"[seven forty-five in the evening]", {q("19:45")}},
                          {"[7 o'clock] or [eight o\u2019clock]", {q("07:00"), q("08:00")}},
                          {"[7 in the morning]", {q("07:00")}},
                          {"[9:15 tonight]", {q("21:15")}},
                          {"[half past seven]", {q("07:30")}},
                          {"[quarter to eight in the evening]", {q("19:45")}},
                          {"[a quarter past 12]", {q("12:15")}},
                          {"[ten to one pm]", {q("12:50")}},
                          {"[20 minutes to 9]", {q("08:40")}},
                          {"[five to midnight]", {q("23:55")}},
                          {"[noon] and [midnight]", {q("12:00"), q("00:00")}},
                          {"\u65e5 [19:30]\U0001f55d", {q("19:30")}},
                          {"[10:00]-[12:00]", {q("10:00"), q("12:00")}},
                      });
}

TEST_CASE("time: invalid times are refused") {
  check(*make_time(), {{"7"},
                       {"seven"},
                       {"25:00"},
                       {"7:60"},
                       {"1:30:45:10"},
                       {"5 to 9"},
                       {"13am"},
                       {"7pma"},
                       {"7.30"},
                       {"$7pm"},
                       {"5.19:30"},
                       {"afternoon"},
                       {"half seven"},
                       {"19:305"},
                       {""}});
}

TEST_CASE("time: an answer may be a bare hour") {
  check(*make_time(),
        {{"[7]", {q("07:00")}},
         {"[seven thirty]", {q("07:30")}},
         {"[1930]", {q("19:30")}},
         {"[7.30]", {q("07:30")}},
         {"for 2 people at [7]", {q("07:00")}},
         {"2 people, [7pm]", {q("19:00")}},
         {"42"}},
        true);
}

}  // namespace
}  // namespace parley::intents
