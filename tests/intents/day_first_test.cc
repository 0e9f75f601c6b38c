// Tests that the locale of the bot or the user decides whether 3/4 is March 4 or April 3.
#include "base/time.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

std::string day_in(const std::string& bot_locale, Value context, const std::string& text) {
  const auto bot = Catalog::parse("parley: 1\nbot: {id: test, locale: " + bot_locale + R"(}
intents: [{id: day, match: [{regex: '^on'}], params: {day: {type: date}}, steps: [{say: ok}]}]
)",
                                  "bot.yaml");
  REQUIRE(bot);
  NluContext nlu_context;
  nlu_context.now = *base::parse_iso8601("2026-03-02T09:00:00Z");
  nlu_context.context = std::move(context);
  const FlatMessage heard = (*bot)->understand(text, nlu_context);
  return heard.params.size() == 1 ? heard.params[0].value.to_text() : "";
}

}  // namespace

TEST_CASE("The locale decides which number of 3/4 is the day, unless only one number can be a day", "[locales]") {
  struct Row {
    const char* bot;
    const char* user;
    const char* text;
    const char* day;
  };
  const Row table[] = {
      {"en", "", "on 3/4/2026", "2026-03-04"},         {"en-GB", "", "on 3/4/2026", "2026-04-03"},
      {"de", "", "on 3/4/2026", "2026-04-03"},         {"en", "en-GB", "on 3/4/2026", "2026-04-03"},
      {"en-GB", "en-US", "on 3/4/2026", "2026-03-04"}, {"en", "no such", "on 3/4/2026", "2026-03-04"},
      {"en-GB", "", "on 3/13/2026", "2026-03-13"},     {"en", "", "on 13/3/2026", "2026-03-13"},
      {"en-GB", "", "on 3/4", "2026-04-03"},           {"en", "", "on 3/4", "2026-03-04"},
      {"en", "", "on 3.4.2026", "2026-04-03"},         {"en-GB", "", "on 2026-03-04", "2026-03-04"},
      {"ja", "", "on 3/4/2026", "2026-03-04"},
  };
  for (const Row& row : table) {
    INFO(row.bot << " " << row.user << " " << row.text);
    Value context;
    if (*row.user) context = Value::Object{{"locale", row.user}};
    CHECK(day_in(row.bot, context, row.text) == row.day);
  }
}

}  // namespace parley::intents
