// Tests bots in other languages (config/translation.h).
#include <algorithm>

#include <catch2/catch.hpp>

#include "parley/catalog.h"

namespace parley::intents {
namespace {

const char* const kShoeShop = R"(parley: 1
bot: {id: shop, locale: en, languages: [de]}
entities:
  size: {values: {small: [tiny], large: [big]}}
intents:
  - id: buy
    match: [{regex: '\bbuy\b'}]
    params:
      size: {type: size, name: shoe size, required: true, ask: Which size?}
      count: {type: number, required: true, ask: How many?, validate: [{le: 9, else: Too many.}]}
    confirm: "Buy {count, plural, one {# pair} other {# pairs}}?"
    steps: [{say: "Bought {count} of {size}."}]
  - id: hours
    examples: [when do you open]
    steps: [{say: We open at nine.}]
)";

const char* const kGerman = R"(parley: 1
translation: {of: shop, locale: de}
texts:
  - {from: Which size?, to: "Welche Gr\u00f6\u00dfe?"}
  - {from: "Buy {count, plural, one {# pair} other {# pairs}}?", to: "{count, plural, one {# Paar} other {# Paare}} kaufen?"}
  - {from: small, to: klein}
  - {from: Too many., to: Zu viele.}
  - {from: We open at nine., to:}
intents:
  buy: {match: [{regex: '\bkaufen\b'}]}
  hours: {examples: [wann macht ihr auf]}
entities:
  size: {values: {large: ['gro\w+']}}
commands: {affirm: [ja]}
)";

Result<std::shared_ptr<const Catalog>> load_translated_shop(const std::string& german,
                                                            const std::string& bot = kShoeShop) {
  CatalogOptions options;
  options.translations["de"] = german;
  return Catalog::parse(bot, "shop.yaml", options);
}

std::vector<std::string> files_and_codes(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& one : diagnostics) {
    lines.push_back(one.file + ":" + std::to_string(one.line) + ":" + std::to_string(one.column) + " " + one.code);
  }
  return lines;
}

std::string intent_of(const Catalog& catalog, const char* text) {
  const FlatMessage heard = catalog.understand(text);
  return heard.candidates.empty() ? "" : heard.candidates.front().intent;
}

}  // namespace

TEST_CASE("A translated bot understands its own words and replies in them") {
  const auto catalog = load_translated_shop(kGerman);
  REQUIRE(catalog);
  const Catalog& german = (*catalog)->for_locale("de-AT");
  CHECK((*catalog)->languages() == std::vector<std::string>{"en", "de"});
  CHECK(&(*catalog)->for_locale("en-GB") == catalog->get());
  CHECK(&(*catalog)->for_locale("fr") == catalog->get());
  CHECK(&(*catalog)->for_locale("") == catalog->get());
  CHECK(german.fingerprint() == (*catalog)->fingerprint());

  CHECK(intent_of(german, "ich will schuhe kaufen") == "buy");
  CHECK(intent_of(german, "wann macht ihr auf") == "hours");
  CHECK(intent_of(german, "i want to buy shoes").empty());
  CHECK(intent_of(**catalog, "i want to buy shoes") == "buy");

  NluContext asked;
  asked.intent = "buy";
  asked.waiting_for_param = "size";
  for (const char* answer : {"klein", "Klein bitte", "tiny"}) {
    const FlatMessage heard = german.understand(answer, asked);
    REQUIRE(heard.answers.size() == 1);
    CHECK(heard.answers[0].value == Value("small"));
  }
  REQUIRE(flat(german.understand("grosse", asked)).answers.size() == 1);
  CHECK(flat(german.understand("big", asked)).answers.empty());
  CHECK(flat(german.understand("ja", asked)).act == Act::kAffirm);
  CHECK(german.validate("buy", "count", 10).rejection == "Zu viele.");
}

