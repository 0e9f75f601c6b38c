// Tests that days begin in the time zone of the bot, or of the user if the channel gives it. Durations are absolute.
#include <algorithm>

#include "base/time.h"
#include "parley/entities.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

Bot bot_in(const std::string& zone) {
  const auto parsed = Catalog::parse("parley: 1\nbot: {id: test, time_zone: " + zone + R"(}
intents:
  - {id: day, match: [{regex: '^day'}, {template: 'come {day}'}], params: {day: {type: date}}, steps: [{say: ok}]}
  - {id: moment, match: [{regex: ^moment}], params: {at: {type: datetime}}, steps: [{say: ok}]}
  - {id: clock, match: [{regex: ^clock}], params: {at: {type: time}}, steps: [{say: ok}]}
  - {id: days, match: [{regex: ^range}], params: {days: {type: date_range}}, steps: [{say: ok}]}
)",
                                     "bot.yaml");
  REQUIRE(parsed);
  return *parsed;
}

NluContext situation_at(const char* now, Value context) {
  NluContext nlu_context;
  nlu_context.now = *base::parse_iso8601(now);
  nlu_context.context = std::move(context);
  return nlu_context;
}

struct ZonedRow {
  const char* now;
  const char* text;
  const char* value;
};

void check_in_zone(const char* zone, const Value& context, const std::vector<ZonedRow>& rows) {
  const Bot bot = bot_in(zone);
  for (const ZonedRow& row : rows) {
    INFO(row.text << " at " << row.now);
    const auto params = flat(bot->understand(row.text, situation_at(row.now, context))).params;
    REQUIRE(params.size() == 1);
    CHECK(params.front().value.to_text() == row.value);
  }
}

TEST_CASE("days begin at midnight of the bot's time zone") {
  check_in_zone("Europe/Berlin", {},
                {
                    {"2026-03-02T22:59:59Z", "day: tomorrow", "2026-03-03"},
                    {"2026-03-02T23:00:00Z", "day: tomorrow", "2026-03-04"},
                    {"2026-07-02T21:59:59Z", "day: today", "2026-07-02"},
                    {"2026-07-02T22:00:00Z", "day: today", "2026-07-03"},
                    {"2026-03-02T23:00:00Z", "come today", "2026-03-03"},
                    {"2026-03-05T23:00:00Z", "day: on friday", "2026-03-13"},
                    {"2026-12-31T23:00:00Z", "day: january 1st", "2027-01-01"},
                    {"2026-03-02T23:00:00Z", "moment: tomorrow at 5 pm", "2026-03-04T17:00"},
                    {"2026-03-02T23:00:00Z", "moment: now", "2026-03-03T00:00"},
                    {"2026-03-02T23:00:00Z", "moment: end of today", "2026-03-03T23:59:59"},
                    {"2026-03-01T23:00:00Z", "range: this week", R"({"from":"2026-03-02","to":"2026-03-08"})"},
                });
}

TEST_CASE("durations are absolute across clock changes") {
  check_in_zone("Europe/Berlin", {},
                {
                    {"2026-03-29T00:30:00Z", "moment: in 2 hours", "2026-03-29T04:30"},
                    {"2026-03-29T02:00:00Z", "moment: 2 hours ago", "2026-03-29T01:00"},
                    {"2026-03-29T00:45:00Z", "clock: in half an hour", "03:15"},
                    {"2026-10-24T23:30:00Z", "moment: in 1 hour", "2026-10-25T02:30"},
                    {"2026-10-24T23:30:00Z", "moment: in 2 hours", "2026-10-25T02:30"},
                    {"2026-10-24T23:30:00Z", "moment: in 3 hours", "2026-10-25T03:30"},
                    {"2026-03-28T12:00:00Z", "moment: tomorrow at 5 pm", "2026-03-29T17:00"},
                });
}

TEST_CASE("the channel may give the time zone of a session") {
  const auto in = [](Value zone) { return Value(Value::Object{{"time_zone", std::move(zone)}}); };
  check_in_zone("Europe/Berlin", in(Value("America/New_York")),
                {
                    {"2026-03-03T04:59:59Z", "day: today", "2026-03-02"},
                    {"2026-03-03T05:00:00Z", "day: today", "2026-03-03"},
                    {"2026-03-08T06:30:00Z", "moment: in 2 hours", "2026-03-08T04:30"},
                });
  check_in_zone("Europe/Berlin", in(Value("UTC")), {{"2026-03-02T23:30:00Z", "day: today", "2026-03-02"}});
  check_in_zone("UTC", in(Value("Asia/Kolkata")), {{"2026-03-02T18:30:00Z", "day: today", "2026-03-03"}});
  for (const Value& unknown : {Value("CEST"), Value(""), Value(2), Value()}) {
    check_in_zone("Europe/Berlin", in(unknown), {{"2026-03-02T23:30:00Z", "day: today", "2026-03-03"}});
  }

  const Bot bot = bot_in("Europe/Berlin");
  const auto notes = [&](Value context) {
    return bot->explain("skates", situation_at("2026-03-02T09:00:00Z", std::move(context))).notes;
  };
  CHECK(notes({}).empty());
  CHECK(notes(in(Value("Asia/Kolkata"))).empty());
  CHECK(notes(in(Value("CEST"))) ==
        std::vector<std::string>{
            "context.time_zone is not a time zone: days and times use the bot's time zone, Europe/Berlin"});
}

TEST_CASE("validate() uses the time zone of the session, and EntityReader uses the time zone of the bot") {
  const Bot bot = bot_in("Europe/Berlin");
  const char* const now = "2026-03-02T23:30:00Z";
  const Value in_utc(Value::Object{{"time_zone", Value("UTC")}});
  CHECK(bot->validate("day", "day", Value("today"), situation_at(now, {})).value == Value("2026-03-03"));
  CHECK(bot->validate("day", "day", Value("today"), situation_at(now, in_utc)).value == Value("2026-03-02"));
  const auto reader = EntityReader::create(bot, {"date"});
  REQUIRE(reader);
  const auto found = (*reader)->find("today", *base::parse_iso8601(now));
  REQUIRE(found.size() == 1);
  CHECK(found.front().value == Value("2026-03-03"));
}

}  // namespace
}  // namespace parley::intents
