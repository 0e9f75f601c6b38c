// Tests that a prefilter rules out no pattern that matches a message or a part of it.
#include "intents/prefilter.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "intents/pattern.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

bool passes(const std::string& regex, std::string_view message, Prefilter::Text text) {
  Prefilter prefilter;
  const int pattern = prefilter.share(required_literals(regex), text);
  prefilter.compile();
  return prefilter.pass(message).may_match(pattern);
}

TEST_CASE("a pattern passes if the message has a literal of each requirement") {
  struct Row {
    std::string regex, message;
    bool is_passed;
  };
  const std::vector<Row> rows = {
      {"refund", "a REFUND please", true}, {"refund", "my money", false}, {"money.*back", "back to the money", true},
      {"money.*back", "money", false},     {"\\d{5}", "no digit", true},  {"\\bORD-\\d+", "ord-12", true},
      {"\\bORD-\\d+", "order 12", false},  {"skip", "\u017Fkip", true},  // RE2 reads the long s as s
  };
  for (const Row& row : rows) {
    INFO(row.regex << ": " << row.message);
    CHECK(passes(row.regex, row.message, Prefilter::Text::kFolded) == row.is_passed);
  }
}

TEST_CASE("a pattern of plain words passes whatever separates or hides the words in the message") {
  const std::string regex = "(?:^| )(?:my bad|mistake)";
  CHECK(passes(regex, "oh, my - bad", Prefilter::Text::kPlain));
  CHECK(passes(regex, "a mis'take", Prefilter::Text::kPlain));
  CHECK_FALSE(passes(regex, "my order", Prefilter::Text::kPlain));
  CHECK(passes(" ", "anything", Prefilter::Text::kPlain));
}

TEST_CASE("equal patterns share a number, and the patterns of a set have consecutive numbers") {
  Prefilter prefilter;
  const int shared = prefilter.share({{"date"}}, Prefilter::Text::kPlain);
  CHECK(prefilter.share({{"date"}}, Prefilter::Text::kPlain) == shared);
  CHECK(prefilter.share({{"date"}}, Prefilter::Text::kFolded) != shared);
  const int first = prefilter.add("date");
  CHECK(prefilter.add("date") == first + 1);
  prefilter.compile();
  const Prefilter::Passed passed = prefilter.pass("the date");
  CHECK(passed.filtered() == std::vector<int>{shared, shared + 1, first, first + 1});
}

TEST_CASE("a pattern that matches a part of a message passes") {
  const std::vector<std::string> folded = {"cancel|stop", "O-\\d+", "caf\u00e9", "n't", "\\bmy\\s+order", "(?-i)ORDER"};
  const std::vector<std::string> plain = {"^(?:dont|stop) ", "my order$", "(?:^| )(?:no+|nope) ", "wheres"};
  Prefilter prefilter;
  std::vector<int> numbers;
  for (const std::string& regex : folded) {
    numbers.push_back(prefilter.share(required_literals(regex), Prefilter::Text::kFolded));
  }
  for (const std::string& regex : plain) {
    numbers.push_back(prefilter.share(required_literals(regex), Prefilter::Text::kPlain));
  }
  prefilter.compile();
  const auto word =
      rc::gen::elementOf(std::vector<std::string>{"cancel", "Stop", "o-12", "caf\u00e9", "don't", "my", "order",
                                                  "ORDER", "no", "nooo", "where's", "\U0001f600", ",", "\u017Ftop"});
  CHECK(rc::check("for any message", [&] {
    std::string message;
    for (const std::string& one : *rc::gen::container<std::vector<std::string>>(word)) message += one + " ";
    const std::string_view part = std::string_view(message).substr(0, *rc::gen::inRange<std::size_t>(0, 40));
    const Prefilter::Passed passed = prefilter.pass(message);
    const intents::Words words(message);
    for (std::size_t i = 0; i < folded.size(); ++i) {
      RC_ASSERT(!Pattern(folded[i]).occurs_in(part) || passed.may_match(numbers[i]));
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const Pattern pattern(plain[i], Pattern::Case::kCounts);
      RC_ASSERT(!pattern.occurs_in(words.text()) || passed.may_match(numbers[folded.size() + i]));
    }
  }));
}

}  // namespace
}  // namespace parley::intents
