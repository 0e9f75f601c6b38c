// Tests unusable patterns: each error has the exact position, the faulty part and a correction.
#include <algorithm>

#include "base/text.h"
#include "intents/rules.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// `marked` is a bot with an `@` at the expected position of its only diagnostic.
struct BadPatternRow {
  std::string marked;
  std::string finding;  // "E401: message; hint"
};

void check_errors(const std::vector<BadPatternRow>& rows) {
  for (const BadPatternRow& row : rows) {
    INFO(row.marked);
    std::string yaml = kHead + row.marked;
    const std::size_t place = yaml.find('@');
    REQUIRE(place != std::string::npos);
    yaml.erase(place, 1);
    const std::string before = yaml.substr(0, place);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t column = 1 + base::count_code_points(std::string_view(before).substr(before.rfind('\n') + 1));
    CHECK(errors(yaml) ==
          std::vector<std::string>{"bot.yaml:" + std::to_string(line) + ":" + std::to_string(column) + ": error[" +
                                   row.finding.substr(0, 4) + "]" + row.finding.substr(4)});
  }
}

std::string rule_yaml(const std::string& regex) {
  return "intents:\n" + intent("a", "match: [{regex: " + regex + "}]");
}

std::string param_yaml(const std::string& text) {
  return "intents:\n" + intent("a", "match: [{regex: a}], params: {p: {type: number, " + text + "}}");
}

std::string entity_yaml(const std::string& text) {
  return "entities:\n  e: {" + text + "}\nintents:\n" + intent("a", "match: [{regex: a}], params: {p: {type: e}}");
}

TEST_CASE("E401: a regex that does not compile is reported") {
  const std::string problem = "E401: regex does not compile: ";
  const std::string syntax = "; the syntax is RE2's";
  check_errors({
      {rule_yaml("'@a(b'"), problem + "missing ): a(b" + syntax},
      {rule_yaml("'@ab)c'"), problem + "unexpected ): ab)c" + syntax},
      {rule_yaml("'a* b(@*c)'"), problem + "no argument for repetition operator: *" + syntax},
      {rule_yaml("'x{2}, it''s y@{3,1}'"), problem + "invalid repetition size: {3,1}" + syntax},
      {rule_yaml("\"caf\u00e9 \\u00e9@{3,1}\""), problem + "invalid repetition size: {3,1}" + syntax},
      {rule_yaml("'a@(?=b)'"), problem +
                                   "invalid perl operator: (?=; lookaround and other (?...) extensions are not part of "
                                   "RE2's syntax"},
      {rule_yaml("'(a)@\\1'"), problem + "invalid escape sequence: \\1; back references are not part of RE2's syntax"},
      {rule_yaml("'[@z-a]'"), problem + "invalid character class range: z-a" + syntax},
      {param_yaml("param_mapping: ['x', '@a(b']"), problem + "missing ): a(b" + syntax},
      {param_yaml("validate: [{matches: '@+', else: No.}]"),
       problem + "no argument for repetition operator: +" + syntax},
      {"intents:\n" + intent("a", "match: [{regex: a}], when: {context.x: {matches: '@(x'}}"),
       problem + "missing ): (x" + syntax},
      {"intents:\n  - {id: a, match: [{regex: a}], steps: [{tool: t}]}\n"
       "tools: {t: {kind: mock, cases: [{when: {x: {matches: '@a)'}}, result: 1}], error: no}}\n",
       problem + "unexpected ): a)" + syntax},
      {rule_yaml("a") + "commands: {cancel: ['@[']}\n", problem + "missing ]: [" + syntax},
      {rule_yaml("a") + "commands: {cancel: [@'\\Qx']}\n",
       "E401: regex compiles alone, but not inside a larger regex; close everything that it opens: \\Q with \\E"},
      {entity_yaml("values: {v: [ok, '@(no']}, examples: [zzz]"), problem + "missing ): (no" + syntax},
  });
}

TEST_CASE("E403: a regex that matches the empty string is reported") {
  const std::string finding =
      "E403: regex matches the empty string; make some part of it mandatory: write + instead of *, or remove a ? "
      "around the whole";
  check_errors({
      {rule_yaml("@'(refund)?'"), finding},
      {rule_yaml("@'\\b'"), finding},
      {rule_yaml("@'a|'"), finding},
      {rule_yaml("@'.*'"), finding},
      {param_yaml("param_mapping: [@'x?']"), finding},
      {rule_yaml("a") + "commands: {reset: [@'(reset)*']}\n", finding},
      {entity_yaml("patterns: ['a', @'x*'], examples: [zzz]"), finding},
      {entity_yaml("values: {v: [@'x*']}"), finding},
  });
  CHECK(bot(param_yaml("validate: [{matches: '.*', else: No.}]")));
}

TEST_CASE("E404: a regex that is too large is reported") {
  const std::string finding =
      "E404: regex too large; shorten repetitions such as {1,1000}; the limit is 5000 compiled instructions";
  check_errors({{rule_yaml("@'x.{0,900}'"), finding}, {rule_yaml("@'(\\pL{100}){10}'"), finding}});
}

TEST_CASE("E405: a canonical form that uses a group is reported if a pattern does not have this group") {
  check_errors({
      {entity_yaml("patterns: ['a(?P<year>\\d)'], canonical: 'y {@yaer} {value}'"),
       "E405: 'canonical' names the group 'yaer', which is missing from the pattern 'a(?P<year>\\d)'; did you mean "
       "'year'?"},
      {entity_yaml("patterns: ['(?P<n>a)', 'b'], canonical: '{@n}'"),
       "E405: 'canonical' names the group 'n', which is missing from the pattern 'b'; write the group as (?P<n>...)"},
  });
}

TEST_CASE("E406: an example that its entity does not recognise is reported") {
  const std::string way_out = "; extend the entity, or remove the example";
  check_errors({
      {entity_yaml("patterns: ['\\d{5}'], examples: ['12345', @no digits]"),
       "E406: example 'no digits' is not recognised by its entity 'e'" + way_out},
      {entity_yaml("values: {v: [x]}, examples: [a v, @xylophone]"),
       "E406: example 'xylophone' is not recognised by its entity 'e'" + way_out},
  });
}

TEST_CASE(
    "E407: rules without a literal that exceed the memory limit together still match, but such a bot is refused") {
  config::BotDefinition definition;
  definition.files.push_back({"bot.yaml", std::make_shared<const std::string>("")});
  config::Intent intent;
  for (const char* regex : {"\\d{6}.{0,30}\\d", "money back", "\\d{5}"}) intent.rules.push_back({{regex, {}}, 0});
  definition.intents.push_back(intent);
  config::Diagnostics findings(definition.files);
  Prefilter prefilter;
  const Rules rules(definition, prefilter, findings, 1000);
  prefilter.compile();
  std::vector<Evidence> evidence;
  rules.match(Message("12345, I want my money back", prefilter), evidence);
  CHECK(evidence.size() == 2);
  const auto diagnostics = findings.take();
  REQUIRE(diagnostics.size() == 1);
  CHECK(diagnostics[0].code == "E407");
  CHECK(diagnostics[0].severity == Severity::kError);
}

}  // namespace
}  // namespace parley::intents
