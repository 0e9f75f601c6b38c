// Tests the reader of `on_start` and `opening`.
#include <catch2/catch.hpp>

#include "config/reader.h"

using namespace parley;
using namespace parley::config;

namespace {

const char* const kIntents = R"(
parley: 1
bot: {id: x}
intents: [{id: hours, match: [{regex: x}], params: {day: {type: date}}, steps: [{say: Nine.}]}]
)";

std::vector<std::string> codes_of(const std::string& more, BotDefinition* out = nullptr) {
  Diagnostics findings({{"bot.yaml", std::make_shared<const std::string>(kIntents + more)}});
  BotDefinition bot = read_bot(findings);
  std::vector<std::string> codes;
  for (const Diagnostic& one : findings.take()) codes.push_back(one.code);
  if (out) *out = std::move(bot);
  return codes;
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("a bot without `on_start` does not greet") {
  BotDefinition bot;
  CHECK(codes_of("", &bot).empty());
  CHECK(bot.on_start.steps.empty());
  CHECK(bot.on_start.before_answer);
}

TEST_CASE("`on_start` has texts, branches and an intent to start") {
  BotDefinition bot;
  CHECK(codes_of("on_start: {steps: [{if: {context.name: {exists: true}}, then: [{say: 'Hi {context.name}'}]}, {start: "
                 "hours}], before_answer: false}\n",
                 &bot)
            .empty());
  REQUIRE(bot.on_start.steps.size() == 2);
  CHECK(bot.on_start.steps[0].as<BranchStep>()->then.size() == 1);
  CHECK(intent_in(bot.on_start.steps[1])->value == "hours");
  CHECK_FALSE(bot.on_start.before_answer);
}

TEST_CASE("`on_start` rejects steps and names that have no meaning before a conversation") {
  CHECK(codes_of("on_start: {}\n") == Codes{"E306"});
  CHECK(codes_of("on_start: {steps: []}\n") == Codes{"E309"});
  CHECK(codes_of("on_start: {steps: [{ask: day}]}\n") == Codes{"E311"});
  CHECK(codes_of("on_start: {steps: [handoff]}\n") == Codes{"E311"});
  CHECK(codes_of("on_start: {steps: [{call: hours}]}\n") == Codes{"E311"});
  CHECK(codes_of("on_start: {steps: [{say: '{day}'}]}\n") == Codes{"E203"});
  CHECK(codes_of("on_start: {steps: [{if: {day: 1}, then: [{say: x}]}]}\n") == Codes{"E203"});
  CHECK(codes_of("on_start: {steps: [{start: nothing}]}\n") == Codes{"E206"});
  CHECK(codes_of("on_start: {steps: [{start: hours, with: {day: today}}]}\n") == Codes{"E310"});
  CHECK(codes_of("on_start: {steps: [{say: x}], welcome: y}\n") == Codes{"E201"});
}
