// Tests StoreGate: which private values leave the state when their intent has ended.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

const char* const kTickets = R"(
parley: 1
bot: {id: tickets}
entities: {code: {patterns: ['\b\d{4} \d{4} \d{4} \d{4}\b']}}
tools: {send: {kind: host}}
intents:
  - id: ticket
    match: [{regex: '\bticket\b'}]
    params:
      what: {type: free_text, required: true, ask: 'What is it about?'}
      topic: {type: free_text, required: true, ask: 'Which topic?'}
    steps:
      - {tool: send, with: {w: '{what}'}, save: {echo: result.echo, state: result.state}}
      - say: 'Sent: {what}.'
  - id: hours
    match: [{regex: '\bhours\b'}]
    steps: [{say: From noon.}]
  - id: code
    match: [{regex: '\bcode\b'}]
    params: {code: {type: code, required: true, ask: 'Which code?'}}
    steps: [{say: Thanks.}]
redaction: {detect: [credit_card, email], policies: {credit_card: mask, email: mask}}
fallback: {say: "Pardon?"}
)";

EngineHarness tickets() {
  EngineHarness harness(create_memory_store(), kTickets);
  harness.tool("send", [](const ToolCall& call) {
    return ToolOutcome::ok(Value(Value::Object{{"echo", call.args.at("w")}, {"state", "sent"}}));
  });
  return harness;
}

// Returns the whole export, with the state.
std::string exported(EngineHarness& harness) {
  std::string all;
  REQUIRE(export_sessions(*harness.store, {}, [&](std::string_view line) {
    all.append(line).append("\n");
    return true;
  }));
  return all;
}

bool has_secret(const std::string& text) {
  return text.find("4111 1111") != std::string::npos || text.find("jane") != std::string::npos;
}

}  // namespace

TEST_CASE("a detected value leaves the state when its intent has ended") {
  EngineHarness harness = tickets();
  harness.say("a ticket");
  harness.say("refund card 4111 1111 1111 1111, mail jane@shop.example");
  CHECK(has_secret(exported(harness)));  // its intent is open
  CHECK(harness.say("money").say == Lines{"Sent: refund card 4111 1111 1111 1111, mail jane@shop.example."});
  CHECK_FALSE(has_secret(exported(harness)));
  // Other values stay for a follow-up.
  const auto state = harness.store->load("s1");
  REQUIRE((*state)->done);
  CHECK((*state)->done->params.count("topic") == 1);
  CHECK((*state)->last_result.find("state")->to_text() == "sent");
}

TEST_CASE("a detected value of an interrupting intent leaves the state, and that of the open intent stays") {
  EngineHarness harness = tickets();
  harness.say("a ticket");
  harness.say("mail jane@shop.example");
  harness.say("a code");
  harness.say("4111 1111 1111 1111");
  const std::string all = exported(harness);
  CHECK(all.find("4111 1111") == std::string::npos);
  CHECK(all.find("jane") != std::string::npos);
  harness.say("cancel");
  CHECK_FALSE(has_secret(exported(harness)));
}

TEST_CASE("a text for the user is never made from masked words") {
  EngineHarness harness = tickets();
  harness.say("a ticket");
  harness.say("mail jane@shop.example");
  harness.say("money");
  for (const char* message : {"what did you do?", "did it work?", "cancel that", "hours"}) {
    INFO(message);
    for (const std::string& line : harness.say(message).say) {
      INFO(line);
      CHECK(line.find('{') == std::string::npos);
    }
  }
}

TEST_CASE("a mask does not become a value by the prefill from a last result") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: post}
tools: {find: {kind: host}, send: {kind: host}}
intents:
  - id: find
    match: [{regex: '\bfind\b'}]
    steps: [{tool: find, save: {at: result.at, all: result.all, name: result.name}}, {say: Found.}]
  - id: send
    match: [{regex: '\bsend\b'}]
    params:
      name: {type: free_text, required: true, ask: 'Which name?', prefill: '{last.name}'}
      place: {type: free_text, required: true, ask: 'Which place?', prefill: '{last.at}'}
      first: {type: free_text, required: true, ask: 'Which one?', prefill: '{last.all.first}'}
    steps: [{say: 'Sent to {name}, {place}, {first}.'}]
redaction: {detect: [phone], policies: {phone: mask}}
)");
  harness.tool("find", [](const ToolCall&) {
    const Value all = Value::Array{"call 020 7946 0123", "the back door"};
    return ToolOutcome::ok(
        Value(Value::Object{{"at", "Main Street, call 020 7946 0123"}, {"all", all}, {"name", "Jo"}}));
  });
  REQUIRE(harness.say("find").say == Lines{"Found."});
  CHECK(harness.say("send").say == Lines{"Which place?"});
  CHECK(harness.say("the shop").say == Lines{"Which one?"});
  CHECK(harness.say("the third").say == Lines{"Sent to Jo, the shop, the third."});
}
