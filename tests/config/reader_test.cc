// Tests that the reader stores every key of a bot file in its field.
#include "config/reader.h"

#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The bot of these tests is valid", "[locales][time_zones]") {
  const BotReading reading = read(kOrderBot);
  Strings unused;
  for (const Diagnostic& d : reading.diagnostics) unused.push_back(d.code + " " + d.word);
  CHECK(unused == Strings{"W504 orders.track", "W504 orders.fail", "W504 orders.host"});
}

TEST_CASE("The keys of the bot are stored in their fields", "[locales][time_zones]") {
  CHECK(order_bot().id == "acme.support-1");
  CHECK(order_bot().locale->tag() == "de");
  CHECK(order_bot().time_zone == "Europe/Berlin");
  REQUIRE(order_bot().files.size() == 1);
  CHECK(order_bot().files[0].name == "bot.yaml");
  CHECK(*order_bot().files[0].bytes == kOrderBot);
}

TEST_CASE("Omitted keys have defaults") {
  const BotReading reading = read(
      "parley: 1\nbot: {id: b}\nintents: [{id: a, match: [{regex: a}], steps: [{tool: t}]}]\n"
      "tools: {t: {}}\n");
  CHECK(brief(reading.diagnostics).empty());
  const BotDefinition& small = reading.bot;
  CHECK(small.locale->tag() == "en");
  CHECK(small.time_zone == "UTC");
  CHECK(small.session.ttl == 10'800'000);
  CHECK(small.session.question_ttl == 0);
  CHECK(small.session.other_user == Session::OtherUser::kRefuse);
  CHECK(small.session.max_turns == 0);
  CHECK(small.fallback.after == 3);
  CHECK(small.fallback.then == Fallback::Then::kNothing);
  CHECK(!small.fallback.say.any[0].pieces.empty());
  const Replies& r = small.replies;
  for (const TextVariants* reply : {&r.not_understood,
                                    &r.cancelled,
                                    &r.nothing_to_cancel,
                                    &r.reset,
                                    &r.handoff,
                                    &r.denied,
                                    &r.confirm_again,
                                    &r.tool_failed,
                                    &r.busy,
                                    &r.expired,
                                    &r.resume,
                                    &r.silence,
                                    &r.goodbye,
                                    &r.invalid,
                                    &r.cancelled_all,
                                    &r.change,
                                    &r.why,
                                    &r.dont_know,
                                    &r.cannot_skip,
                                    &r.skipped,
                                    &r.noted,
                                    &r.not_now,
                                    &r.queued,
                                    &r.next,
                                    &r.done}) {
    REQUIRE(reply->any.size() == 1);
    REQUIRE(reply->any[0].pieces.size() == 1);
    CHECK(reply->any[0].pieces[0].literal == source_of(*reply));
    CHECK(!source_of(*reply).empty());
  }
  const std::pair<const TextVariants*, const char*> with_placeholder[] = {
      {&r.choose, "choices"}, {&r.options, "options"}, {&r.examples, "examples"}};
  for (const auto& [reply, name] : with_placeholder) {
    REQUIRE(reply->any[0].pieces.size() == 2);
    CHECK(reply->any[0].pieces[0].placeholder == name);
  }
  CHECK(small.intents[0].interruptible);
  CHECK(small.intents[0].interrupts);
  CHECK(small.intents[0].ttl == 0);
  CHECK(small.intents[0].formerly.empty());
  const BotDefinition bot = read(
                                "parley: 1\nbot: {id: b}\nintents: [{id: i, match: [{regex: x}], steps: [{tool: t}]}]\n"
                                "tools: {t: {}}\n")
                                .bot;
  const ToolStep& step = *bot.intents.at(0).steps.at(0).as<ToolStep>();
  CHECK(step.timeout == 10'000);
  CHECK(step.retry_attempts == 1);
  CHECK(step.retry_backoff == 200);
  CHECK(step.on_failure.empty());
}

TEST_CASE("find_intent() finds every intent of a large bot, also in a copy of the bot") {
  std::string text = "parley: 1\nbot: {id: big}\nintents:\n";
  for (int i = 0; i < 500; ++i) {
    text += "  - {id: i" + std::to_string(i) + ", match: [{regex: x}], steps: [handoff]}\n";
  }
  const BotDefinition big = read(text).bot;
  const BotDefinition copy = big;
  for (int i = 0; i < 500; ++i) {
    const std::string id = "i" + std::to_string(i);
    REQUIRE(copy.find_intent(id) == &copy.intents[static_cast<std::size_t>(i)]);
  }
  CHECK(copy.find_intent("i500") == nullptr);
}

TEST_CASE("A file that is not a bot is reported once, with the command that reads it") {
  struct Row {
    const char* text;
    const char* place;
    const char* message;
    const char* hint;
  };
  const Row rows[] = {
      {"parley: 1\ntranslation: {of: b, locale: de}\ntexts: []\nintents: {a: {examples: [b]}}\n", "2:1 E201",
       "this file is a translation, not a bot", "check the bot that lists its language under 'languages'"},
      {"conversation: One\nbot: b.yaml\nturns: [{user: hi}]\n", "1:1 E201", "this file is a conversation, not a bot",
       "run it with 'parley replay'"},
      {"bot: b.yaml\nconversations: []\n", "2:1 E201", "this file is a file of conversations, not a bot",
       "run it with 'parley replay'"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const auto findings = read(row.text).diagnostics;
    CHECK(brief(findings) == Strings{row.place});
    CHECK(findings.front().message == row.message);
    CHECK(findings.front().hint == row.hint);
  }
}

}  // namespace
}  // namespace parley::config
