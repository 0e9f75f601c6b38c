// What a turn notes about a message for contexts that go by importance.
#include "tests/engine/desk.h"

using namespace parley;

TEST_CASE("F87: where contexts use importance, a yes and a no to a confirmation are stored") {
  std::string bot = std::string(kDeskBot) + "memory: {strategy: hybrid}\n";
  const std::string refund = "match: [{regex: '\\brefund'}]";
  REQUIRE(bot.find(refund) != std::string::npos);
  bot.insert(bot.find(refund) + refund.size(), "\n    confirm: 'Refund {order_id}?'");
  for (const char* answer : {"yes", "no"}) {
    INFO(answer);
    Desk desk(memory_store(), bot);
    desk.tool("refunds.create", in_lyon);
    desk.say("hm");
    desk.say("refund o12345");
    desk.say(answer);
    std::vector<Message> said = *desk.store->messages("s1", 100);
    std::erase_if(said, [](const Message& message) { return message.role != Role::kUser; });
    REQUIRE(said.size() == 3);
    CHECK(said[0].details.metadata.empty());
    CHECK(said[1].details.metadata == Value::Object{{"filled", true}});
    CHECK(said[2].details.metadata == Value::Object{{"confirmed", true}});
  }
}
