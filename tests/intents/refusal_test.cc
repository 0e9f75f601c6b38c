// Tests messages that refuse: refused requests, negated values, a no to a confirmation in other words. Also pauses.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const char* const kDesk = R"(
entities:
  priority: {values: {low: [], medium: [normal], high: [urgent, critical]}}
  reason: {values: {damaged: [broken], unwanted: ['do not want', 'don.?t want']}}
intents:
  - id: refund
    match: [{regex: '\brefund'}]
    examples: [i want a refund, money back please, give me my money]
    params:
      reason: {type: reason, required: true, ask: Why?}
      note: {type: free_text, required: true, ask: Anything else?}
    confirm: Shall I refund it?
    steps: [{say: Ok.}]
  - id: ticket
    match: [{regex: '\bticket\b'}]
    examples: [my laptop is broken, the printer is dead, my screen is black]
    params:
      priority: {type: priority, required: true, ask: How urgent?}
      email: {type: email, required: true, ask: Your email?}
    confirm: Shall I open it?
    steps: [{say: Ok.}]
  - id: missing
    match: [{regex: '\barrived\b'}]
    steps: [{say: Ok.}]
)";

std::string intent_of(const Catalog& bot, const std::string& message) {
  const FlatMessage understood = bot.understand(message);
  return understood.candidates.empty() ? "" : understood.candidates.front().intent;
}

NluContext confirming(const std::string& intent, std::vector<std::string> filled) {
  NluContext open;
  open.intent = intent;
  open.confirming = true;
  open.filled = std::move(filled);
  return open;
}

}  // namespace

TEST_CASE("1.14 a refused request starts nothing") {
  const Bot desk = bot(kDesk);
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"I want a refund", "refund"},
      {"don't refund it, just send it again", ""},
      {"please do not refund me", ""},
      {"I don't want a refund", ""},
      {"not a refund!!", ""},
      {"my parcel has not arrived", "missing"},
      {"I did not get my refund", "refund"},
      {"can't I get a refund", "refund"},
  };
  for (const auto& [message, intent] : rows) {
    INFO(message);
    CHECK(intent_of(*desk, message) == intent);
  }
}

TEST_CASE("5.9 at a confirmation, a refusal of the intent is a no, and gives no value") {
  const Bot desk = bot(kDesk);
  const NluContext open = confirming("refund", {"reason", "note"});
  for (const char* message :
       {"not a refund!!", "refund? no i want it replaced", "i dont want a refund, i want a new one",
        "I never asked for a refund", "don't refund it"}) {
    INFO(message);
    const FlatMessage understood = desk->understand(message, open);
    CHECK(understood.act == Act::kDeny);
    CHECK(understood.answers.empty());
  }
  CHECK(flat(desk->understand("yes, refund it", open)).act == Act::kAffirm);
  CHECK(flat(desk->understand("refund it please", open)).act == Act::kInform);
}

TEST_CASE("4.5 a refusal of the open intent withdraws it") {
  const Bot desk = bot(kDesk);
  NluContext open;
  open.intent = "refund";
  open.waiting_for_param = "note";
  for (const char* message : {"i dont want a refund", "stop, I do not want a refund!", "not a refund"}) {
    INFO(message);
    const FlatMessage understood = desk->understand(message, open);
    CHECK(understood.act == Act::kCancel);
    CHECK(understood.answers.empty());
  }
  CHECK(flat(desk->understand("the box was empty", open)).act == Act::kInform);
  open.waiting_for_param = "reason";
  for (const char* message : {"broken, I don't want a refund of the postage", "no refund yet"}) {
    INFO(message);
    CHECK(flat(desk->understand(message, open)).act != Act::kCancel);
  }
}

TEST_CASE("a value that a refusal or a yes mentions is not lost for redaction") {
  const Bot desk = bot(kDesk);
  FlatMessage understood =
      desk->understand("no ticket, jane@example.com is wrong", confirming("ticket", {"priority", "email"}));
  CHECK(understood.answers.empty());
  CHECK(brief(understood.mentioned) == std::vector<std::string>{R"(email="jane@example.com")"});
}

TEST_CASE("6.3 a negation reaches over adverbs") {
  const Bot desk = bot(kDesk);
  NluContext open;
  open.intent = "ticket";
  open.waiting_for_param = "priority";
  for (const char* message :
       {"not very urgent", "it is not that urgent", "not really urgent", "isnt urgent", "its hardly urgent",
        "not at all urgent", "dont make it urgent", "i wouldnt call it urgent", "no need to make it urgent"}) {
    INFO(message);
    for (const ParamValue& value : flat(desk->understand(message, open)).answers) CHECK(value.value != Value("high"));
  }
  for (const char* message : {"very urgent", "urgent, it is not working", "why not urgent"}) {
    INFO(message);
    CHECK(brief(flat(desk->understand(message, open)).answers) == std::vector<std::string>{R"(priority="high")"});
  }
}

TEST_CASE("1.12 a pause answers nothing") {
  const Bot desk = bot(kDesk);
  NluContext open;
  open.intent = "refund";
  open.waiting_for_param = "note";
  for (const char* message : {"hang on", "one moment please", "hm 2 minutes, looking it up", "wait", "let me check",
                              "brb", "ok let me find my glasses", "just a sec"}) {
    INFO(message);
    const FlatMessage understood = desk->understand(message, open);
    CHECK(understood.act == Act::kReact);
    CHECK(understood.answers.empty());
  }
  for (const char* message : {"wait for me at the gate", "let me know", "2 minutes late"}) {
    INFO(message);
    CHECK_FALSE(flat(desk->understand(message, open)).answers.empty());
  }
}

TEST_CASE("1.8 not knowing which is not knowing") {
  const Bot desk = bot(kDesk);
  NluContext open;
  open.intent = "ticket";
  open.waiting_for_param = "email";
  for (const char* message : {"i dont know which email i used", "i don't remember what it was", "not sure"}) {
    INFO(message);
    CHECK(flat(desk->understand(message, open)).act == Act::kDontKnow);
  }
  CHECK(flat(desk->understand("why do u need that", open)).act == Act::kWhy);
}

TEST_CASE("4.1 one clause that resembles an intent is enough, whatever values surround it") {
  const Bot desk = bot(kDesk);
  const FlatMessage understood = desk->understand("so, my laptop is broken, email is jane@example.com");
  REQUIRE(ids(understood) == std::vector<std::string>{"ticket"});
  CHECK(brief(understood.params) == std::vector<std::string>{R"(email="jane@example.com")"});
}

}  // namespace parley::intents