TEST_CASE("Missing parts of a translation are reported in the translation, with their place in the bot") {
  const auto catalog = load_translated_shop(
      "parley: 1\ntranslation: {of: shop, locale: de}\ntexts: [{from: Witch size?, to: Welche?}]\n");
  REQUIRE(catalog);
  std::map<std::string, int> counts;
  std::string places;
  for (const Diagnostic& one : (*catalog)->warnings()) {
    ++counts[one.file + ":" + std::to_string(one.line) + " " + one.code];
    if (one.word == "Which size?") places = one.hint;
  }
  // One W514 covers all replies that the bot leaves at their defaults.
  CHECK(counts == std::map<std::string, int>{
                      {"shop.de.yaml:2 W514", 10}, {"shop.de.yaml:2 W515", 2}, {"shop.de.yaml:3 W516", 1}});
  CHECK(places == "the text is on line 9 of shop.yaml; 'parley translate BOT --to de' lists all missing texts");
}

// Returns the words of the findings with this code.
std::vector<std::string> words_of(const Result<std::shared_ptr<const Catalog>>& catalog, const std::string& code) {
  std::vector<std::string> words;
  for (const Diagnostic& one : (*catalog)->warnings()) {
    if (one.code == code) words.push_back(one.word);
  }
  return words;
}

