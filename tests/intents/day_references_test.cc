// Tests days that refer to another day or only limit it.
#include "intents/entities/day_references.h"

#include <tuple>

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// Reads a message about a visit that is planned for Monday, December 14, 2026. Today is November 27, 2026, a Friday.
std::string day_in_message(const Bot& bot, const std::string& message, bool is_filled) {
  NluContext context;
  context.now = 1'795'737'600'000;
  context.intent = "move";
  if (is_filled) {
    context.filled = {"day"};
    context.values = Value(Value::Object{{"day", "2026-12-14"}});
    context.confirming = true;
  } else {
    context.waiting_for_param = "day";
  }
  const FlatMessage read = bot->understand(message, context);
  if (!read.named.empty()) return "asks";
  for (const ParamValue& value : read.answers) {
    if (value.param == "day") return value.valid ? *value.value.if_string() : value.rejection;
  }
  return "";
}

}  // namespace

TEST_CASE("6.19 a limit is no day, and a distance counts from the day that the param has") {
  const Bot visits =
      bot("intents:\n" +
          intent("move",
                 "match: [{regex: move}], confirm: 'On {day}?', params: {day: {type: date, required: true, ask: W}}"));
  const std::string none(kNoOneDay);
  const std::tuple<const char*, bool, std::string> rows[] = {
      // message, whether the param has a value, value or reason
      {"after the 14th", false, none},
      {"not before December 14", false, none},
      {"any time after Monday please", false, none},
      {"before the 14th", false, none},
      {"later than the 14th", false, none},
      {"from the 14th on", false, none},
      {"from the 14th onwards, please", false, none},
      {"the day after tomorrow", false, "2026-11-29"},
      {"two days after December 14", false, "2026-12-16"},
      {"the day after the 14th", false, none},
      {"from the 14th", false, "2026-12-14"},
      {"by the 14th", false, "2026-12-14"},
      {"on the 14th", false, "2026-12-14"},
      {"tomorrow, after work", false, "2026-11-28"},
      {"2 weeks later", false, none},
      {"in 2 weeks", false, "2026-12-11"},
      {"no, 2 weeks later", true, "2026-12-28"},
      {"no, a day earlier", true, "2026-12-13"},
      {"one week after that please", true, "2026-12-21"},
      {"no, a month later", true, "2027-01-14"},
      {"thursday that week please", true, "2026-12-17"},
      {"no, thursday", true, "2026-12-03"},
      {"no, after the 15th", true, "asks"},
  };
  for (const auto& [message, is_filled, expected] : rows) {
    INFO(message);
    CHECK(day_in_message(visits, message, is_filled) == expected);
  }
  CHECK(flat(visits->understand("move it, but only after the 14th")).params.empty());
}

}  // namespace parley::intents
