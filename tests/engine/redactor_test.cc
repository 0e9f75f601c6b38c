// Tests how private values are redacted in stored messages, exports and telemetry.
#include <catch2/catch.hpp>

#include "engine/bot_constants.h"
#include "engine/engine_harness.h"
#include "intents/catalog_access.h"

using namespace parley;

namespace {

const char* const kPayingBot = R"(
parley: 1
bot: {id: shop}
entities:
  order_id: {patterns: ['\b[Oo]-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
tools:
  cards.charge: {kind: host}
intents:
  - id: pay
    match: [{regex: '\bpay\b'}]
    params:
      order_id: {type: order_id, required: true, ask: "Which order?"}
      card: {type: credit_card, required: true, sensitive: true, ask: "Your card?"}
      word: {type: free_text, required: true, sensitive: true, ask: "The password?"}
    confirm: "Pay {order_id}?"
    steps:
      - {tool: cards.charge, with: {card: '{card}', order: '{order_id}'}}
      - say: "{order_id} is paid with {card}."
  - id: hours
    match: [{regex: '\bopen'}]
    steps: [{say: From noon.}]
fallback: {say: "Pardon?"}
)";

EngineHarness payment_harness(const std::string& redaction = "") {
  EngineHarness harness(create_memory_store(),
                        std::string(kPayingBot) + (redaction.empty() ? "" : "redaction: " + redaction + "\n"));
  harness.user_key = "key";
  harness.open();
  harness.tool("cards.charge", [](const ToolCall& call) {
    return ToolOutcome::ok(Value(Value::Object{{"card", call.args.at("card")}}));
  });
  return harness;
}

Lines texts_of(EngineHarness& harness) {
  Lines all;
  for (const Message& message : *harness.store->messages("s1", 100)) all.push_back(message.text);
  return all;
}

std::string joined_lines(const Lines& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

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

TEST_CASE("the policy of a param decides what the store keeps") {
  struct Row {
    const char* redaction;
    const char* message;  // the stored message of the user
  };
  const Row rows[] = {
      {"", "pay O-12345 for me"},
      {"{params: [order_id]}", "pay O-12345 for me"},
      {"{policies: {order_id: mask}}", "pay {order_id} for me"},
      {"{policies: {order_id: {store: drop}}}", "pay for me"},
      {"{policies: {order_id: {telemetry: drop}}}", "pay O-12345 for me"},
      {"{policies: {order_id: {store: keep, exports: mask}}}", "pay O-12345 for me"},
  };
  for (const Row& row : rows) {
    INFO(row.redaction);
    EngineHarness harness = payment_harness(row.redaction);
    harness.say("pay O-12345 for me");
    CHECK(texts_of(harness).at(0) == row.message);
  }
  EngineHarness hashed = payment_harness("{policies: {order_id: {store: hash}}}");
  hashed.say("pay O-12345 for me");
  hashed.say("cancel");
  hashed.say("pay o12345 then");
  const Lines texts = texts_of(hashed);
  const std::string mark = texts.at(0).substr(4, std::string("{order_id#1a2b3c4d5e6f}").size());
  CHECK(mark.substr(0, 10) == "{order_id#");
  CHECK(texts.at(4).find(mark) != std::string::npos);
  CHECK(joined_lines(texts).find("12345") == std::string::npos);
}

TEST_CASE("no stored message of any author contains a value of a type that is excluded from the store") {
  EngineHarness harness = payment_harness("{policies: {email: {store: partial}, secret: mask}}");
  harness.say("my mail is jane.doe@example.com, password: hunter2hunter2");
  CHECK(texts_of(harness).at(0).find("jane.doe") == std::string::npos);
  CHECK(texts_of(harness).at(0).find("{email:...ecom}") != std::string::npos);
  CHECK(texts_of(harness).at(0).find("hunter2") == std::string::npos);
}

TEST_CASE("a policy applies to a param and to a type of the same name") {
  std::string bot = kPayingBot;
  const std::string word = R"(word: {type: free_text, required: true, sensitive: true, ask: "The password?"})";
  REQUIRE(bot.find(word) != std::string::npos);
  bot.replace(bot.find(word), word.size(), R"(email: {type: email, required: true, ask: "Which?"})");
  EngineHarness harness(create_memory_store(), bot + "redaction: {policies: {email: {store: drop}}}\n");
  harness.say("nobody asked, but my mail is jane@example.com");
  CHECK(texts_of(harness).at(0) == "nobody asked, but my mail is ");
}

TEST_CASE("a private value of the session is removed in every form in which a text repeats it") {
  EngineHarness harness = payment_harness();
  harness.say("pay O-12345");
  harness.say("4111 1111 1111 1111");
  harness.say("Swordfish 7");
  harness.say("are you open? 4111-1111-1111-1111, 4111111111111111 and swordfish+7");
  harness.say("yes");
  harness.say("was it 4111 1111 1111 1111 that you charged?");  // the session no longer has this number, but the number
                                                                // looks like a card number
  for (const std::string& text : texts_of(harness)) {
    INFO(text);
    CHECK(text.find("1111") == std::string::npos);
    CHECK(text.find("ordfish") == std::string::npos);
  }
  CHECK(texts_of(harness).at(6) == "are you open? {card}, {card} and {word}");
}

TEST_CASE("while a sensitive value is requested, a message is withheld completely, understood or not") {
  for (const char* answer : {"4111 1111 1111 1111", "4111 1111 1111 1112", "four one one one", "my card is in the car",
                             "why do you ask?", "NDExMSAxMTEx", "cancel 4111", ""}) {
    INFO(answer);
    EngineHarness harness = payment_harness("{telemetry_text: all, policies: {card: hash}}");
    harness.say("pay O-12345");
    harness.say(answer);
    CHECK(texts_of(harness).at(2) == "{card}");
    for (const std::string& line : harness.events()) CHECK((line.find(answer) == std::string::npos || !*answer));
  }
}

TEST_CASE("an export shows only what the policy for exports allows") {
  const auto shown = [](const char* redaction) {
    EngineHarness harness = payment_harness(redaction);
    return harness.engine->redact("O-12345 by jane@example.com");
  };
  CHECK(shown("{params: [order_id]}") == "{order_id} by jane@example.com");
  CHECK(shown("{params: [order_id], detect: [email]}") == "{order_id} by {email}");
  CHECK(shown("{params: [order_id], detect: [email], policies: {email: drop}}") == "{order_id} by ");
  CHECK(shown("{policies: {order_id: {exports: keep}, email: {exports: mask}}}") == "O-12345 by {email}");
}

TEST_CASE("a text with more than two hundred private values loses all of them") {
  EngineHarness harness = payment_harness("{telemetry_text: all, params: [order_id]}");
  std::string text = "late are ";
  for (int i = 0; i < 200; ++i) text += "O-" + std::to_string(10'000 + i) + " ";
  CHECK(harness.engine->redact(text + "O-54321").find("O-") == std::string::npos);
  harness.say(text + "O-54321");
  for (const std::string& line : harness.events()) CHECK(line.find("O-") == std::string::npos);
}

TEST_CASE("telemetry contains only the messages that the bot allows, without their values") {
  const auto texts = [](const char* redaction) {
    EngineHarness harness = payment_harness(redaction);
    harness.say("my mail is jane@example.com and O-12345 is late");  // not understood by the bot
    harness.say("are you open");
    Lines all;
    for (const std::string& line : harness.events()) {
      const Value event = *Value::parse(line);
      const Value* text = event.find("text");
      if (text) all.push_back(*text->if_string());
    }
    return all;
  };
  CHECK(texts("{telemetry_text: off}").empty());
  CHECK(texts("{telemetry_text: unmatched, params: [order_id]}") == Lines{"my mail is {email} and {order_id} is late"});
  CHECK(texts("{telemetry_text: all, policies: {order_id: {telemetry: keep}}}") ==
        Lines{"my mail is {email} and O-12345 is late", "are you open"});
}

TEST_CASE("telemetry replaces a removed value with the name of its param or type") {
  EngineHarness harness = payment_harness();
  harness.say("pay O-12345, mail me at jane@example.com");
  const Value event = *Value::parse(harness.events().at(2));
  REQUIRE(*event.find("stage") == Value("classified"));
  CHECK(*event.find("masked") == Value(Value::Array{"email", "order_id"}));
}

TEST_CASE("the response that is stored for redelivery contains no value that the store must not have") {
  EngineHarness harness = payment_harness();
  harness.say("pay O-12345");
  harness.say("4111 1111 1111 1111");
  harness.say("swordfish+7");
  const Turn paid = harness.say("yes", "m4");
  REQUIRE(paid.say == Lines{"O-12345 is paid with 4111111111111111."});
  const auto stored = harness.store->find_turn("s1", "m4");
  REQUIRE((stored && *stored));
  CHECK((*stored)->turn.say == Lines{"O-12345 is paid with {card}."});
  CHECK((*stored)->turn.params.at("order_id") == Value("O-12345"));
  for (const char* member : {"card", "word"}) {
    CHECK((*stored)->turn.params.at(member) == Value("{" + std::string(member) + "}"));
  }
  const auto* call = std::get_if<ToolCall>(&(*stored)->turn.steps.at(0));
  REQUIRE(call);
  CHECK(call->args.at("card") == Value("{card}"));
  CHECK(harness.say("yes", "m4").say == paid.say);  // from the memory of the engine
  harness.open();
  const Turn again = harness.say("yes", "m4");
  CHECK(again.duplicate);
  CHECK(again.masked);
  CHECK(again.say == Lines{"O-12345 is paid with {card}."});
}

TEST_CASE("a caller that requests its pending call again gets all of its arguments") {
  EngineHarness harness = payment_harness();
  harness.tool("cards.charge", ToolFunction());
  harness.say("pay O-12345");
  harness.say("4111 1111 1111 1111");
  harness.say("swordfish+7");
  const Turn calls = harness.say("yes", "m4");
  REQUIRE(calls.status == TurnStatus::kToolCall);
  harness.open();  // as in another process
  const Turn again = harness.say("yes", "m4");
  CHECK(again.duplicate);
  REQUIRE(std::holds_alternative<ToolCall>(again.steps.back()));
  CHECK(std::get<ToolCall>(again.steps.back()) == std::get<ToolCall>(calls.steps.back()));
  CHECK(std::get<ToolCall>(again.steps.back()).args.at("card") == Value("4111111111111111"));
}

TEST_CASE("a context follows the policy for exports, and tool arguments in it are still valid JSON") {
  EngineHarness harness = payment_harness("{detect: [email], policies: {order_id: {exports: mask}}}");
  harness.say("pay O-12345, and write to jane@example.com");
  harness.say("4111 1111 1111 1111");
  harness.say("swordfish+7");
  harness.say("yes");
  CHECK(texts_of(harness).at(0) == "pay O-12345, and write to jane@example.com");
  const auto made = harness.engine->context("s1");
  REQUIRE(made);
  CHECK(made->context.messages.at(0).text == "pay {order_id}, and write to {email}");
  for (const Message& message : made->context.messages) {
    INFO(message.text);
    CHECK(message.text.find("12345") == std::string::npos);
    if (message.role == Role::kCall) CHECK(Value::parse(message.text));
  }
}

TEST_CASE("a mask in a text is not masked again, even if another private value matches part of it") {
  EngineHarness harness = payment_harness();
  for (const char* text : {"pay", "O-12345", "4111 1111 1111 1111", "card"}) harness.say(text);
  const auto state = **harness.store->load("s1");
  const std::string once = harness.engine->redact("4111 1111 1111 1111 and card", state);
  CHECK(once == "{card} and {word}");
  CHECK(harness.engine->redact(once, state) == once);
}

TEST_CASE("a raw context shows messages and params as stored, and any other context masks them") {
  EngineHarness harness = payment_harness("{params: [order_id]}");
  SessionWrite prompt;
  prompt.system_prompt = "Order O-12345 waits.";
  Request begin;
  begin.session = "s1";
  begin.input = prompt;
  harness.handle(begin);
  for (const char* text : {"pay", "O-12345"}) harness.say(text);
  for (const bool raw : {false, true}) {
    INFO("raw: " << raw);
    ContextQuery query;
    query.raw = raw;
    const auto made = harness.engine->context("s1", query);
    REQUIRE(made);
    const std::string shown = render_text(made->context) + "\n" + Value(made->dialog.params).to_json();
    CHECK(made->context.system_prompt.find("Order {order_id} waits.") == 0);  // already masked in the store
    CHECK((shown.find("O-12345") != std::string::npos) == raw);
    CHECK(made->dialog.params.at("order_id") == Value(raw ? "O-12345" : "{order_id}"));
  }
}

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
  CHECK(texts_of(harness) == expected);
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
  const std::string said = texts_of(harness).back();
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
    CHECK(texts_of(harness)[texts_of(harness).size() - 2] == stored);
  }
  harness.say("I smell gas");
  CHECK(texts_of(harness).back() == "Call 0800 123 4567 (24 hours), (030) 765 4321. Write to anna.smith@shop.example.");
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
  CHECK(texts_of(harness).front() == "I have {plan} and was born on {date_of_birth}");
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

TEST_CASE("a value with the same key as many constants is found among them") {
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) texts.push_back("call 555555 " + std::to_string(100 + i) + " or 12");
  const engine::BotConstants constants = constants_of(texts);
  CHECK(constants.has("555555 100"));
  CHECK(constants.has("555555 299"));
  CHECK_FALSE(constants.has("555555 300"));
  CHECK_FALSE(constants.has("555555"));
}
