// Tests imported hassil files: the bot is valid and understands their sentences, and the notes list the parts that it
// lacks.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/catalog.h"
#include "parley/import.h"
#include "tests/support/flat_message.h"

namespace parley {
namespace {

const SourceFile kCommon = {"sentences/en/_common.yaml", R"yaml(
language: "en"
responses: {errors: {no_intent: "Sorry"}}
lists:
  brightness: {range: {type: percentage, from: 0, to: 100}}
  temperature: {range: {from: 5, to: 30, fractions: halves}}
  level:
    values:
      - {in: (max|maximum), out: 100}
      - {in: "[very] low", out: 1}
  song: {wildcard: true}
expansion_rules:
  the: "(the|my)"
  name: "[<the>] {name}"
  brightness: "{brightness}[([ ]%)| percent]"
skip_words: [please]
)yaml"};

const SourceFile kLight = {"sentences/en/light.yaml", R"yaml(
language: en
intents:
  LightSet:
    data:
      - sentences: ["set <name> to <brightness>", "<name> to {level:brightness}"]
        requires_context: {domain: light}
        slots: {mode: dim}
        response: brightness
      - sentences: "heat to {temperature} degrees"
  Play:
    data:
      - sentences: ["play {song:title}"]
        metadata: {x: 1}
)yaml"};

const SourceFile kNames = {"names.yaml", R"yaml(
language: en
lists:
  name:
    values:
      - {in: "bed[room] lamp", out: Bedroom Lamp, context: {domain: light}}
      - {in: front door, out: Door, context: {domain: lock}}
      - "it's me"
)yaml"};

struct Row {
  std::string text;
  std::string intent;
  Value::Object params;
};

TEST_CASE("hassil: the files of a folder become one bot that understands their sentences") {
  const auto imported = import_hassil({kNames, kCommon, kLight}, "en");
  REQUIRE(imported);
  CHECK(imported->intents == 2);
  CHECK(imported->templates == 4);
  const auto bot = Catalog::parse(imported->bot, "imported.yaml");
  INFO((bot ? imported->bot : bot.error().to_string() + imported->bot));
  REQUIRE(bot);
  CHECK((*bot)->warnings().empty());
  const std::vector<Row> rows = {
      {"Set my bedroom lamp to 50%", "LightSet", {{"name", "Bedroom Lamp"}, {"brightness", 50}, {"mode", "dim"}}},
      {"bed lamp to maximum please", "LightSet", {{"name", "Bedroom Lamp"}, {"brightness", 100}, {"mode", "dim"}}},
      {"set the front door to 50%", "", {}},
      {"set it's me to 7 percent", "", {}},
      {"heat to 20.5 degrees", "LightSet", {{"temperature", 20.5}}},
      {"play some Bach", "Play", {{"title", "some Bach"}}},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const FlatMessage understanding = (*bot)->understand(row.text);
    CHECK((understanding.candidates.empty() ? "" : understanding.candidates.front().intent) == row.intent);
    Value::Object params;
    for (const ParamValue& param : understanding.params) params[param.param] = param.value;
    CHECK(Value(params).to_json() == Value(row.params).to_json());
  }
}

TEST_CASE("hassil: parts that are not imported are reported with a position") {
  const auto imported = import_hassil({kCommon, kLight}, "en");
  REQUIRE(imported);
  const std::vector<std::string> notes = {
      "responses were not imported; add replies to the steps of the intent (sentences/en/_common.yaml:2)",
      "'response' was not imported; add replies to the steps of the intent (sentences/en/light.yaml:9)",
      "'metadata' was not imported (sentences/en/light.yaml:14)",
      "no file defines the list {name}; add its values (entities)",
  };
  CHECK(imported->notes == notes);
  CHECK(Catalog::parse(imported->bot, "imported.yaml"));
}

TEST_CASE(
    "hassil: sentences in the file of a slot combination belong to the intent of the folder, and need the speaker's "
    "area if the combination does") {
  const std::vector<SourceFile> files = {
      {"intents.yaml", "LightsOff: {slot_combinations: {here: {context_area: true}, all: {}}}\n"},
      {"sentences/en/LightsOff/here.yaml",
       "language: en\ndata:\n  - sentences: [lights off]\n    inferred_domain: light\n"},
      {"sentences/en/LightsOff/all.yaml", "language: en\ndata:\n  - sentences: [everything off]\n"},
  };
  const auto imported = import_hassil(files, "en");
  REQUIRE(imported);
  const auto bot = Catalog::parse(imported->bot, "imported.yaml");
  REQUIRE(bot);
  NluContext kitchen;
  CHECK(flat((*bot)->understand("lights off", kitchen)).candidates.empty());
  CHECK(flat((*bot)->understand("everything off", kitchen)).candidates.size() == 1);
  kitchen.context = Value(Value::Object{{"area", "Kitchen"}});
  CHECK(flat((*bot)->understand("lights off", kitchen)).params.size() == 2);
}

// Returns the intent and the params that a bot understands.
std::string heard(const Catalog& bot, const std::string& text) {
  const FlatMessage understanding = bot.understand(text);
  Value::Object params;
  for (const ParamValue& param : understanding.params) params[param.param] = param.value;
  return (understanding.candidates.empty() ? "" : understanding.candidates.front().intent) + Value(params).to_json();
}

TEST_CASE("hassil: names with umlauts and accents become identifiers everywhere, and the notes list them") {
  const std::vector<SourceFile> files = {{"sentences/de/_common.yaml",
                                          "language: de\n"
                                          "lists:\n  r\xC3\xA4ume: {values: [{in: k\xC3\xBC"
                                          "che, out: kitchen}]}\n"
                                          "expansion_rules:\n"
                                          "  \xC3\xB6"
                                          "ffne: \"(\xC3\xB6"
                                          "ffne|mach) [<den>]\"\n"
                                          "  offne: \"(offne)\"\n"
                                          "  den: \"(den|die)\"\n"},
                                         {"sentences/de/cover.yaml",
                                          "language: de\nintents:\n  \xC3\x96"
                                          "ffnen:\n    data:\n"
                                          "      - sentences: [\"<\xC3\xB6"
                                          "ffne> {r\xC3\xA4ume} auf\", \"<offne> {r\xC3\xA4ume:session}\"]\n"}};
  const auto imported = import_hassil(files, "de");
  REQUIRE(imported);
  INFO(imported->bot);
  CHECK(imported->notes == std::vector<std::string>{
                               "the list 'r\xC3\xA4ume' was renamed to 'raume' (names)",
                               "the rule '\xC3\xB6"
                               "ffne' was renamed to 'offne_2' (names)",
                               "the intent '\xC3\x96"
                               "ffnen' was renamed to 'offnen' (names)",
                               "the slot 'r\xC3\xA4ume' was renamed to 'raume' (names)",
                               "the slot 'session' was renamed to 'the_session' (names)",
                           });
  const auto bot = Catalog::parse(imported->bot, "imported.yaml");
  INFO((bot ? "" : bot.error().to_string()));
  REQUIRE(bot);
  CHECK(heard(**bot,
              "\xC3\xB6"
              "ffne die k\xC3\xBC"
              "che auf") == R"(offnen{"raume":"kitchen"})");
  CHECK(heard(**bot,
              "offne k\xC3\xBC"
              "che") == R"(offnen{"the_session":"kitchen"})");
}

TEST_CASE("hassil: a list in place of a value is reported, and the rest is imported") {
  const std::vector<SourceFile> files = {
      {"sentences/fr/_common.yaml",
       "language: fr\nlists:\n  color:\n    values:\n      - {in: rouge, out: [red, crimson]}\n"
       "      - {in: [bleu, azur], out: blue, context: {tone: [cold, dark]}}\n  empty: {values: []}\n"
       "expansion_rules: {le: [le, la]}\n"},
      {"sentences/fr/light.yaml",
       "language: fr\nintents:\n  Set: {data: [{sentences: [\"mets <le> lumiere en {color}\", \"dis {empty}\"]}]}\n"}};
  const auto imported = import_hassil(files, "fr");
  REQUIRE(imported);
  INFO(imported->bot);
  CHECK(imported->notes == std::vector<std::string>{
                               "a list as 'out' was not imported; the value is its text (sentences/fr/_common.yaml:5)",
                               "a list in the context of a value was not imported (sentences/fr/_common.yaml:6)",
                               "the list {empty} has no values; add them (entities)"});
  const auto bot = Catalog::parse(imported->bot, "imported.yaml");
  INFO((bot ? "" : bot.error().to_string()));
  REQUIRE(bot);
  CHECK(heard(**bot, "mets la lumiere en rouge") == R"(Set{"color":"rouge"})");
  CHECK(heard(**bot, "mets la lumiere en azur") == R"(Set{"color":"blue"})");
}

TEST_CASE("hassil: anchors and aliases are read, up to the limit of a file") {
  const std::string head = "language: nl\nintents:\n";
  const auto imported =
      import_hassil({{"nl.yaml", head + "  On: {data: [{sentences: &all [aan, licht aan], slots: &what {a: 1}}]}\n"
                                        "  Also: {data: [{sentences: [ook], slots: *what}, {sentences: *all}]}\n"}},
                    "nl");
  REQUIRE(imported);
  const auto bot = Catalog::parse(imported->bot, "imported.yaml");
  REQUIRE(bot);
  CHECK(heard(**bot, "ook") == R"(Also{"a":1})");
  CHECK(imported->templates == 5);

  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 0; k < 9; ++k) bomb += ", " + before;
    bomb += "]\n";
  }
  const auto refused = import_hassil({{"bomb.yaml", bomb}}, "nl");
  REQUIRE_FALSE(refused);
  REQUIRE_FALSE(refused.error().diagnostics.empty());
  CHECK(refused.error().diagnostics.front().code == "E111");
}

TEST_CASE("hassil: files of another language and invalid files are reported") {
  CHECK_FALSE(import_hassil({kCommon, kLight}, "de"));
  CHECK_FALSE(import_hassil({}, "en"));
  const auto broken = import_hassil({kLight, {"x.yaml", "intents: [\n"}}, "en");
  REQUIRE_FALSE(broken);
  REQUIRE(broken.error().diagnostics.size() == 1);
  CHECK(broken.error().diagnostics.front().to_string().substr(0, 7) == "x.yaml:");
  const auto wrong =
      import_hassil({kCommon, {"y.yaml", "language: en\nintents: {A: {data: [{sentences: {a: b}}]}}\n"}}, "en");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().diagnostics.front().to_string().find("y.yaml:2:") == 0);
}

}  // namespace
}  // namespace parley
