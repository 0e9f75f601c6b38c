// Tests how replies are rendered: values by language and format, variants that do not repeat, texts by channel
// (docs/bot-format.md).
#include "planner/response_renderer.h"

#include <set>

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

config::BotDefinition bot_that_says(const std::string& say, const std::string& locale = "en") {
  return read("parley: 1\nbot: {id: b, locale: " + locale + "}\nintents:\n  - id: i\n    match: [{regex: x}]\n" + R"(
    params:
      day: {type: date}
      at: {type: datetime}
      price: {type: money}
      n: {type: number}
      share: {type: percent}
      gift: {type: boolean}
      days: {type: date, list: true}
      card: {type: credit_card, sensitive: true}
      tier: {type: free_text}
    steps:
      - {tool: t, save: {got: result}}
      - say: )" +
              say + "\ntools: {t: {}}\n");
}

// Said renders the `say` step of a bot with the given params and context.
struct Said {
  SessionState state;
  Value context;
  DisclosedValues disclosed;

  Said() {
    state.session = "s";
    state.frames.emplace_back().intent = "i";
  }
  Said& param(const std::string& name, Value value) {
    state.frames.back().params[name] = {std::move(value), 1};
    return *this;
  }
  std::string by(const config::BotDefinition& bot) {
    return ResponseRenderer(bot, state, context, &disclosed).say(bot.intents[0].steps[1].as<config::SayStep>()->text);
  }
};

Said everything() {
  Said said;
  said.param("day", "2026-03-02").param("at", "2026-03-02T17:00").param("n", 12345.5).param("share", 12.5);
  said.param("price", Value::Object{{"amount", 12.5}, {"currency", "USD"}}).param("gift", true);
  said.param("days", Value::Array{"2026-03-02", "2026-03-03"}).param("card", "4111111111111111").param("tier", "gold");
  said.state.frames.back().saved["got"] = Value::Object{{"order", 12345}, {"day", "2026-03-02"}, {"cost", 1.5}};
  return said;
}

}  // namespace

TEST_CASE("A value is formatted by its type and the bot's language", "[locales]") {
  struct Case {
    const char* wording;
    const char* en;
    const char* de;
  };
  const Case table[] = {
      {"'{day}'", "March 2, 2026", "2. M\u00e4rz 2026"},
      {"'{at}'", "March 2, 2026 at 5:00 PM", "2. M\u00e4rz 2026 um 17:00"},
      {"'{price}'", "$12.50", "12,50 $"},
      {"'{n}'", "12345.5", "12345,5"},
      {"'{n, number}'", "12,345.5", "12.345,5"},
      {"'{n, number, integer}'", "12,346", "12.346"},
      {"'{gift}'", "yes", "yes"},
      {"'{days}'", "March 2, 2026 and March 3, 2026", "2. M\u00e4rz 2026 und 3. M\u00e4rz 2026"},
      {"'{day, plain}'", "2026-03-02", "2026-03-02"},
      {"'{got.order}, {got.day}'", "12345, 2026-03-02", "12345, 2026-03-02"},
      {"'{got.day, date, short}'", "3/2/26", "02.03.26"},
      {"'{at, date, short} {at, time}'", "3/2/26 5:00 PM", "02.03.26 17:00"},
      {"'{got.cost}'", "1.5", "1,5"},
      {"'{got.cost, percent}'", "1.5%", "1,5 %"},
      {"'{got.nothing, date}.'", ".", "."},
      {"'{got.order, date}'", "12345", "12345"},
  };
  for (const auto& [wording, en, de] : table) {
    INFO(wording);
    CHECK(everything().by(bot_that_says(wording)) == en);
    CHECK(everything().by(bot_that_says(wording, "de")) == de);
  }
}

TEST_CASE("The channel's locale sets the country's formats if it has the bot's language, and is ignored otherwise",
          "[locales]") {
  const config::BotDefinition bot = bot_that_says("'{at}'");
  const std::pair<const char*, const char*> table[] = {
      {"en-GB", "2 March 2026 at 17:00"}, {"de-AT", "March 2, 2026 at 5:00 PM"}, {"", "March 2, 2026 at 5:00 PM"}};
  for (const auto& [locale, expected] : table) {
    Said said = everything();
    said.state.locale = locale;
    CHECK(said.by(bot) == expected);
  }
}

