// Tests warnings about alternatives of a rule that are never needed.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

std::vector<std::string> alternative_warnings(const std::string& yaml) {
  std::vector<std::string> out;
  const Bot linted = bot(yaml);
  for (const Diagnostic& warning : linted->warnings()) {
    if (warning.code == "W512" || warning.code == "W513") {
      out.push_back(warning.code + " " + std::to_string(warning.line) + ":" + std::to_string(warning.column));
    }
  }
  return out;
}

TEST_CASE("an alternative of a template is reported if earlier alternatives match all of its texts") {
  struct Row {
    const char* text;
    std::vector<std::string> warnings;
  };
  const Row rows[] = {
      {"(turn|switch) on", {}},
      {"(turn|Turn) on", {"W512 5:31"}},
      {"(turn on|turn) [on]", {}},
      {"((a|b)|b) on", {"W512 5:32"}},
      {"([a] lamp|a lamp) on", {"W512 5:35"}},
      {"(a lamp|[a] lamp) on", {}},
      {"[the|the] lamp", {"W512 5:30"}},
      {"light(s|ing|s)", {"W512 5:37"}},
      {"({n}|{number:n}|{n}) lamps", {"W512 5:41"}},
      {"(<r>|<r> x|<r>) lamps", {"W512 5:36"}},
      {"(a;b) x", {}},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(alternative_warnings("rules: {r: 'one [two]'}\nintents:\n  - match: [{template: '" + std::string(row.text) +
                               "'}]\n    id: x\n    params: {n: {type: number}}\n    steps: [{say: ok}]\n") ==
          row.warnings);
  }
}

TEST_CASE("duplicate alternatives of a regex are reported") {
  struct Row {
    const char* regex;
    std::vector<std::string> warnings;
  };
  const Row rows[] = {
      {R"(\b(refund|money back)\b)", {}},  {R"(\b(refund|back|refund)\b)", {"W512 4:37"}},
      {R"(x|y|x)", {"W512 4:26"}},         {R"((?:a|b)(?P<v>a|b))", {}},
      {R"((?P<v>ab|ab))", {"W512 4:31"}},  {R"([x|x](?i)(\||\|))", {"W512 4:35"}},
      {R"([[:alpha:]|](a|b)|(a|b)c)", {}}, {R"(\Qa|a\E)", {}},
      {R"([\[:](a|a))", {"W512 4:30"}},
  };
  for (const Row& row : rows) {
    INFO(row.regex);
    CHECK(alternative_warnings("intents:\n  - match: [{regex: '" + std::string(row.regex) +
                               "'}]\n    id: x\n    steps: [{say: ok}]\n") == row.warnings);
  }
}

TEST_CASE("a word that two values have, or that one value has twice, is reported") {
  CHECK(alternative_warnings(R"(
entities:
  reason:
    values:
      broken: [smashed, 'torn?', Broken]
      late: [too late, smashed]
      too-late: ['torn?']
  place:
    values:
      hall: {synonyms: [down], context: {floor: 0}}
      cellar: {synonyms: [down], context: {floor: -1}}
intents:
  - {id: x, match: [{regex: x}], params: {r: {type: reason}, p: {type: place}}, steps: [{say: ok}]}
)") == std::vector<std::string>{"W513 7:34", "W513 8:24", "W513 9:7", "W513 9:18"});
}

}  // namespace
}  // namespace parley::intents
