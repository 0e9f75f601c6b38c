// Tests how private values are redacted in stored messages, exports and telemetry.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

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

std::string joined_lines(const Lines& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
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
    CHECK(harness.texts().at(0) == row.message);
  }
  EngineHarness hashed = payment_harness("{policies: {order_id: {store: hash}}}");
  hashed.say("pay O-12345 for me");
  hashed.say("cancel");
  hashed.say("pay o12345 then");
  const Lines texts = hashed.texts();
  const std::string mark = texts.at(0).substr(4, std::string("{order_id#1a2b3c4d5e6f}").size());
  CHECK(mark.substr(0, 10) == "{order_id#");
  CHECK(texts.at(4).find(mark) != std::string::npos);
  CHECK(joined_lines(texts).find("12345") == std::string::npos);
}

TEST_CASE("no stored message of any author contains a value of a type that is excluded from the store") {
  EngineHarness harness = payment_harness("{policies: {email: {store: partial}, secret: mask}}");
  harness.say("my mail is jane.doe@example.com, password: hunter2hunter2");
  CHECK(harness.texts().at(0).find("jane.doe") == std::string::npos);
  CHECK(harness.texts().at(0).find("{email:...ecom}") != std::string::npos);
  CHECK(harness.texts().at(0).find("hunter2") == std::string::npos);
}

TEST_CASE("a policy applies to a param and to a type of the same name") {
  std::string bot = kPayingBot;
  const std::string word = R"(word: {type: free_text, required: true, sensitive: true, ask: "The password?"})";
  REQUIRE(bot.find(word) != std::string::npos);
  bot.replace(bot.find(word), word.size(), R"(email: {type: email, required: true, ask: "Which?"})");
  EngineHarness harness(create_memory_store(), bot + "redaction: {policies: {email: {store: drop}}}\n");
  harness.say("nobody asked, but my mail is jane@example.com");
  CHECK(harness.texts().at(0) == "nobody asked, but my mail is ");
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
  for (const std::string& text : harness.texts()) {
    INFO(text);
    CHECK(text.find("1111") == std::string::npos);
    CHECK(text.find("ordfish") == std::string::npos);
  }
  CHECK(harness.texts().at(6) == "are you open? {card}, {card} and {word}");
}

TEST_CASE("while a sensitive value is requested, a message is withheld completely, understood or not") {
  for (const char* answer : {"4111 1111 1111 1111", "4111 1111 1111 1112", "four one one one", "my card is in the car",
                             "why do you ask?", "NDExMSAxMTEx", "cancel 4111", ""}) {
    INFO(answer);
    EngineHarness harness = payment_harness("{telemetry_text: all, policies: {card: hash}}");
    harness.say("pay O-12345");
    harness.say(answer);
    CHECK(harness.texts().at(2) == "{card}");
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
  CHECK(harness.texts().at(0) == "pay O-12345, and write to jane@example.com");
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
