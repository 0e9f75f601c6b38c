#include "intents/agreement.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

NluContext confirming_order() {
  NluContext open;
  open.intent = "order";
  open.confirming = true;
  open.filled = {"size"};
  return open;
}

Bot agreement_shop() {
  return bot(R"(
entities:
  size: {values: {small: [], large: [big]}}
intents:
  - id: order
    match: [{regex: '\border\b'}]
    params:
      size: {type: size, required: true, ask: Which size?}
    confirm: Shall I place the order?
    steps: [{say: Ok.}]
  - id: refund
    match: [{regex: '\brefund\b'}]
    steps: [{say: Ok.}]
)");
}

Act act_of(const Bot& bot, const std::string& message) {
  return flat(bot->understand(message, confirming_order())).act;
}

}  // namespace

TEST_CASE("5.12 a yes counts beside other words, also at the end of the message") {
  const Bot bot = agreement_shop();
  for (const char* message :
       {"ok fine yes", "20 euro?? ok fine yes", "5 quid?? fine yes", "ok whatever yes", "fine yes open it",
        "yes obviously theres only one", "yep. it took a while", "yes, and some ketchup",
        "is that the new one? yes please", "yes, I can't wait", "yes no problem", "sure, why not", "yes, if possible",
        "like i said yes", "yes please, with a high chair"}) {
    INFO(message);
    CHECK(std::string(to_string(act_of(bot, message))) == "affirm");
  }
}

TEST_CASE("5.12 a yes inside other words is no yes") {
  const Bot bot = agreement_shop();
  for (const char* message : {"20 euro, yes?", "is that a yes", "you said yes", "should I say yes",
                              "I will say yes tomorrow or so", "the yes button does nothing", "yes or no",
                              "21 elm street and yes", "the blue one. yes", "yes 21 elm street"}) {
    INFO(message);
    CHECK(std::string(to_string(act_of(bot, message))) != "affirm");
  }
}

TEST_CASE("5.12 a no counts after words such as ok and whatever") {
  const Bot bot = agreement_shop();
  for (const char* message : {"ok whatever no dont send anything", "well no", "hm, no, I would rather keep mine",
                              "fine, don't then", "that's way too expensive", "too much", "omg no"}) {
    INFO(message);
    CHECK(std::string(to_string(act_of(bot, message))) == "deny");
  }
}

TEST_CASE("5.14 a yes with other values for the same intent asks for one more run") {
  const Bot bot = agreement_shop();
  for (const char* message : {"yes, and a small one too", "yes and then a small one", "yes. also a small one please"}) {
    INFO(message);
    const FlatMessage understood = bot->understand(message, confirming_order());
    CHECK(understood.act == Act::kAffirm);
    CHECK(understood.answers.empty());
    REQUIRE(understood.further.size() == 1);
    CHECK(understood.further[0].candidate.intent == "order");
    CHECK(brief(understood.further[0].params) == std::vector<std::string>{R"(size="small")"});
  }
  for (const char* message : {"yes, but make it small too", "yes, a small one", "no, and a small one too"}) {
    INFO(message);
    CHECK(flat(bot->understand(message, confirming_order())).further.empty());
  }
}

// Whatever a user adds to withdraw, limit or doubt a yes: the message is no yes.
TEST_CASE("5.12 no message that doubts is a yes") {
  const Bot bot = agreement_shop();
  const std::vector<std::string> agreements = {"yes",        "yep",      "sure",       "ok fine yes",
                                               "yes please", "go ahead", "absolutely", "yeah sure"};
  const std::vector<std::string> doubtful = {
      "no wait",
      "no",
      "wait",
      "hold on",
      "stop",
      "but not today",
      "only if it is free",
      "if it is free",
      "unless it costs more",
      "not yet",
      "actually no",
      "actually I found it",
      "never mind",
      "forget it",
      "maybe later",
      "let me think about it",
      "on second thought I keep mine",
      "I changed my mind",
      "I'm not sure",
      "that is wrong",
      "don't do it",
      "I meant the other one",
      "as long as it is free",
      "cancel it",
      "cancel that",
      "without the box",
      "it depends",
      "I didn't want that",
      "nooo",
      "I have to ask my wife",
  };
  for (const std::string& agreement : agreements) {
    for (const std::string& doubt : doubtful) {
      for (const char* joint : {" ", ", ", ". ", "! oh ", " and ", " - "}) {
        const std::string message = agreement + joint + doubt;
        INFO(message);
        CHECK(std::string(to_string(act_of(bot, message))) != "affirm");
        const std::string reversed = doubt + joint + agreement;
        INFO(reversed);
        CHECK(std::string(to_string(act_of(bot, reversed))) != "affirm");
      }
    }
  }
}

TEST_CASE("14.9 words ask for something once more") {
  for (const char* text :
       {"bring 2 towels again", "two more towels", "another one", "the same for me", "scrap it too"}) {
    INFO(text);
    CHECK(asks_once_more(Words(text)));
  }
  for (const char* text : {"yes 2 pillows 1 towel", "bring towels to 226", "yes scrap it, the old one", ""}) {
    INFO(text);
    CHECK_FALSE(asks_once_more(Words(text)));
  }
}

}  // namespace parley::intents
