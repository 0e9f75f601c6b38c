// Tests the importance marks that a turn stores with a message.
#include "tests/engine/engine_harness.h"

using namespace parley;

TEST_CASE("F87: if contexts use importance, a yes and a no to a confirmation are marked") {
  std::string bot = std::string(kTestBot) + "memory: {strategy: hybrid}\n";
  const std::string refund = "match: [{regex: '\\brefund'}]";
  REQUIRE(bot.find(refund) != std::string::npos);
  bot.insert(bot.find(refund) + refund.size(), "\n    confirm: 'Refund {order_id}?'");
  for (const char* answer : {"yes", "no"}) {
    INFO(answer);
    EngineHarness harness(create_memory_store(), bot);
    harness.tool("refunds.create", found_in_lyon);
    harness.say("hm");
    harness.say("refund o12345");
    harness.say(answer);
    std::vector<Message> said = *harness.store->messages("s1", 100);
    std::erase_if(said, [](const Message& message) { return message.role != Role::kUser; });
    REQUIRE(said.size() == 3);
    CHECK(said[0].details.metadata.empty());
    CHECK(said[1].details.metadata == Value::Object{{"filled", true}});
    CHECK(said[2].details.metadata == Value::Object{{"confirmed", true}});
  }
}