TEST_CASE("A branch is chosen by an exact number, by the plural form, or by the value") {
  const config::BotDefinition bot = bot_that_says(
      "'{n, plural, =0 {none} one {# parcel} other {# parcels of {tier}}}, {n, selectordinal, one {#st} two {#nd} "
      "few {#rd} other {#th}}, {tier, select, gold {dear} other {hello}}, {gift, select, true {wrapped} other "
      "{plain}}'");
  const std::pair<Value, const char*> table[] = {{0, "none, 0th, dear, wrapped"},
                                                 {1, "1 parcel, 1st, dear, wrapped"},
                                                 {2, "2 parcels of gold, 2nd, dear, wrapped"},
                                                 {13, "13 parcels of gold, 13th, dear, wrapped"},
                                                 {1000, "1,000 parcels of gold, 1,000th, dear, wrapped"},
                                                 {1.5, "1.5 parcels of gold, 1.5th, dear, wrapped"},
                                                 {"many", "many parcels of gold, manyth, dear, wrapped"}};
  for (const auto& [n, expected] : table) CHECK(everything().param("n", n).by(bot) == expected);

  Said empty;
  CHECK(empty.by(bot) == " parcels of , th, hello, plain");
  const config::BotDefinition lists = bot_that_says("'{days, plural, one {a day} other {# days}}'");
  CHECK(everything().by(lists) == "2 days");
}

TEST_CASE("13.1 an if says its text only when there is a value") {
  const struct {
    const char* say;
    Value value;
    const char* text;
  } table[] = {
      {"'Booked{tier, if, { for {tier}}}.'", "gold", "Booked for gold."},
      {"'Booked{tier, if, { for {tier}}}.'", {}, "Booked."},
      {"'Booked{tier, if, { for {tier}} else { without a tier}}.'", {}, "Booked without a tier."},
      {"'Booked{tier, if, { for {tier}}}.'", "", "Booked."},
      {"'{days, if, {On {days, date, short}.} else {Any day.}}'", Value::Array{}, "Any day."},
      {"'{gift, if, {Gift: {gift}.} else {Not said.}}'", false, "Gift: no."},
      {"'{n, if, {{n}} else {none}}'", 0, "0"},
      {"'{got.note, if, {{got.note}} else {{tier, if, {{tier}} else {nothing}}}}'", {}, "nothing"},
      {"'{days, plural, one {# day{tier, if, { (#, {tier})}}} other {# days}}'", Value::Array{"2026-03-02"},
       "1 day (1, 2026-03-02)"},
  };
  for (const auto& [say, value, text] : table) {
    INFO(say);
    const config::BotDefinition bot = bot_that_says(say);
    Said said;
    for (const char* name : {"tier", "days", "gift", "n"}) {
      const bool is_named = std::string(say).find(std::string("{") + name) != std::string::npos;
      if (is_named && !value.is_null()) said.param(name, value);
    }
    CHECK(said.by(bot) == text);
  }
}

TEST_CASE("13.2 an each says a text for each item of a list", "[locales]") {
  const Value::Array orders = {Value::Object{{"name", "skates"}, {"day", "2026-03-03"}},
                               Value::Object{{"name", "anvil"}, {"day", "2026-03-09"}},
                               Value::Object{{"name", "rope"}}};
  const struct {
    const char* say;
    std::size_t orders;
    const char* text;
  } table[] = {
      {"'{got.orders, each, {{item.name}}}.'", 3, "skates, anvil, and rope."},
      {"'{got.orders, each, {{item.name}}}.'", 2, "skates and anvil."},
      {"'{got.orders, each, {{item.name}}}.'", 1, "skates."},
      {"'{got.orders, each, {{item.name}} else {No orders}}.'", 0, "No orders."},
      {"'{got.orders, each, {{item.name}}}.'", 0, "."},
      {"'{got.orders, each, {{item.name} on {item.day, date}} at_most 1}'", 3, "skates on March 3, 2026"},
      {"'{got.orders, each, {{item.name}} at_most 1 more {# more}}'", 3, "skates and 2 more"},
      {"'{got.orders, each, {{item.name}} at_most 3 more {# more}}'", 3, "skates, anvil, and rope"},
      {"'{got.orders, each, {#) {item.name}} separator {; } at_most 2 more {# more}}'", 3,
       "1) skates; 2) anvil; 1 more"},
      {"'{got.orders, each, {{item.name}{item.day, if, { ({item.day, date, ::MMMd})}}}}'", 3,
       "skates (Mar 3), anvil (Mar 9), and rope"},
      {"'{got.orders.count} {got.orders.first.name} {got.orders.last.name}'", 3, "3 skates rope"},
      {"'{got.orders.count, plural, =0 {None} one {# order} other {# orders}}'", 0, "None"},
      {"'{got.orders.first.name, if, {{got.orders.first.name}} else {None}}'", 0, "None"},
      {"'{got.nothing, each, {{item.name}} else {No orders}}'", 1, "No orders"},
      {"'{got.orders.first.name, each, {{item}} else {No list}}'", 1, "No list"},
  };
  for (const auto& [say, count, text] : table) {
    INFO(say);
    const config::BotDefinition bot = bot_that_says(say);
    Said said;
    Value::Array some(orders.begin(), orders.begin() + static_cast<std::ptrdiff_t>(count));
    said.state.frames.back().saved["got"] = Value::Object{{"orders", std::move(some)}};
    CHECK(said.by(bot) == text);
  }
}

