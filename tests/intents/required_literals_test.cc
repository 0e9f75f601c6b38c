// Tests that every match of a regex contains its required literals.
#include "intents/required_literals.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "intents/pattern.h"
#include "intents/sampling/regex_sample.h"

namespace parley::intents {
namespace {

// Returns for example "a or b, c".
std::string written(const std::vector<AnyOf>& all) {
  std::string text;
  for (const AnyOf& alternatives : all) {
    if (!text.empty()) text += ", ";
    for (const std::string& one : alternatives) text += (&one == &alternatives.front() ? "" : " or ") + one;
  }
  return text;
}

bool has_all(const std::string& text, const std::vector<AnyOf>& all) {
  return std::all_of(all.begin(), all.end(), [&](const AnyOf& alternatives) {
    return std::any_of(alternatives.begin(), alternatives.end(),
                       [&](const std::string& one) { return text.find(one) != std::string::npos; });
  });
}

// A random regex over few letters, so that alternatives share texts.
rc::Gen<std::string> regex(int depth) {
  const auto plain = rc::gen::elementOf(std::vector<std::string>{
      "a",         "B",    "ab",    "c",    ".",    "\\b",          "^",       "$",     "\\d",
      "[ab]",      "[^a]", "[a-c]", "[]x]", "\\.",  "\\pL",         "\\p{Lu}", "\\x61", "\\x{62}",
      "\\Qa.b\\E", "(?i)", "\\s+",  "{",    "a{x}", "[[:alpha:]b]", "[\\d\\-]"});
  if (depth == 0) return plain;
  const auto inner = regex(depth - 1);
  const auto joined = [](const char* before, const char* between, const char* after) {
    return [=](const std::pair<std::string, std::string>& two) {
      return before + two.first + between + two.second + after;
    };
  };
  const auto two = rc::gen::pair(inner, inner);
  return rc::gen::oneOf(plain, rc::gen::map(two, joined("", "", "")), rc::gen::map(two, joined("(?:", "|", ")")),
                        rc::gen::map(two, joined("", "|", "")), rc::gen::map(two, joined("(", "", ")?")),
                        rc::gen::map(two, joined("(?P<x>", "", ")+")), rc::gen::map(two, joined("(?i:", "|", "){2}")),
                        rc::gen::map(two, joined("(?:", "", "){0,2}")), rc::gen::map(two, joined("(?:", "", ")*?")));
}

}  // namespace

TEST_CASE("required literals are the texts that each match contains, the most selective first") {
  struct Row {
    const char* regex;
    const char* required;
  };
  const Row rows[] = {
      {"\\brefund\\b", "refund"},
      {"ReFund", "refund"},
      {"\\b(?:cancel|stop) my orders?\\b", "cancel my order or stop my order"},
      {"money.*back", "money, back"},
      {"\\b(?:where is|track)\\s+(?:my|the)\\s+(?:order|package)\\b", "track or where is, order or package, my or the"},
      {"\\d{5}", ""},
      {"o-?\\d+", "o"},
      {"colou?r", "color or colour"},
      {"(?:abc)?", ""},
      {"(?:abc)*d", "d"},
      {"(?:abc)+d", "abc, d"},
      {"(?:abc){2,3}", "abc"},
      {"(?:abc){0,3}", ""},
      {"abc{2}", "ab, c"},
      {"a{x}", "a{x}"},
      {"a|bc|.", ""},
      {"[ab]c", "ac or bc"},
      {"[^ab]c", "c"},
      {"[a-z]c", "c"},
      {"[]c]d", "]d or cd"},
      {"(?P<order>abc) (?i:DEF) (?s)x", "abc def x"},
      {"\\Qa.b\\E", "a.b"},
      {"\\Qab\\E+", ""},
      {"a\\.b\\\\", "a.b\\"},
      {"caf\xC3\xA9 noir", " noir, caf"},
      {"\\x41bc", "bc"},
      {"\\p{Lu}bc\\pLde", "bc, de"},
      {"abc|", ""},
  };
  for (const Row& row : rows) {
    INFO(row.regex);
    CHECK(written(required_literals(row.regex)) == row.required);
  }
}

TEST_CASE("each text that a regex matches has its required literals") {
  CHECK(rc::check("samples have the literals", [] {
    const std::string text = *rc::gen::resize(3, regex(3));
    const Pattern pattern(text);
    RC_PRE(pattern.is_valid());
    Dice dice(*rc::gen::arbitrary<unsigned>());
    const auto required = required_literals(text);
    for (int i = 0; i < 20; ++i) {
      const std::string sample = sample_of_regex(text, dice);
      if (pattern.occurs_in(sample)) RC_ASSERT(has_all(base::lower_ascii(sample), required));
    }
    const auto letters = rc::gen::container<std::string>(rc::gen::elementOf(std::string("abABc.x1 {]")));
    const std::string message = *letters;
    if (pattern.occurs_in(message)) RC_ASSERT(has_all(base::lower_ascii(message), required));
  }));
}

}  // namespace parley::intents
