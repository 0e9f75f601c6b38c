// Tests BotConstants, which decides that a value of the bot file is not private.
#include "engine/bot_constants.h"

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "intents/catalog_access.h"

using namespace parley;

namespace {

// The constants of a bot that says these texts.
engine::BotConstants constants_of(const std::vector<std::string>& texts) {
  std::string bot = "parley: 1\nbot: {id: b}\nintents:\n  - id: a\n    match: [{regex: x}]\n    steps:\n";
  for (const std::string& text : texts) bot += "      - say: " + Value(text).to_json() + "\n";
  const auto catalog = Catalog::parse(bot, "b.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  engine::BotConstants constants;
  constants.add_texts(intents::definition_of(**catalog));
  constants.index();
  return constants;
}

}  // namespace

TEST_CASE("a phone number that the bot file itself says is not private") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: help}
intents:
  - id: emergency
    match: [{regex: '\bsmell gas\b'}]
    steps: [{say: 'In an emergency call 0800 111 999 at once.'}]
  - id: call
    match: [{regex: '\bcall me\b'}]
    params: {number: {type: phone, required: true, ask: 'Your number, such as 020 7946 0958?'}}
    steps: [{say: 'We call {number}. In an emergency call 0800 111 999.'}]
redaction: {detect: [phone], policies: {phone: mask}}
fallback: {say: "Pardon?"}
)");
  harness.say("I smell gas");
  harness.say("please call me");
  harness.say("020 7946 0123");
  harness.say("my neighbour has 020 7946 0111");
  const Lines expected = {"I smell gas",
                          "In an emergency call 0800 111 999 at once.",
                          "please call me",
                          "Your number, such as 020 7946 0958?",
                          "{phone}",
                          "We call {phone}. In an emergency call 0800 111 999.",
                          "my neighbour has {phone}",
                          "Pardon?"};
  CHECK(harness.texts() == expected);
  CHECK(harness.engine->redact("call 0800 111 999 or 020 7946 0111") == "call 0800 111 999 or {phone}");
}

TEST_CASE("a phone number in a link, a prefill or a default of the bot file is not private") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: help}
intents:
  - id: desk
    match: [{regex: '\bdesk\b'}]
    params:
      line: {type: free_text, default: 'line 020 7946 0958'}
      room: {type: free_text, prefill: 'room 020 7946 0959'}
    steps:
      - say:
          any: 'Use {line} or {room}.'
          attachments:
            - link: {url: 'https://chat.example/to?tel=02079460111', title: Chat}
            - card:
                title: Us
                image: {url: 'https://chat.example/p?tel=02079460112', alt: We}
                buttons: [{label: Go, url: 'https://chat.example/t?tel=02079460113'}]
redaction: {detect: [phone], policies: {phone: mask}}
)");
  harness.say("the desk");
  const std::string said = harness.texts().back();
  CAPTURE(said);
  CHECK(said.find("{phone}") == std::string::npos);
  CHECK(harness.engine->redact("tel=02079460111, tel=02079460114") == "tel=02079460111, tel={phone}");
}

TEST_CASE("a value that is only a part of what the bot file says is private") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: help}
intents:
  - id: emergency
    match: [{regex: '\bsmell gas\b'}]
    steps: [{say: 'Call 0800 123 4567 (24 hours), (030) 765 4321. Write to anna.smith@shop.example.'}]
redaction: {detect: [phone, email], policies: {phone: mask, email: mask}}
fallback: {say: "Pardon?"}
)");
  const std::pair<std::string, std::string> rows[] = {
      {"my mail is smith@shop.example", "my mail is {email}"},
      {"my phone is 123 4567", "my phone is {phone}"},
      {"my phone is 765 4321", "my phone is {phone}"},
      {"write to anna.smith@shop.example", "write to anna.smith@shop.example"},
      {"call 0800 123 4567", "call 0800 123 4567"},
  };
  for (const auto& [text, stored] : rows) {
    harness.say(text);
    CHECK(harness.texts()[harness.texts().size() - 2] == stored);
  }
  harness.say("I smell gas");
  CHECK(harness.texts().back() == "Call 0800 123 4567 (24 hours), (030) 765 4321. Write to anna.smith@shop.example.");
}

