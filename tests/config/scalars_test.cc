// Tests words that other YAML readers convert to another type, and tests that one mistake gives one diagnostic.
#include <catch2/catch.hpp>

#include "reader_harness.h"

namespace parley::config {
namespace {

TEST_CASE("A scalar stays a text where a text is expected", "[locales]") {
  const BotReading reading = read(
      "parley: 1\nbot: {id: off, locale: no}\n"
      "entities: {answer: {values: {no: [nei, 0], yes: [on, 1.0], null: [none], 010: [1e3]}}}\n"
      "intents:\n  - id: no\n    match: [{regex: 404}]\n    description: true\n    examples: [no, off, 010, 1e5, 12, "
      "1.50]\n"
      "    params: {y: {type: answer, required: true, ask: yes}}\n    steps: [{say: 12:30}, {handoff: no}]\n");
  CHECK(brief(reading.diagnostics).empty());
  CHECK(reading.bot.id == "off");
  CHECK(reading.bot.locale->tag() == "no");
  const Entity& answer = reading.bot.entities[0];
  std::vector<std::string> words;
  for (const EntityValue& value : answer.values) {
    words.push_back(value.canonical.value);
    for (const Text& synonym : value.synonyms) words.push_back(synonym.value);
  }
  CHECK(words == std::vector<std::string>{"no", "nei", "0", "yes", "on", "1.0", "null", "none", "010", "1e3"});
  const Intent& intent = reading.bot.intents[0];
  CHECK(intent.id.value == "no");
  CHECK(intent.rules[0].regex.value == "404");
  CHECK(intent.description == "true");
  CHECK(intent.examples[2].value == "010");
  CHECK(intent.examples[3].value == "1e5");
  CHECK(intent.examples[5].value == "1.50");
  CHECK(intent.params[0].id.value == "y");
  CHECK(source_of(intent.params[0].ask[0]) == "yes");
  CHECK(source_of(intent.steps[0].as<SayStep>()->text) == "12:30");
  CHECK(intent.steps[1].as<HandoffStep>()->reason == "no");
}

struct ScalarCase {
  const char* written;
  Value read;
};

TEST_CASE("The YAML style decides the type where any value is expected") {
  const ScalarCase table[] = {
      {"true", Value(true)},
      {"false", Value(false)},
      {"null", Value()},
      {"~", Value()},
      {"0", Value(0)},
      {"-7", Value(-7)},
      {"9223372036854775807", Value(std::int64_t{9223372036854775807})},
      {"-0", Value(0)},
      {"1.5", Value(1.5)},
      {"-0.25", Value(-0.25)},
      {"3.0", Value(3.0)},
      {"no", Value("no")},
      {"yes", Value("yes")},
      {"True", Value("True")},
      {"010", Value("010")},
      {"0x1F", Value("0x1F")},
      {"1e5", Value("1e5")},
      {"+1", Value("+1")},
      {".5", Value(".5")},
      {"5.", Value("5.")},
      {"1_000", Value("1_000")},
      {"12:30", Value("12:30")},
      {"2026-01-01", Value("2026-01-01")},
      {".inf", Value(".inf")},
      {"'true'", Value("true")},
      {"\"12\"", Value("12")},
      {"'null'", Value("null")},
      {"''", Value("")},
      {"two words", Value("two words")},
  };
  for (const auto& [written, value] : table) {
    INFO(written);
    const std::string text = written;
    const BotReading reading = read(buy_bot_with("    params: {p: {type: number, default: " + text +
                                                 "}}\n    steps: [{tool: t, with: {a: " + text +
                                                 "}}]\ntools: {t: {kind: mock, result: " + text +
                                                 ", cases: [{when: {a: " + text + "}, result: [" + text + "]}]}}\n"));
    CHECK(brief(reading.diagnostics).empty());
    const Intent& intent = reading.bot.intents[0];
    for (const ValueExpr* origin : {&*intent.params[0].fallback, &arguments_in(intent.steps[0])[0].origin}) {
      CHECK(!origin->text);
      CHECK(origin->constant == value);
    }
    const Tool& tool = reading.bot.tools[0];
    CHECK(tool.cases[1].result == value);
    CHECK(tool.cases[0].when.operand == value);
    CHECK(tool.cases[0].result == Value(Value::Array{value}));
  }
}

TEST_CASE("Block scalars, CRLF and a byte order mark do not change the bot") {
  const std::string bot =
      "parley: 1\nbot: {id: shop}\nintents:\n  - id: buy\n    match: [{regex: buy}]\n    params: {n: {type: number}}\n"
      "    steps:\n      - say: >-\n          You get\n          {n} of them.\n      - say: |\n          One\n         "
      " two {n}\n";
  std::string crlf = "\xEF\xBB\xBF";
  for (const char c : bot) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (const std::string& text : {bot, crlf}) {
    const BotReading reading = read(text);
    CHECK(brief(reading.diagnostics).empty());
    const Intent& intent = reading.bot.intents[0];
    CHECK(source_of(intent.steps[0].as<SayStep>()->text) == "You get {n} of them.");
    CHECK(source_of(intent.steps[1].as<SayStep>()->text) == "One\ntwo {n}\n");
    CHECK(intent.steps[1].as<SayStep>()->text.any[0].mark.line == 11);
    CHECK(intent.id.mark.column == 9);
  }
}

TEST_CASE("One mistake gives one diagnostic") {
  check_mistakes({
      // If the params cannot be read, names of params in texts are not reported as unknown.
      {"    params: [a]\n    confirm: '{a}?'\n    steps: [{say: '{b}'}]\n", {"6:13 E301"}},
      {"    params: {a: {type: x}}\n    steps: [handoff]\nentities: [x]\n", {"8:11 E301"}},
      {"    steps: [{tool: x}]\ntools: none\n", {"7:8 E301"}},
      {"    params: {a: {type: 5 x, ask: {b: c}}}\n    steps: [{say: '{a}'}]\n", {"6:24 E204", "6:34 E301"}},
      {"    params: {1a: {type: number}}\n    steps: [{say: '{a}'}]\n", {"6:14 E207", "7:21 E203"}},
      {"    params: {a: }\n    steps: [{say: '{a}'}]\n", {"6:14 E309"}},
      {"    params: {a: {type: number, required: ye}}\n    steps: [{say: '{a}'}]\n", {"6:42 E303"}},
      {"    steps: [{tool: x, with: [a]}]\ntools: {x: {kind: mok}}\n", {"6:29 E301", "7:19 E307"}},
      {"    steps: [{tol: x, with: {a: b}, timeout: 1}]\n", {"6:14 E201"}},
      {"    steps: [{say: a, handoff: b}]\n", {"6:22 E310"}},
      {"    steps: [{tool: x, on_failure: [{tool: x, retry: {attempts: 2}}]}]\ntools: {x: {}}\n", {"6:37 E311"}},
      {"    steps: [{say: *x}]\n", {"6:19 E106"}},
      {"    steps: [{say: x}]\n    when: {any: []}\n", {"7:17 E309"}},
      {"    steps: [{say: x}]\n    when: {context.a: {}}\n", {"7:23 E309"}},
      {"    steps: [{say: x}]\n    when: {context.a: [1]}\n", {"7:23 E301"}},
      {"    steps: [{say: x}]\n    when: {context.: 1, session.a: 2, al: []}\n", {"7:12 E201", "7:39 E201"}},
      {"    steps: [{say: x}]\n    when: {context.a: {in: 5, exists: 1}}\n", {"7:28 E301", "7:39 E303"}},
      {"    steps: [{say: x}]\n    when: context.a\n", {"7:11 E301"}},
      {"    steps: [{say: x}]\nfallback: {then: nowhere, after: 0}\n", {"7:18 E206", "7:34 E308"}},
      {"    steps: [{tool: x, save: {a: result., b: results, c: result.x y}}]\ntools: {x: {}}\n",
       {"6:33 E307", "6:45 E307", "6:57 E307"}},
      {"    steps: [{say: x}]\n    match: []\n", {"7:5 E105"}},
      {"    params: {a: {type: number, default: 99999999999999999999}}\n    steps: [{say: x}]\n", {"6:41 E308"}},
      {"    steps: [{tool: x, timeout: 0, retry: {attempts: 1, backoff: 11m}}]\ntools: {x: {}}\n",
       {"6:32 E308", "6:65 E308"}},
      {"    steps: [{say: \"a\\x07\"}]\n    description: \"\\0\"\n", {"6:21 E102", "7:19 E102"}},
  });
}

TEST_CASE("Texts have a maximum size") {
  const std::string lines = std::string(60, 'x') + "\n          ";
  std::string text = "    steps:\n      - say: |\n          ";
  for (int i = 0; i < 1'100; ++i) text += lines;
  CHECK(brief(read(buy_bot_with(text)).diagnostics) == std::vector<std::string>{"7:14 E109"});
}

TEST_CASE("An intent may be named like a keyword of on_exhausted, and the keyword keeps its meaning") {
  const BotReading reading =
      read(buy_bot_with("    params: {a: {type: number, on_exhausted: cancel}}\n    steps: [handoff]\n  - {id: cancel, "
                        "steps: [handoff]}\n"));
  CHECK(brief(reading.diagnostics).empty());
  CHECK(reading.bot.intents[0].params[0].on_exhausted == Exhausted::kCancel);
}

TEST_CASE("Warnings are reported only if there is no error") {
  const std::string rest = "    steps: [handoff]\ntools: {x: {}}\nentities: {e: {patterns: [a]}}\n";
  CHECK(brief(read(buy_bot_with(rest)).diagnostics) == std::vector<std::string>{"7:9 W504", "8:12 W505"});
  CHECK(brief(read(buy_bot_with(rest + "sesion: {}\n")).diagnostics) == std::vector<std::string>{"9:1 E201"});
}

}  // namespace
}  // namespace parley::config
