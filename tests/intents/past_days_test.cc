// Tests `prefer: past`: a day without a year is the last such day, and not the next.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

struct PastDayRow {
  const char* text;
  const char* next;
  const char* last;
};

std::string only_value(const Recogniser& type, const char* text, bool in_past) {
  std::vector<Found> found;
  type.find({text, Now(kMonday, {}), false, in_past}, found);
  return found.size() == 1 ? found.front().value.to_text() : std::to_string(found.size()) + " values";
}

TEST_CASE("a day without a year or week is the next such day; with prefer: past, it is the last such day") {
  const auto date = make_date();
  const auto datetime = make_datetime();
  for (const PastDayRow& row : {
           PastDayRow{"on friday", "2026-03-06", "2026-02-27"},
           PastDayRow{"monday", "2026-03-09", "2026-02-23"},
           PastDayRow{"next friday", "2026-03-13", "2026-03-13"},
           PastDayRow{"this friday", "2026-03-06", "2026-03-06"},
           PastDayRow{"last friday", "2026-02-27", "2026-02-27"},
           PastDayRow{"march 5th", "2026-03-05", "2025-03-05"},
           PastDayRow{"march 2nd", "2026-03-02", "2026-03-02"},
           PastDayRow{"1 march", "2027-03-01", "2026-03-01"},
           PastDayRow{"february 29", "2028-02-29", "2024-02-29"},
           PastDayRow{"march 5th 2027", "2027-03-05", "2027-03-05"},
           PastDayRow{"on the 5th", "2026-03-05", "2026-02-05"},
           PastDayRow{"on the 31st", "2026-03-31", "2026-01-31"},
           PastDayRow{"on 3/5", "2026-03-05", "2025-03-05"},
           PastDayRow{"friday the 13th", "2026-03-13", "2026-02-13"},
           PastDayRow{"christmas eve", "2026-12-24", "2025-12-24"},
           PastDayRow{"next christmas", "2026-12-25", "2026-12-25"},
           PastDayRow{"tomorrow", "2026-03-03", "2026-03-03"},
           PastDayRow{"in two days", "2026-03-04", "2026-03-04"},
       }) {
    INFO(row.text);
    CHECK(only_value(*date, row.text, false) == row.next);
    CHECK(only_value(*date, row.text, true) == row.last);
  }
  CHECK(only_value(*datetime, "friday at 7:30 pm", true) == "2026-02-27T19:30");
}

TEST_CASE("a range of days without a year is the next such range; with prefer: past, it is the last such range") {
  const auto range = make_date_range();
  const auto moments = make_datetime_range();
  for (const PastDayRow& row : {
           PastDayRow{"march 5 to march 9", R"({"from":"2026-03-05","to":"2026-03-09"})",
                      R"({"from":"2025-03-05","to":"2025-03-09"})"},
           PastDayRow{"from 3 to 7 april", R"({"from":"2026-04-03","to":"2026-04-07"})",
                      R"({"from":"2025-04-03","to":"2025-04-07"})"},
           PastDayRow{"in april", R"({"from":"2026-04-01","to":"2026-04-30"})",
                      R"({"from":"2025-04-01","to":"2025-04-30"})"},
           PastDayRow{"in february", R"({"from":"2027-02-01","to":"2027-02-28"})",
                      R"({"from":"2026-02-01","to":"2026-02-28"})"},
           PastDayRow{"the weekend", R"({"from":"2026-03-07","to":"2026-03-08"})",
                      R"({"from":"2026-02-28","to":"2026-03-01"})"},
           PastDayRow{"since friday", R"({"from":"2026-02-27","to":null})", R"({"from":"2026-02-27","to":null})"},
           PastDayRow{"from friday to monday", R"({"from":"2026-03-06","to":"2026-03-09"})",
                      R"({"from":"2026-02-27","to":"2026-03-02"})"},
           PastDayRow{"next month", R"({"from":"2026-04-01","to":"2026-04-30"})",
                      R"({"from":"2026-04-01","to":"2026-04-30"})"},
       }) {
    INFO(row.text);
    CHECK(only_value(*range, row.text, false) == row.next);
    CHECK(only_value(*range, row.text, true) == row.last);
  }
  CHECK(only_value(*moments, "friday from 5 pm to 7 pm", true) ==
        R"({"from":"2026-02-27T17:00","to":"2026-02-27T19:00"})");
}

TEST_CASE("prefer: past applies to ranges and to an entity that contains a range") {
  const Bot shop = bot(R"(
entities:
  stay: {template: 'stay {date_range}'}
intents:
  - id: complain
    match: [{regex: complain}]
    params:
      nights: {type: date_range, prefer: past, required: true, ask: When?}
      moments: {type: datetime_range, prefer: past}
      stay: {type: stay, prefer: past}
    steps: [{say: ok}]
)");
  NluContext nlu_context;
  nlu_context.now = kMonday;
  CHECK(brief(flat(shop->understand("I complain, stay march 5 to march 9", nlu_context)).params) ==
        std::vector<std::string>{R"(stay={"from":"2025-03-05","to":"2025-03-09"})"});
  nlu_context.intent = "complain";
  nlu_context.waiting_for_param = "nights";
  CHECK(brief(flat(shop->understand("march 5 to march 9", nlu_context)).answers) ==
        std::vector<std::string>{R"(nights={"from":"2025-03-05","to":"2025-03-09"})"});
}

TEST_CASE("prefer: past applies to a param in rules, templates, answers and compositions") {
  const Bot shop = bot(R"(
entities:
  visit: {template: 'visit of {date}'}
intents:
  - id: complain
    match: [{regex: complain}, {template: 'bought {bought} returned {back}'}]
    params:
      bought: {type: date, prefer: past, required: true, ask: When?}
      visit: {type: visit, prefer: past}
      back: {type: date, param_mapping: ['back (?P<value>.+)']}
    steps: [{say: ok}]
)");
  NluContext nlu_context;
  nlu_context.now = kMonday;
  const auto params = [&](const char* text) { return brief(flat(shop->understand(text, nlu_context)).params); };
  CHECK(params("bought friday returned saturday") ==
        std::vector<std::string>{"bought=\"2026-02-27\"", "back=\"2026-03-07\""});
  CHECK(params("I complain of the visit of march 5th") == std::vector<std::string>{"visit=\"2025-03-05\""});
  nlu_context.intent = "complain";
  nlu_context.waiting_for_param = "bought";
  CHECK(brief(flat(shop->understand("on friday", nlu_context)).answers) ==
        std::vector<std::string>{"bought=\"2026-02-27\""});
  CHECK(shop->validate("complain", "bought", Value("friday"), nlu_context).value == Value("2026-02-27"));

  const auto refused = Catalog::parse(
      std::string(kHead) + "intents:\n" + intent("x", "match: [{regex: x}], params: {n: {type: number, prefer: past}}"),
      "bot.yaml");
  REQUIRE(!refused);
  CHECK(refused.error().to_string().find("error[E310]: 'prefer' does not apply to the type") != std::string::npos);
}

}  // namespace
}  // namespace parley::intents
