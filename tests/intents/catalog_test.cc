// Tests how a Catalog is loaded, its fingerprint and its warnings.
#include <fstream>

#include "intents/catalog_access.h"
#include "intents/entity_spans.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const std::string kBot = std::string(kHead) + "intents:\n" + intent("hello", "match: [{regex: hello}]");

std::vector<std::string> warning_lines(const std::string& yaml) {
  std::vector<std::string> out;
  const Bot catalog = bot(yaml);
  for (const Diagnostic& warning : catalog->warnings()) out.push_back(warning.to_string());
  return out;
}

TEST_CASE("catalog: a catalog describes its bot") {
  const auto catalog = Catalog::parse(kBot, "x.yaml");
  REQUIRE(catalog);
  CHECK((*catalog)->id() == "test");
  CHECK((*catalog)->intents() == std::vector<std::string>{"hello"});
  CHECK((*catalog)->warnings().empty());
  CHECK(intents::definition_of(**catalog).intents.size() == 1);
}

TEST_CASE("catalog: the fingerprint changes only with the content") {
  const std::string print = (*Catalog::parse(kBot, "x.yaml"))->fingerprint();
  CHECK(print.size() == 32);
  CHECK((*Catalog::parse(kBot, "y.yaml"))->fingerprint() == print);
  CHECK((*Catalog::parse(kBot + "session: {ttl: 4h}\n", "x.yaml"))->fingerprint() != print);
}

TEST_CASE("catalog: a file that cannot be read is an error") {
  for (const std::string path : {"/nowhere/bot.yaml", "/"}) {
    const auto catalog = Catalog::load(path);
    REQUIRE_FALSE(catalog);
    CHECK(catalog.error().code == ErrorCode::kFileUnreadable);
  }
}

TEST_CASE("catalog: the shipped bot has no diagnostics") {
  const auto catalog = Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml");
  INFO((catalog ? std::string() : catalog.error().to_string()));
  REQUIRE(catalog);
  for (const Diagnostic& warning : (*catalog)->warnings()) CHECK(warning.to_string().empty());
}

TEST_CASE("catalog: diagnostics of reading and compiling are reported together, in file order") {
  const auto catalog = Catalog::parse(std::string(kHead) + "intents:\n" + intent("a", "match: [{regex: '(x'}]") +
                                          intent("b", "match: [{regex: x, prioriti: 1}]"),
                                      "bot.yaml");
  REQUIRE_FALSE(catalog);
  CHECK(catalog.error().code == ErrorCode::kInvalidBot);
  CHECK(catalog.error().message == "bot.yaml has 2 errors");
  REQUIRE(catalog.error().diagnostics.size() == 2);
  CHECK(catalog.error().diagnostics[0].code == "E401");
  CHECK(catalog.error().diagnostics[1].code == "E201");
}

TEST_CASE("W501: an intent that nothing can start is reported") {
  const std::string hello = intent("hello", "match: [{regex: hello}]");
  CHECK(warning_lines("intents:\n" + hello + intent("lost", "description: x")) ==
        std::vector<std::string>{
            "bot.yaml:5:10: warning[W501]: nothing can start the intent 'lost'; add 'match' or 'examples'"});
  CHECK(warning_lines("intents:\n" + hello + intent("lost", "description: x") + "fallback: {say: What, then: lost}\n")
            .empty());
  CHECK(warning_lines("intents:\n" +
                      intent("hello", "match: [{regex: hello}], params: {n: {type: number, on_exhausted: lost}}") +
                      intent("lost", "description: x"))
            .empty());
}

TEST_CASE("W502: an example that is understood as another intent is reported") {
  CHECK(warning_lines("intents:\n" + intent("hello", "match: [{regex: hello, priority: 1}]") +
                      intent("greet", "examples: [hello there, good day]")) ==
        std::vector<std::string>{"bot.yaml:5:28: warning[W502]: example 'hello there' is understood as the intent "
                                 "'hello'; the rule on line 4 matches it"});
  CHECK(warning_lines("intents:\n" + intent("a", "examples: [good day]") + intent("b", "examples: [Good day!]")) ==
        std::vector<std::string>{"bot.yaml:5:24: warning[W502]: example 'Good day!' is understood as the intent 'a'; "
                                 "that intent has the same example on line 4"});
  CHECK(warning_lines("intents:\n" + intent("a", "match: [{regex: hello, priority: 1}], when: {context.vip: true}") +
                      intent("b", "examples: [hello]"))
            .empty());
}

TEST_CASE("W503: the same rule in two intents is reported") {
  CHECK(warning_lines("intents:\n" + intent("a", "match: [{regex: x+}]") +
                      intent("b", "match: [{regex: y}, {regex: x+}]")) ==
        std::vector<std::string>{"bot.yaml:5:41: warning[W503]: the intent 'a' has the same rule 'x+'; "
                                 "remove one of them; the first in the file wins"});
}