TEST_CASE("13.2 the item of a list param is formatted by the param's type, and reported if it is private",
          "[locales]") {
  const struct {
    const char* say;
    const char* text;
  } table[] = {
      {"'{days, each, {{item}} separator { / }}'", "March 2, 2026 / March 3, 2026"},
      {"'{days.first} to {days.last}, {days.count}'", "March 2, 2026 to March 3, 2026, 2"},
      {"{any: ['{got.none, each, {{item}}}', 'All {days.count}']}", "All 2"},
  };
  for (const auto& [say, text] : table) {
    INFO(say);
    CHECK(everything().by(bot_that_says(say)) == text);
  }
  const config::BotDefinition bot = read(R"(
parley: 1
bot: {id: b}
intents:
  - id: i
    match: [{regex: x}]
    params: {cards: {type: credit_card, list: true, sensitive: true}}
    steps:
      - {tool: t, save: {got: result}}
      - say: '{cards, each, {{item}}}'
tools: {t: {}}
)");
  Said said;
  said.param("cards", Value::Array{"4111111111111111", "5500005555555559"});
  CHECK(said.by(bot) == "4111111111111111 and 5500005555555559");
  CHECK(said.disclosed == DisclosedValues{{"cards", "4111111111111111"}, {"cards", "5500005555555559"}});
}

TEST_CASE("No variant is used twice in a row, and the same conversation gets the same variants again") {
  const config::BotDefinition bot = bot_that_says("{any: [a, b, c]}");
  const auto talk = [&](const std::string& session) {
    Said said;
    said.state.session = session;
    std::string all;
    for (said.state.turns = 1; said.state.turns <= 60; ++said.state.turns) all += said.by(bot);
    return all;
  };
  const std::string first = talk("s-1");
  CHECK(std::set<char>(first.begin(), first.end()).size() == 3);
  for (std::size_t i = 1; i < first.size(); ++i) CHECK(first[i] != first[i - 1]);
  CHECK(talk("s-1") == first);
  CHECK(talk("s-2") != first);
}

TEST_CASE("Two variants alternate, also within a turn, and too many remembered texts are harmless") {
  const config::BotDefinition bot = bot_that_says("{any: [a, b]}");
  Said said;
  const std::string first = said.by(bot);
  CHECK(said.by(bot) == (first == "a" ? "b" : "a"));
  for (int i = 0; i < 200; ++i) said.state.ways[std::to_string(i)] = INT64_MIN;
  CHECK((said.by(bot) == "a" || said.by(bot) == "b"));
}

TEST_CASE("A channel can have its own texts") {
  const config::BotDefinition bot = bot_that_says("{any: Hello., channels: {voice: 'Hello there.', sms: [Hi.]}}");
  const std::pair<const char*, const char*> table[] = {
      {"voice", "Hello there."}, {"sms", "Hi."}, {"web", "Hello."}, {"", "Hello."}};
  for (const auto& [channel, expected] : table) {
    Said said;
    said.context = Value::Object{{"channel", channel}};
    CHECK(said.by(bot) == expected);
  }
}

TEST_CASE("The renderer reports the sensitive values that a reply contains") {
  Said said = everything();
  said.by(bot_that_says("'{card} {card, select, other {it}} {day}'"));
  CHECK(said.disclosed == DisclosedValues{{"card", "4111111111111111"}});
}

TEST_CASE("A variant with a missing value is used only if each variant lacks a value") {
  const config::BotDefinition bot = bot_that_says(R"({any: ["On {day} for {tier}.", "On {day}.", "Soon."]})");
  for (int turn = 0; turn < 20; ++turn) {
    Said none;
    none.state.turns = turn;
    CHECK(none.by(bot) == "Soon.");
    Said day;
    day.state.turns = turn;
    day.param("day", "2026-03-02");
    const std::string first = day.by(bot);
    CHECK((first == "On March 2, 2026." || first == "Soon."));
    CHECK(day.by(bot) != first);
  }
}

TEST_CASE("A select can have a text for a missing value, and the renderer reports placeholders without values") {
  const config::BotDefinition bot = bot_that_says(R"("{tier, select, null {Hello} other {Dear {tier}}} of {day}")");
  SessionState state = Said().state;
  const Value nothing;
  ResponseRenderer renderer(bot, state, nothing, nullptr);
  CHECK(renderer.say(bot.intents[0].steps[1].as<config::SayStep>()->text) == "Hello of ");
  CHECK(renderer.missing_placeholders() == std::vector<std::string>{"day"});
  CHECK(Said().param("tier", "gold").param("day", "2026-03-02").by(bot) == "Dear gold of March 2, 2026");
}
