// date and time: values, places and what is neither. The rows are read on Monday, 2 March 2026.
#include "intents/entities/built_in.h"
#include "tests/intents/reading.h"

namespace parley::intents {
namespace {

std::string q(const char* text) { return '"' + std::string(text) + '"'; }

TEST_CASE("date: written out") {
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
                          {"the [5th of March, 2027]", {q("2027-03-05")}},
                          {"[March 5th]", {q("2026-03-05")}},
                          {"[march the 5th]", {q("2026-03-05")}},
                          {"[Mar 1]", {q("2027-03-01")}},
                          {"[March 2]", {q("2026-03-02")}},
                          {"[May 5] or [Sept 6 2026]", {q("2026-05-05"), q("2026-09-06")}},
                          {"[Feb 29]", {q("2028-02-29")}},
                          {"2015 [March 5]", {q("2026-03-05")}},
                          {"\u00e9t\u00e9 [5 March 2026]\u2026", {q("2026-03-05")}},
                          {"[2026\u201305\u201303]", {q("2026-05-03")}},
                          {"[Monday 30 November]", {q("2026-11-30")}},
                          {"[monday, the 5th of March], please", {q("2026-03-05")}},
                          {"[Sunday, 5/3/2026]", {q("2026-05-03")}},
                          {"from [2026-05-03] to [2026-05-07]", {q("2026-05-03"), q("2026-05-07")}},
                      });
}

TEST_CASE("date: relative to now") {
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

TEST_CASE("date: what is none") {
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

TEST_CASE("date: an answer needs less proof") {
  check(*make_date(),
        {{"[5/3]", {q("2026-05-03")}},
         {"the [5th]", {q("2026-03-05")}},
         {"the [1st]", {q("2026-04-01")}},
         {"[31st]", {q("2026-03-31")}},
         {"[fri]", {q("2026-03-06")}},
         {"5"}},
        true);
}

TEST_CASE("time: written out") {
  check(*make_time(), {
                          {"[19:30]", {q("19:30")}},
                          {"at [7:05], ok", {q("07:05")}},
                          {"[19:30:15]", {q("19:30")}},
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

TEST_CASE("time: what is none") {
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

TEST_CASE("time: the answer may be a bare hour") {
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
