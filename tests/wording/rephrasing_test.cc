// Tests what a language model may change in a text of the bot.
#include "wording/rephrasing.h"

#include <catch2/catch.hpp>

using namespace parley;
using wording::ExactParts;
using wording::MaskedText;
using wording::OwnText;

namespace {

const ExactParts& english() {
  static const ExactParts exact(*base::Locale::find("en"));
  return exact;
}

std::string problem(const OwnText& own, const std::string& rephrased) {
  const auto checked = check_rephrased(own, rephrased, english());
  return checked ? "" : checked.error().message;
}

}  // namespace

TEST_CASE("a text in other words gets its values back") {
  const OwnText own{MaskedText("Your order O-1 costs $12.50. It comes on Monday.", {{{11, 14}, "order"}}), {}};
  const auto checked = check_rephrased(own, "Good news: {value.order} comes on Monday, for $12.50.", english());
  REQUIRE(checked);
  CHECK(*checked == "Good news: O-1 comes on Monday, for $12.50.");
}

TEST_CASE("a text that does not say the same is refused") {
  const OwnText statement{MaskedText("Your order O-1 costs $12.50 and comes on Monday.", {{{11, 14}, "order"}}), {}};
  const OwnText question{MaskedText("Do you want red or blue?", {}), {"red", "blue", "green"}};
  const OwnText negative{MaskedText("We cannot refund it.", {}), {}};
  struct Case {
    const OwnText& own;
    const char* rephrased;
    const char* problem;
  };
  const Case cases[] = {
      {statement, "", "it is empty"},
      {statement, "It costs $12.50 and comes on Monday.", "it lacks the placeholder {value.order}"},
      {statement, "{value.order} {value.order} costs $12.50 on Monday.", "it has the placeholder {value.order} twice"},
      {statement, "{value.order} for {value.name} costs $12.50 on Monday.",
       "it has a placeholder that the original lacks"},
      {statement, "{value.order} costs $12 and comes on Monday.", "it does not have the same numbers, dates and links"},
      {statement, "{value.order} costs $12.50 and comes on Tuesday.",
       "it does not have the same numbers, dates and links"},
      {statement, "{value.order}: $12.50, Monday, and two gifts.",
       "it does not have the same numbers, dates and links"},
      {statement, "{value.order}: $12.50, Monday. See shop.example",
       "it does not have the same numbers, dates and links"},
      {statement, "Is {value.order} for $12.50 on Monday fine?", "a question must stay one, and a statement, too"},
      {statement, "{value.order} **costs** $12.50, Monday.", "it has markup"},
      {statement, "{value.order} costs\x07 $12.50, Monday.", "it has control characters"},
      {question, "Do you want red?", "it does not name the same options"},
      {question, "Do you want red, blue or green?", "it does not name the same options"},
      {question, "Red or blue, please.", "a question must stay one, and a statement, too"},
      {negative, "We refund it.", "its negation differs"},
  };
  for (const Case& one : cases) {
    INFO(one.rephrased);
    CHECK(problem(one.own, one.rephrased) == one.problem);
  }
  CHECK(problem(question, "Would you like it in blue or in red?").empty());
  CHECK(problem(negative, "A refund is not possible.").empty());
  CHECK(problem(question, std::string(200, 'a') + "?") == "it is too long");
}

TEST_CASE("an answer has a text, or null to keep the bot's own") {
  CHECK(*wording::parse_rephrased(R"({"text":" a "})") == "a");
  CHECK(wording::parse_rephrased("```json\n{\"text\":null}\n```")->empty());
  for (const char* answer : {"", "{}", "[]", R"({"text":["a"]})", R"({"texts":"a"})", "Sure!"}) {
    INFO(answer);
    CHECK_FALSE(wording::parse_rephrased(answer));
  }
}

TEST_CASE("a prompt has the text without values, the language and the style") {
  const OwnText own{MaskedText("Hi \"Ann\"", {{{4, 7}, "name"}}), {}};
  const auto messages = wording::rephrase_prompt(own, "en-GB", "warm and short");
  REQUIRE(messages.size() == 2);
  CHECK_THAT(messages[0].text, Catch::Contains("en-GB") && Catch::Contains("warm and short"));
  CHECK_THAT(messages[1].text, Catch::Contains(R"("Hi \"{value.name}\"")") && !Catch::Contains("Ann"));
}
