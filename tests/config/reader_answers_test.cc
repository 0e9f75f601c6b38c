// Tests the reader of `answers` and `follow_up`.
#include <catch2/catch.hpp>

#include "config/reader.h"

using namespace parley;
using namespace parley::config;

namespace {

std::vector<std::string> codes_of_answers(const std::string& answers, BotDefinition* out = nullptr) {
  const std::string yaml =
      "parley: 1\nbot: {id: x}\nintents:\n  - id: pay\n    match: [{regex: x}]\n"
      "    params: {day: {type: date, required: true, ask: When?, answers: " +
      answers + "}}\n    answers: " + answers +
      "\n    follow_up: 1h\n    steps: [{tool: t, save: {total: result.total}}, {say: Ok.}]\n"
      "tools: {t: {}}\nsession: {follow_up: 5m}\n";
  Diagnostics findings({{"bot.yaml", std::make_shared<const std::string>(yaml)}});
  BotDefinition bot = read_bot(findings);
  std::vector<std::string> codes;
  for (const Diagnostic& one : findings.take()) codes.push_back(one.code);
  if (out) *out = std::move(bot);
  return codes;
}

}  // namespace

TEST_CASE("an answer has examples or regexes, and a text") {
  BotDefinition bot;
  CHECK(codes_of_answers(
            "[{examples: [how much], say: Ten.}, {match: [{regex: '\\bfees?\\b'}], say: {any: [None., No.]}}]", &bot)
            .empty());
  const Intent& pay = bot.intents.at(0);
  REQUIRE(pay.answers.size() == 2);
  CHECK(pay.answers[0].examples.at(0).value == "how much");
  CHECK(pay.answers[1].regexes.at(0).value == "\\bfees?\\b");
  CHECK(pay.answers[1].say.any.size() == 2);
  CHECK(pay.params.at(0).answers.size() == 2);
  CHECK(pay.follow_up == 3'600'000);
  CHECK(bot.session.follow_up == 300'000);
}

TEST_CASE("the text of an answer may name params, saved values, params of the session and facts") {
  CHECK(codes_of_answers("[{examples: [x], say: '{day} {total} {session.name} {context.tier}'}]").empty());
}

TEST_CASE("an answer without a question, without a text or with unknown names is an error") {
  CHECK(codes_of_answers("[{say: Ten.}]") == std::vector<std::string>{"E306", "E306"});
  CHECK(codes_of_answers("[{examples: [x]}]") == std::vector<std::string>{"E306", "E306"});
  CHECK(codes_of_answers("[{examples: [], say: Ten.}]") == std::vector<std::string>{"E309", "E309"});
  CHECK(codes_of_answers("[{match: [{template: x}], say: Ten.}]") ==
        std::vector<std::string>{"E306", "E201", "E306", "E201"});
  CHECK(codes_of_answers("[{match: [{regex: x, priority: 1}], say: Ten.}]") ==
        std::vector<std::string>{"E201", "E201"});
  CHECK(codes_of_answers("[{examples: [x], say: '{price}'}]") == std::vector<std::string>{"E203", "E203"});
  CHECK(codes_of_answers("{examples: [x], say: Ten.}") == std::vector<std::string>{"E301", "E301"});
}
