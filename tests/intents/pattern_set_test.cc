// Tests that a pattern set finds the same matches as its patterns find one by one, whatever the memory limit.
#include "intents/pattern_set.h"

#include <string>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace parley::intents {
namespace {

const std::vector<std::string> kRegexes = {
    R"(\brefund\b)",
    R"(money.*back)",
    R"(\b(cancel|stop)\b.{0,20}\border\b)",
    R"(^hello)",
    R"(order$)",
    R"((?-i)ORDER)",
    R"(\d{5})",
    R"(caf\x{e9})",
    R"(a|b|c)",
    R"(track\w* (my )?order)",
    R"(\bwhere\b.*\border)",
    R"(o-?\d+)",
    R"(kelvin)",
    R"(strasse)",
    R"(stra(ss|\x{df})e)",
    R"(\x{df}|\x{212b}ngstrom)",
    R"(my .*(order|refund))",
    R"([a-z]+\d)",
};

PatternSet make_set(PatternSet::Match match, std::int64_t memory, bool* compiled) {
  PatternSet set(match);
  for (const std::string& regex : kRegexes) set.add(Pattern(regex));
  *compiled = set.compile(memory);
  return set;
}

std::vector<int> match_each_pattern(PatternSet::Match match, std::string_view text) {
  std::vector<int> hits;
  for (std::size_t i = 0; i < kRegexes.size(); ++i) {
    const Pattern pattern(kRegexes[i]);
    if (match == PatternSet::Match::kWhole ? pattern.covers(text) : pattern.occurs_in(text)) {
      hits.push_back(static_cast<int>(i));
    }
  }
  return hits;
}

rc::Gen<std::string> message_of_the_bots_words() {
  const auto word = rc::gen::elementOf(std::vector<std::string>{
      "refund", "Money",     "back",  "cancel",   "stop",  "my", "order",      "ORDER", "hello", "12345",
      "o-7",    "caf\u00e9", "track", "tracking", "where", "is", "\U0001f600", ".",     "abc",   "\n"});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(word), [](const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& one : words) text += (text.empty() ? "" : " ") + one;
    return text;
  });
}

TEST_CASE("a set finds the same matches as its patterns find one by one") {
  for (const auto match : {PatternSet::Match::kAnywhere, PatternSet::Match::kWhole}) {
    bool compiled = false;
    const PatternSet set = make_set(match, kSetMemory, &compiled);
    REQUIRE(compiled);
    CHECK(rc::check("set and loop agree", [&] {
      const std::string text = *message_of_the_bots_words();
      std::vector<int> hits;
      set.hits(text, hits);
      RC_ASSERT(hits == match_each_pattern(match, text));
    }));
  }
}

TEST_CASE("a set that does not fit into its memory finds the same matches as its patterns find one by one") {
  for (const auto match : {PatternSet::Match::kAnywhere, PatternSet::Match::kWhole}) {
    bool compiled = true;
    const PatternSet set = make_set(match, 1000, &compiled);
    REQUIRE_FALSE(compiled);
    CHECK(rc::check("a set without memory and a loop over its patterns agree", [&] {
      const std::string text = *message_of_the_bots_words();
      std::vector<int> hits;
      set.hits(text, hits);
      RC_ASSERT(hits == match_each_pattern(match, text));
    }));
  }
}

TEST_CASE("a set is correct with every memory limit from zero to enough") {
  std::string text = "where do I track my order o-12345 to get money back, cancel that order";
  int compiled_ones = 0;
  for (std::int64_t memory = 1000; memory < 4'000'000; memory += memory / 10) {
    bool compiled = false;
    const PatternSet set = make_set(PatternSet::Match::kAnywhere, memory, &compiled);
    compiled_ones += compiled ? 1 : 0;
    std::vector<int> hits = {99};
    set.hits(text, hits);
    INFO(memory);
    CHECK(hits == match_each_pattern(PatternSet::Match::kAnywhere, text));
  }
  CHECK(compiled_ones > 0);
}

TEST_CASE("an empty set matches nothing") {
  PatternSet set(PatternSet::Match::kAnywhere);
  REQUIRE(set.compile());
  std::vector<int> hits = {1};
  set.hits("anything", hits);
  CHECK(hits.empty());
}

TEST_CASE("a pattern that can match the empty string is recognised in any context") {
  struct Row {
    std::string regex;
    bool can;
  };
  const std::vector<Row> rows = {
      {"x*", true}, {"", true},      {"a|", true},       {"\\b", true},    {"\\B", true},      {"^", true},
      {"$", true},  {"(?m)^", true}, {"\\bx?\\b", true}, {"^$", true},     {"(a|\\b)", true},  {"(x?)(y?)", true},
      {"x", false}, {"x+", false},   {"\\bx", false},    {"^x?y$", false}, {"(a|b)c*", false}, {".", false},
  };
  for (const Row& row : rows) {
    INFO(row.regex);
    CHECK(Pattern(row.regex).can_match_nothing() == row.can);
  }
}

}  // namespace
}  // namespace parley::intents