TEST_CASE("W513 and W514 do not contradict each other about the name of a value") {
  const std::string bot =
      "parley: 1\nbot: {id: shop, locale: en, languages: [de]}\n"
      "entities: {snack: {values: {hot_dog: [], Pizza: [], chips: [fries], crisps: []}}}\n"
      "intents: [{id: buy, match: [{regex: buy}], params: {snack: {type: snack}}, steps: [{say: Ok.}]}]\n";
  const std::string head = "parley: 1\ntranslation: {of: shop, locale: de}\n";
  const std::string rest = "{from: chips, to: Pommes}, {from: crisps, to: Chipse}";
  struct Row {
    const char* what;
    std::string translation;
    std::vector<std::string> doubled;  // W513
    bool is_missing;                   // W514 for the value
    const char* value;
  };
  const Row rows[] = {
      {"nothing is said about the name", "texts: [" + rest + "]\n", {}, true, "Pizza"},
      {"the name is translated as itself", "texts: [{from: Pizza, to: Pizza}, " + rest + "]\n", {}, false, "Pizza"},
      {"the name is its own synonym",
       "texts: [" + rest + "]\nentities: {snack: {values: {Pizza: [pizza]}}}\n",
       {},
       false,
       "Pizza"},
      {"the translation only writes the name in another way",
       "texts: [{from: hot_dog, to: Hot Dog}, " + rest + "]\n",
       {},
       false,
       "hot_dog"},
      {"two values get the same name",
       "texts: [{from: chips, to: Chips}, {from: crisps, to: Chips}]\n",
       {"Chips"},
       false,
       "crisps"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const auto catalog = load_translated_shop(head + row.translation, bot);
    REQUIRE(catalog);
    CHECK(words_of(catalog, "W513") == row.doubled);
    const auto missing = words_of(catalog, "W514");
    CHECK((std::find(missing.begin(), missing.end(), row.value) != missing.end()) == row.is_missing);
  }
}

TEST_CASE("A gap in a translated confirmation is reported in the translation") {
  const std::string bot =
      "parley: 1\nbot: {id: shop, locale: en, languages: [de]}\n"
      "intents: [{id: buy, match: [{regex: buy}], params: {n: {type: number}},\n"
      "  confirm: {any: [\"Buy{n, select, null {} other { {n}}}?\"], channels: {sms: \"Buy{n, select, null {} other { "
      "{n}}}?\"}},"
      " steps: [{say: Ok.}]}]\n";
  const auto catalog = load_translated_shop(
      "parley: 1\ntranslation: {of: shop, locale: de}\n"
      "texts: [{from: \"Buy{n, select, null {} other { {n}}}?\", to: \"{n} kaufen?\"}]\n",
      bot);
  REQUIRE(catalog);
  std::vector<std::string> gaps;
  for (const Diagnostic& one : (*catalog)->warnings()) {
    if (one.code == "W519") gaps.push_back(one.file + ":" + std::to_string(one.line));
  }
  CHECK(gaps == std::vector<std::string>{"shop.de.yaml:3"});
}

TEST_CASE("parley translate lists what is missing, and its list is a valid translation") {
  const auto catalog = load_translated_shop(kGerman);
  REQUIRE(catalog);
  const std::string missing = *(*catalog)->untranslated("de");
  CHECK(missing.find("from: How many?\n") != std::string::npos);
  CHECK(missing.find("from: We open at nine.\n") != std::string::npos);
  CHECK(missing.find("from: Which size?\n") == std::string::npos);
  const std::string french = *(*catalog)->untranslated("fr");
  CHECK(french.rfind("parley: 1\ntranslation: {of: shop, locale: fr}\ntexts:\n  - from: Which size?\n    to:\n", 0) ==
        0);
  CHECK_FALSE((*catalog)->untranslated("no such"));

  CatalogOptions options;
  options.translations["fr"] = french;
  std::string bot = kShoeShop;
  bot.replace(bot.find("[de]"), 4, "[fr]");
  const auto in_french = Catalog::parse(bot, "shop.yaml", options);
  REQUIRE(in_french);
  CHECK(*(*in_french)->untranslated("fr") == french);
}

TEST_CASE("Mistakes in a translation are reported at their position in the translation") {
  struct Case {
    const char* what;
    const char* text;
    std::vector<std::string> expected;
  };
  const std::string head = "parley: 1\ntranslation: {of: shop, locale: de}\n";
  const Case table[] = {
      {"another bot", "parley: 1\ntranslation: {of: stop, locale: de}\n", {"shop.de.yaml:2:19 E307"}},
      {"another language", "parley: 1\ntranslation: {of: shop, locale: fr}\n", {"shop.de.yaml:2:33 E307"}},
      {"no header", "parley: 1\n", {"shop.de.yaml:1:1 E306"}},
      {"a placeholder that the text has not",
       "texts: [{from: 'Bought {count} of {size}.', to: 'Gekauft: {price}'}]",
       {"shop.de.yaml:3:60 E203"}},
      {"a broken placeholder", "texts: [{from: Which size?, to: 'Welche {Art?'}]", {"shop.de.yaml:3:41 E305"}},
      {"twice", "texts: [{from: a, to: b}, {from: a, to: c}]", {"shop.de.yaml:3:34 E202"}},
      {"an unknown intent", "intents: {bye: {match: [{regex: a}]}}", {"shop.de.yaml:3:11 E206"}},
      {"more answers than the bot has",
       "intents: {buy: {answers: [{examples: [was kostet das]}]}}",
       {"shop.de.yaml:3:11 E313"}},
      {"an answer's text",
       "intents: {buy: {answers: [{examples: [was kostet das], say: Neun.}]}}",
       {"shop.de.yaml:3:11 E313", "shop.de.yaml:3:56 E201"}},
      {"an unknown param", "intents: {buy: {params: {sise: {param_mapping: ['a']}}}}", {"shop.de.yaml:3:26 E203"}},
      {"an unknown entity", "entities: {sise: {patterns: [a]}}", {"shop.de.yaml:3:12 E204"}},
      {"an unknown value", "entities: {size: {values: {huge: [riesig]}}}", {"shop.de.yaml:3:28 E203"}},
      {"an unknown key", "text: []", {"shop.de.yaml:3:1 E201"}},
      {"a regex that does not compile", "intents: {buy: {match: [{regex: '('}]}}", {"shop.de.yaml:3:34 E401"}},
      {"an intent that is known by nothing", "intents: {hours: {match: [], examples: []}}", {}},
      {"a slot for what is no param",
       "intents: {hours: {match: [{template: auf, slots: {wrong: 1}}]}}",
       {"shop.de.yaml:3:51 E203"}},
      {"a format that is not for the param",
       "texts: [{from: 'Bought {count} of {size}.', to: '{count, date} {size}'}]",
       {"shop.de.yaml:3:51 E314"}},
      {"patterns for an entity of values", "entities: {size: {patterns: [a]}}", {"shop.de.yaml:3:12 E313"}},
      {"no YAML", "texts: [", {"shop.de.yaml:3:8 E103"}},
  };
  for (const auto& [what, text, expected] : table) {
    INFO(what);
    const std::string own(text);
    const auto catalog = load_translated_shop(own.rfind("parley", 0) == 0 ? own : head + own);
    REQUIRE(catalog.has_value() == expected.empty());
    if (!catalog) CHECK(files_and_codes(catalog.error().diagnostics) == expected);
  }
}

TEST_CASE("An empty translation file, such as a shell redirection creates, is valid and contains no translations") {
  const auto catalog = load_translated_shop("");
  REQUIRE(catalog);
  std::string all = *(*catalog)->untranslated("fr");
  CHECK(*(*catalog)->untranslated("de") == all.replace(all.find("fr"), 2, "de"));
}

TEST_CASE("Unknown parts of a translation are reported") {
  const auto catalog = load_translated_shop(
      "parley: 1\ntranslation: {of: shop, locale: de}\n"
      "texts: [{from: 'Bought {count} of {size}.', to: 'Gekauft: {count}.'}]\n");
  REQUIRE(catalog);
  const auto lines = files_and_codes((*catalog)->warnings());
  CHECK(std::find(lines.begin(), lines.end(), "shop.de.yaml:3:49 W517") != lines.end());
}

TEST_CASE("The bot's own words for yes answer the question of a confirmation") {
  std::string bot = kShoeShop;
  bot.replace(bot.find("{type: number,"), 14, "{type: boolean,");
  const std::size_t rules = bot.find(", validate");
  bot.erase(rules, bot.find("]}", rules) + 1 - rules);
  std::string german = kGerman;
  german.erase(german.find("  - {from: Too many"),
               german.find("  - {from: We open") - german.find("  - {from: Too many"));
  german.replace(german.find("{count, plural, one {# Paar}"), 0, "");
  for (const char* plural :
       {"{count, plural, one {# pair} other {# pairs}}", "{count, plural, one {# Paar} other {# Paare}}"}) {
    for (std::string* text : {&bot, &german}) {
      while (text->find(plural) != std::string::npos)
        text->replace(text->find(plural), std::string(plural).size(), "{count}");
    }
  }
  const auto catalog = load_translated_shop(german, bot);
  if (!catalog) FAIL(catalog.error().to_string());
  NluContext asked;
  asked.intent = "buy";
  asked.waiting_for_param = "count";
  const FlatMessage heard = (*catalog)->for_locale("de").understand("ja", asked);
  REQUIRE(heard.answers.size() == 1);
  CHECK(heard.answers[0].value == Value(true));
}

TEST_CASE("A language needs a file and must be a language tag") {
  std::string bot = kShoeShop;
  bot.replace(bot.find("[de]"), 4, "[fr, xx, DE, en, fr]");
  const auto catalog = Catalog::parse(bot, "shop.yaml");
  REQUIRE_FALSE(catalog);
  CHECK(files_and_codes(catalog.error().diagnostics) ==
        std::vector<std::string>{"shop.yaml:2:45 E214", "shop.yaml:2:49 E214", "shop.yaml:2:53 E202",
                                 "shop.yaml:2:57 E202"});
  bot.replace(bot.find("[fr, xx, DE, en, fr]"), 20, "[fr]");
  const auto without = Catalog::parse(bot, "shop.yaml");
  REQUIRE_FALSE(without);
  CHECK(files_and_codes(without.error().diagnostics) == std::vector<std::string>{"shop.yaml:2:41 E215"});
}

TEST_CASE("A model file contains the trained model of each language of a bot") {
  const auto examples = [](const std::string& head, const std::vector<std::string>& words) {
    std::string all;
    for (const char* intent : {"one", "two", "three", "four"}) {
      all += head + std::string(intent) + (head == "  - id: " ? "" : ":") + "\n    examples:\n";
      for (const std::string& word : words) all += "      - " + word + " " + intent + " is the " + intent + " of it\n";
      if (head == "  - id: ") all += "    steps: [{say: done}]\n";
    }
    return all;
  };
  const std::string bot = "parley: 1\nbot: {id: shop, locale: en, languages: [de]}\nintents:\n" +
                          examples("  - id: ", {"an apple", "some bread", "a cup of coffee"});
  const auto german = [&](const char* last) {
    return "parley: 1\ntranslation: {of: shop, locale: de}\ntexts: [{from: done, to: fertig}]\nintents:\n" +
           examples("  ", {"ein Apfel", "etwas Brot", last});
  };
  const auto load = [&](const char* last, std::string model) {
    CatalogOptions options;
    options.translations["de"] = german(last);
    options.model = std::move(model);
    const auto catalog = Catalog::parse(bot, "shop.yaml", options);
    if (!catalog) FAIL(catalog.error().to_string());
    return *catalog;
  };
  const auto models_warned_of = [](const Catalog& catalog) {
    int count = 0;
    for (const Diagnostic& one : catalog.warnings()) count += one.code == "W511" ? 1 : 0;
    return count;
  };
  const std::string model = load("eine Tasse Kaffee", "")->model();
  REQUIRE_FALSE(model.empty());
  const auto trained = load("eine Tasse Kaffee", model);
  CHECK(trained->model() == model);
  CHECK(trained->for_locale("de").learned().examples == 12);
  CHECK(models_warned_of(*trained) == 0);
  CHECK(models_warned_of(*load("eine Tasse Tee", model)) == 1);  // German has changed
  CHECK(models_warned_of(*load("eine Tasse Kaffee", "damaged")) == 1);
  CHECK(models_warned_of(*load("eine Tasse Kaffee", model.substr(0, model.size() - 1))) == 1);
}

TEST_CASE("Texts that consist only of placeholders and values without a letter need no translation") {
  std::string bot = kShoeShop;
  const std::string said = "say: We open at nine.";
  bot.replace(bot.find(said), said.size(), "say: '{context.shop}: {context.at}.'");
  bot.replace(bot.find("large: [big]"), 12, "large: [big], '10': []");
  const auto catalog = load_translated_shop(kGerman, bot);
  REQUIRE(catalog);
  const std::string wanted = *(*catalog)->untranslated("fr");
  CHECK(wanted.find("context.at") == std::string::npos);
  CHECK(wanted.find("\"10\"") == std::string::npos);
  CHECK(wanted.find("Which size?") != std::string::npos);
  for (const Diagnostic& one : (*catalog)->warnings()) CHECK(one.message.find("context.at") == std::string::npos);
}

TEST_CASE("A translated value may also be one of its own synonyms, which is not reported as a duplicate") {
  std::string german = kGerman;
  german.replace(german.find("values: {large:"), 15, "values: {small: [Klein, winzig], large:");
  const auto catalog = load_translated_shop(german);
  REQUIRE(catalog);
  for (const Diagnostic& one : (*catalog)->warnings()) {
    INFO(one.message);
    CHECK(one.code != "W513");
  }
}

TEST_CASE("If a translated pattern does not match an example of the bot, the error is at the translation") {
  std::string bot = kShoeShop;
  bot.replace(bot.find("intents:"), 8, "  code: {patterns: ['\\bC\\d{3}\\b'], examples: [C123]}\nintents:");
  std::string german = kGerman;
  german.replace(german.find("entities:"), 9, "entities:\n  code: {patterns: ['\\bNummer \\d{3}\\b']}");
  const auto wrong = load_translated_shop(german, bot);
  REQUIRE_FALSE(wrong);
  CHECK(files_and_codes(wrong.error().diagnostics) == std::vector<std::string>{"shop.de.yaml:13:21 E406"});
  german.replace(german.find("\\b']}"), 5, "\\b'], examples: [Nummer 123]}");
  CHECK(load_translated_shop(german, bot));
  german.replace(german.find("Nummer 123"), 10, "Nummer 12?");
  const auto own = load_translated_shop(german, bot);
  REQUIRE_FALSE(own);
  CHECK(files_and_codes(own.error().diagnostics) == std::vector<std::string>{"shop.de.yaml:13:53 E406"});
}

}  // namespace parley::intents