TEST_CASE("a listed value, a day of birth and a short number of the bot file stay private") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: help}
entities: {plan: {values: {Plan 2000000: [], Plan 3000000: []}}}
intents:
  - id: hello
    match: [{regex: '\bhello\b'}]
    steps: [{say: 'Your plan is Plan 2000000, and you were born on 1980-01-31, for example.'}]
redaction: {detect: [plan, date_of_birth], policies: {plan: mask, date_of_birth: mask}}
fallback: {say: "Pardon?"}
)");
  harness.say("I have Plan 2000000 and was born on 1980-01-31");
  CHECK(harness.texts().front() == "I have {plan} and was born on {date_of_birth}");
}

TEST_CASE("the constants of a bot are found wherever they stand, and parts of them are not") {
  const engine::BotConstants constants = constants_of({
      "+49 30 1234567 is at the begin, at the end is 0800 111 999",
      "(030) 765 4321; mail to info@shop.example, to \xC3\xBC@s\xC3\xBC\x64.example or to <x1@y2.example>",
      "1234567890 comes before 123456, 123456-7 and 123456.",
      "ab@cd.ef.gh, then ab@cd.ef",
      "order \xC3\xBC"
      "123456 and 654321_x",
  });
  const std::pair<const char*, bool> rows[] = {
      {"+49 30 1234567", true},
      {"49 30 1234567", true},
      {"30 1234567", false},
      {"0800 111 999", true},
      {"0800 111", false},
      {"0800 111 9", false},
      {"(030) 765 4321", true},
      {"030) 765 4321", true},
      {"765 4321", false},
      {"info@shop.example", true},
      {"fo@shop.example", false},
      {"info@shop.exam", false},
      {"\xC3\xBC@s\xC3\xBC\x64.example", true},
      {"s\xC3\xBC\x64.example", false},
      {"x1@y2.example", true},
      {"123456", true},
      {"123456-7", true},
      {"1234567890", true},
      {"234567890", false},
      {"ab@cd.ef.gh", true},
      {"ab@cd.ef", true},
      {"ab@cd.e", false},
      {"\xC3\xBC"
       "123456",
       true},
      {"654321_x", true},
      {"654321", false},
      {"999999 +49 30 1234567", false},
      {"@@@@@@", false},
      {"", false},
  };
  for (const auto& [value, is_there] : rows) {
    INFO(value);
    CHECK(constants.has(value) == is_there);
  }
  CHECK_FALSE(engine::BotConstants().has("0800 111 999"));
}

TEST_CASE("a value that has a part in common with many constants is found among them") {
  std::vector<std::string> texts = {"+20 2026 1111 is not ours; 2026 4321 is"};
  for (int i = 1000; i < 4000; ++i) {
    const std::string number = std::to_string(i);
    if (i % 50 == 0) texts.emplace_back();
    texts.back() += "In 2026 call +49 2026 " + number + ". Write to anna.v" + number + "@shop.example, to x" + number +
                    ".smith@shop.example or to the others. ";
  }
  const engine::BotConstants constants = constants_of(texts);
  const std::pair<const char*, bool> rows[] = {
      {"+49 2026 1000", true},
      {"+49 2026 3999", true},
      {"+49 2026 4000", false},
      {"2026 3999", false},
      {"2026 4321", true},
      {"+20 2026 1111", true},
      {"20 2026 111", false},
      {"anna.v3999@shop.example", true},
      {"v3999@shop.example", false},
      {"anna.v4000@shop.example", false},
      {"x3999.smith@shop.example", true},
      {"smith@shop.example", false},
      {"@shop.example", false},
      {"x4000.smith@shop.example", false},
  };
  for (const auto& [value, is_there] : rows) {
    INFO(value);
    CHECK(constants.has(value) == is_there);
  }
}