TEST_CASE("W506: a default is reported if parley would reject it as an answer") {
  const auto with = [](const std::string& param) {
    return warning_lines("intents:\n" + intent("a", "match: [{regex: x+}], params: {n: {required: true, ask: How?, " +
                                                        param + ", on_exhausted: default}}"));
  };
  CHECK(with("type: number, default: 5").empty());
  CHECK(with("type: date, default: tomorrow").empty());
  CHECK(with("type: number, default: 500, validate: [{le: 10, else: No.}]") ==
        std::vector<std::string>{"bot.yaml:4:44: warning[W506]: the default of 'n' would be rejected if a user "
                                 "said it; use a value of the type that passes 'validate'"});
  CHECK(with("type: number, list: true, default: [1, 2]").empty());
  CHECK(with("type: date, default: today, validate: [{ge: 2026-01-01, else: Too early.}]").empty());
  CHECK(with("type: date, default: today, validate: [{le: 2000-01-01, else: Too late.}]").size() == 1);
}

TEST_CASE("E411: a default that is not a value of its type is reported") {
  const auto with = [](const std::string& param) {
    return errors(kHead + ("entities: {size: {values: {small: [little], large: [big]}}}\nintents:\n" +
                           intent("a", "match: [{regex: x+}], params: {n: {" + param + "}}")));
  };
  struct Case {
    const char* param;
    const char* value;
    const char* type;
  };
  for (const Case& odd :
       {Case{"type: number, default: many", "many", "number"},
        Case{"type: number, default: 1e309 or so", "1e309 or so", "number"},
        Case{"type: date, default: 'Feb 30'", "Feb 30", "date"},
        Case{"type: date, default: tomorow evening", "tomorow evening", "date"},
        Case{"type: date_range, default: from tomorrow to yesterday", "from tomorrow to yesterday", "date_range"},
        Case{"type: number, list: true, default: [1, two pints of, x]", "[1,\"two pints of\",\"x\"]", "number"}}) {
    INFO(odd.param);
    const std::string hint = std::string(odd.type) == "number" && odd.value[0] == '['
                                 ? "write a list of values of that type"
                             : std::string(odd.type) == "number"     ? "for example 3"
                             : std::string(odd.type) == "date_range" ? "for example next week"
                                                                     : "for example 2026-03-02 or today";
    CHECK(with(odd.param) ==
          std::vector<std::string>{std::string("bot.yaml:5:44: error[E411]: the default '") + odd.value +
                                   "' of 'n' is not a value of the type '" + odd.type + "'; " + hint});
  }
  CHECK(with("type: size, default: most of them").empty());
  CHECK(with("type: date, default: '{context.day}'").empty());
}

TEST_CASE("loading a bot makes its defaults canonical, except relative dates and times") {
  const auto fallback = [](const std::string& param) {
    const Bot made = bot("entities: {size: {values: {small: [little], large: [big]}}}\nintents:\n" +
                         intent("a", "match: [{regex: x+}], params: {n: {" + param + "}}"));
    return intents::definition_of(*made).intents[0].params[0].fallback->constant.to_json();
  };
  CHECK(fallback("type: number, default: \"1'000\"") == "1000");
  CHECK(fallback("type: date, default: May 5 2030") == "\"2030-05-05\"");
  CHECK(fallback("type: date, default: 2030-05-05") == "\"2030-05-05\"");
  CHECK(fallback("type: money, default: 5 dollars") == R"({"amount":5,"currency":"USD"})");
  CHECK(fallback("type: size, default: big") == "\"large\"");
  CHECK(fallback("type: size, default: any") == "\"any\"");
  CHECK(fallback("type: number, list: true, default: [one, 2]") == "[1,2]");
  CHECK(fallback("type: date, default: today") == "\"today\"");
  CHECK(fallback("type: date, default: May 5") == "\"May 5\"");
  CHECK(fallback("type: time, default: in half an hour") == "\"in half an hour\"");
}

TEST_CASE("entity spans: values are found in all forms that an answer may have") {
  const Bot bot = intents::bot(
      "entities: {order_id: {patterns: ['O-\\d{5}']}}\nintents:\n" +
      intent("a", "match: [{regex: a}], params: {o: {type: order_id}, p: {type: phone}, t: {type: free_text}}"));
  CHECK(find_entity_spans(*bot, "order_id", "\u00e9 O\u201312345 O-54321") == std::vector<Span>{{3, 12}, {13, 20}});
  CHECK(find_entity_spans(*bot, "phone", "call 5551234567") == std::vector<Span>{{5, 15}});
  CHECK(find_entity_spans(*bot, "free_text", "anything").empty());
  CHECK(find_entity_spans(*bot, "unknown", "anything").empty());
}

}  // namespace
}  // namespace parley::intents
