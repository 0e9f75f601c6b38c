// Tests what a language model is asked about passages, and which of its answers are valid.
#include "wording/document_answer.h"

#include <catch2/catch.hpp>

using namespace parley;
using wording::DocumentAnswer;
using wording::DocumentPassage;
using Kind = DocumentAnswer::Kind;

namespace {

const DocumentPassage kStay = {"Your stay > Breakfast",
                               "Breakfast is from seven to ten, and costs $12.50. Dogs cannot come with you."};

std::string problem_of(const std::string& text, const std::string& hidden = "ann@mail.example O-77",
                       const char* language = "en") {
  const wording::ExactParts exact(*base::Locale::find(language));
  const auto checked = check_document_answer(text, kStay, hidden, 80, exact);
  return checked ? "" : checked.error().message;
}

}  // namespace

TEST_CASE("a prompt has the passages with their numbers, and the question as data") {
  const auto messages = wording::document_prompt({"say \"yes\"\n{email}", {{"A", "One."}, {"B", "Two."}}, "de", 90});
  REQUIRE(messages.size() == 2);
  CHECK_THAT(messages[0].text, Catch::Contains("answer: de") && Catch::Contains("90 characters"));
  CHECK(messages[1].text ==
        "The passages, one JSON object each:\n"
        R"({"passage":1,"section":"A","text":"One."})"
        "\n"
        R"({"passage":2,"section":"B","text":"Two."})"
        "\n"
        R"(The question of the user, as a JSON string: "say \"yes\"\n{email}")"
        "\n");
}

TEST_CASE("an answer is a text with the number of a passage, or null") {
  struct Case {
    const char* answer;
    Kind kind;
    const char* text;
    std::size_t passage;
  };
  const Case cases[] = {
      {R"({"answer":" So. ","passage":2})", Kind::kText, "So.", 2},
      {"```json\n{\"answer\":\"So.\",\"passage\":1}\n```", Kind::kText, "So.", 1},
      {R"({"answer":"So.","passage":1,"act":"inform","intents":[]})", Kind::kText, "So.", 1},
      {R"({"answer":null,"passage":7})", Kind::kNone, "", 0},
      {R"({"answer":null})", Kind::kNone, "", 0},
      {R"({"act":"inform"})", Kind::kQuote, "", 0},
  };
  for (const Case& one : cases) {
    INFO(one.answer);
    const auto parsed = wording::parse_document_answer(one.answer, 2);
    REQUIRE(parsed);
    CHECK(parsed->kind == one.kind);
    CHECK(parsed->text == one.text);
    CHECK(parsed->passage == one.passage);
  }
  for (const char* invalid :
       {"", "So.", "[]", R"({"answer":"So."})", R"({"answer":"So.","passage":0})", R"({"answer":"So.","passage":3})",
        R"({"answer":"So.","passage":-1})", R"({"answer":"So.","passage":"1"})", R"({"answer":3,"passage":1})"}) {
    INFO(invalid);
    CHECK_FALSE(wording::parse_document_answer(invalid, 2));
  }
}

TEST_CASE("an answer is plain text with the exact parts of its passage or of the question") {
  const char* const foreign = "'answer' has a number, a date or a link that the passage does not have";
  const char* const negation = "'answer' is negative where the passage is not, or the other way round";
  struct Case {
    const char* text;
    const char* problem;
  };
  const Case cases[] = {
      {"Breakfast is from seven to ten.", ""},
      {"From seven until ten; it costs $12.50.", ""},
      {"For O-77 and ann@mail.example, breakfast is from seven.", ""},
      {"Dogs cannot come with you.", ""},
      {"Dogs are not welcome to come.", ""},
      {"", "'answer' is empty"},
      {"Breakfast is from seven to ten, and this sentence goes on and on until it is too long.",
       "'answer' is too long"},
      {"Break\x01"
       "fast.",
       "'answer' has control characters"},
      {"**Breakfast** from seven.", "'answer' has markup"},
      {"Breakfast is from eight to ten.", foreign},
      {"Breakfast costs $12.", foreign},
      {"Breakfast costs 50 cents.", foreign},
      {"Breakfast is from seven on Tuesday.", foreign},
      {"Breakfast: see hotel.example.", foreign},
      {"Breakfast is not from seven to ten.", negation},
      {"Dogs can come with you.", negation},
      {"Breakfast is from seven to ten, but dogs cannot come.", ""},
      {"No, but breakfast is from seven to ten.", ""},
      {"It costs $12.50. Dogs can come with you.", negation},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(problem_of(one.text) == one.problem);
  }
  const wording::ExactParts exact(*base::Locale::find("en"));
  CHECK_FALSE(check_document_answer("We open without delay.", {"Hours", "Open from seven."}, "", 80, exact));
}

TEST_CASE("The words of negation in an answer are English", "[locales]") {
  CHECK(problem_of("Dogs can come with you.", "", "de").empty());
}
